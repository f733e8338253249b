import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseProject } from '../../../src/crawl/projects/project-file.ts';
import { objectsOf } from '../../kernel/cli/run-tidemark.ts';
import { siteForThisTest } from '../../kernel/crawl/runs/site-for-this-test.ts';
import { runCommand } from '../projects/run-command.ts';
import { filesIn, folderWithSamples, type Imported, SHOP } from './imported.ts';

const fatesOf = (watches: readonly Imported[], name: string) =>
  Object.fromEntries(
    watches.find(({ watch }) => watch === name)?.settings.map(({ what, became }) => [what, became]) ?? [],
  );

describe('coming over from urlwatch', () => {
  const run = (folder: string, ...more: readonly string[]) =>
    runCommand([
      'import',
      'urlwatch',
      join(folder, 'urls.yaml'),
      '--urlwatch-config',
      join(folder, 'urlwatch.yaml'),
      '--data',
      join(folder, 'data'),
      '-o',
      join(folder, 'projects'),
      ...more,
    ]);

  it('writes a project for each page, keeps every secret out of the files, and says how each setting was imported', async () => {
    const folder = folderWithSamples(SHOP, 'urls.yaml', 'urlwatch.yaml');
    const done = await run(folder, '--json');
    expect(done).toMatchObject({ exitCode: 0, stderr: '' });
    const objects = objectsOf(done);
    const watches = objects.slice(0, -1) as readonly Imported[];
    expect(watches.map(({ file }) => file)).toEqual([
      'desk-lamp.yaml',
      'version-release.yaml',
      'example.org-members.yaml',
      'a-page-with-scripts.yaml',
      null,
      null,
      'switched-off.yaml',
    ]);
    expect(objects.at(-1)).toMatchObject({
      files: 5,
      written: true,
      environment: [
        'TIDEMARK_SMTP=smtp://watcher%40example.org@mail.example.org:587',
        'TIDEMARK_NOTIFY_COMMANDS=yes',
      ],
    });
    expect(fatesOf(watches, 'Desk lamp')).toEqual({
      'filter: css main': 'imported',
      'filter: html2text': 'not needed',
      'filter: grepi Last visitor': 'not needed',
      'filter: re.sub Visitors: \\d+': 'not needed',
      'filter: strip': 'not needed',
      max_tries: 'imported',
      timeout: 'imported',
      'header User-Agent': 'imported',
      'header Accept-Language': 'no equal',
      tags: 'imported',
    });
    expect(fatesOf(watches, 'home')).toEqual({ command: 'no equal' });
    const files = filesIn(join(folder, 'projects'));
    for (const text of files) expect(() => parseProject(text)).not.toThrow();
    expect(`${files.join()}${done.stdout}`).not.toContain('s3cret');
    const members = parseProject(readFileSync(join(folder, 'projects', 'example.org-members.yaml'), 'utf8'));
    expect(members).toMatchObject({
      source: { url: 'http://example.org/members/' },
      preference: { user: 'kim', password: { secret: 'urlwatch-password' }, depth: 0 },
      session: { cookies: { secret: 'urlwatch-cookies' } },
      compare: [{ only: ['[id="news"] ul[class="items"] > li:nth-of-type(2)'] }],
    });
    const secrets = await runCommand(['secrets', 'ls', '--data', join(folder, 'data'), '--json']);
    expect((objectsOf(secrets) as { secret: string }[]).map(({ secret }) => secret)).toEqual([
      'smtp-password',
      'urlwatch-apprise',
      'urlwatch-cookies',
      'urlwatch-password',
      'urlwatch-slack',
      'urlwatch-telegram',
    ]);
  });

  it('writes nothing with --dry-run, and overwrites nothing without --force', async () => {
    const folder = folderWithSamples(SHOP, 'urls.yaml', 'urlwatch.yaml');
    const dry = await run(folder, '--dry-run');
    expect(dry.stdout).toContain('5 of 7 watches would be imported');
    expect(readdirSync(folder).toSorted()).toEqual(['urls.yaml', 'urlwatch.yaml']);
    await run(folder);
    const file = join(folder, 'projects', 'desk-lamp.yaml');
    rmSync(file);
    // As after a kill in the middle: what was written already is not in the way.
    expect(await run(folder)).toMatchObject({ exitCode: 0 });
    writeFileSync(file, 'name: mine\n');
    expect(await run(folder)).toMatchObject({ exitCode: 2 });
    expect(readFileSync(file, 'utf8')).toBe('name: mine\n');
    expect(await run(folder, '--force')).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, 'utf8')).toContain('name: Desk lamp');
  });

  it('what it wrote runs: the page is visited with its cookies and password, and a change in what counts is told', async () => {
    let price = '34.90';
    const site = await siteForThisTest(({ target, headers }, response) => {
      if (target === '/robots.txt') response.writeHead(404).end();
      else if (headers.authorization === undefined)
        response.writeHead(401, { 'www-authenticate': 'Basic realm="lamps"' }).end();
      else
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            `<main>Lamp: ${price} € for ${headers.cookie === 'member=s3cret-cookie' ? 'members' : 'guests'}</main><aside>${price}</aside>`,
          );
    });
    const folder = folderWithSamples('', 'urls.yaml');
    const origin = site.origin.replace('//', '//kim:s3cret-basic@');
    writeFileSync(
      join(folder, 'urls.yaml'),
      `name: lamp\nurl: ${origin}/lamp\ncookies: {member: s3cret-cookie}\nfilter:\n  - css: main\n`,
    );
    const data = ['--data', join(folder, 'data')];
    const output = join(folder, 'projects');
    const imported = await runCommand([
      'import',
      'urlwatch',
      join(folder, 'urls.yaml'),
      '-o',
      output,
      ...data,
    ]);
    expect(imported).toMatchObject({ exitCode: 0 });
    const track = () => runCommand(['track', join(output, 'lamp.yaml'), ...data]);
    expect(await track()).toMatchObject({ exitCode: 0 });
    price = '29.90';
    const changed = await track();
    expect(changed.stdout).toContain('1 of 1 page changed');
    expect(changed.stdout).toContain('[-34.90-] {+29.90+} € for members');
    expect(changed.stdout).not.toContain('s3cret');
  });

  it.each([
    ['', 'it has no jobs'],
    ['name: only a name', 'job 1 has no url, navigate or command'],
    ['url: https://example.org/\n---\nurl: [', 'job 2 is not valid YAML'],
    [`a: &a [x]\nb: [*a, *a]\nurl: *b`, 'aliases'],
  ])('refuses %j', async (text, reason) => {
    const folder = folderWithSamples(SHOP);
    writeFileSync(join(folder, 'urls.yaml'), text);
    const refused = await runCommand(['import', 'urlwatch', join(folder, 'urls.yaml')]);
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).toContain(reason);
  });
});
