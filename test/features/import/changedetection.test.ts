import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseProject } from '../../../src/crawl/projects/project-file.ts';
import { objectsOf } from '../../kernel/cli/run-tidemark.ts';
import { runCommand } from '../projects/run-command.ts';
import { filesIn, folderWithSamples, SHOP, sample } from './imported.ts';
import { zipBytes } from './zip-bytes.ts';

describe('coming over from changedetection.io', () => {
  const run = (folder: string, file: string, ...more: readonly string[]) =>
    runCommand([
      'import',
      'changedetection',
      join(folder, file),
      '--data',
      join(folder, 'data'),
      '-o',
      join(folder, 'projects'),
      ...more,
    ]);

  const backup = (folder: string, ...entries: Parameters<typeof zipBytes>[0]) =>
    writeFileSync(join(folder, 'backup.zip'), zipBytes(entries));
  const index = Buffer.from(sample('url-watches.json').replaceAll('ORIGIN', SHOP));

  it('takes watches, filters, steps, intervals, conditions and those who are notified', async () => {
    const folder = folderWithSamples(SHOP);
    backup(
      folder,
      { name: 'url-watches.json', bytes: index },
      { name: 'secret.txt', bytes: Buffer.from('s3cret-flask') },
    );
    const done = await run(folder, 'backup.zip', '--json');
    expect(done).toMatchObject({ exitCode: 0, stderr: '' });
    const files = filesIn(join(folder, 'projects'));
    expect(`${files.join()}${done.stdout}`).not.toContain('s3cret');
    const project = (name: string) =>
      parseProject(readFileSync(join(folder, 'projects', `${name}.yaml`), 'utf8'));
    expect(project('desk-lamp')).toMatchObject({
      schedule: { kind: 'every', interval: 30 * 60_000 },
      session: { login: { bearer: { secret: 'changedetection-bearer' } } },
      compare: [{ only: ['main'], ignore: ['aside'] }],
      detectors: [
        { phrase: 'sold out' },
        { pattern: '(?i)\\b\\d+ left' },
        { phrase: 'coming soon', in: 'removed' },
      ],
      notify: [{ to: 'ntfy://ntfy.sh/my-tides' }],
    });
    expect(project('chair')).toMatchObject({
      schedule: { interval: 6 * 3_600_000 },
      detectors: [{ name: 'back in stock' }, { number: { beside: ['price'], below: 30 } }],
      notify: [
        { to: 'telegram:4711', token: { secret: 'changedetection-telegram' } },
        { to: 'mailto:me@example.org' },
        { to: { secret: 'changedetection-apprise' } },
        { to: 'http://hooks.example.org/lamp' },
        { to: { secret: 'changedetection-discord' } },
      ],
      crawl: { proxy: { secret: 'changedetection-proxy' } },
    });
    const forum = project('forum');
    expect(forum.schedule).toBeUndefined();
    expect(forum.steps).toEqual([
      { open: 'https://forum.example.org/', collect: false },
      { form: { fill: { user: 'kim', password: { secret: 'changedetection-field' } } }, collect: false },
      { follow: { text: 'News' }, depth: 0 },
    ]);
    expect(objectsOf(done)).toContainEqual(expect.objectContaining({ watch: 'API', file: null }));
  });

  it('reads backups of newer versions, which have a file for each watch', async () => {
    const folder = folderWithSamples(SHOP);
    const id = '11111111-1111-4111-8111-111111111111';
    const settings = { settings: { requests: { time_between_check: { days: 1 } }, application: {} } };
    const watch = { url: `${SHOP}/lamp`, title: 'Lamp', tags: ['t1'] };
    backup(
      folder,
      { name: 'changedetection.json', bytes: Buffer.from(JSON.stringify(settings)) },
      { name: `${id}/watch.json`, bytes: Buffer.from(JSON.stringify(watch)) },
      { name: 't1/tag.json', bytes: Buffer.from('{"title":"Lamps","notification_urls":["ntfy://tides"]}') },
    );
    expect(await run(folder, 'backup.zip')).toMatchObject({ exitCode: 0 });
    const text = readFileSync(join(folder, 'projects', 'lamp.yaml'), 'utf8');
    expect(parseProject(text)).toMatchObject({
      comment: 'Tags: Lamps',
      schedule: { interval: 86_400_000 },
      notify: [{ to: 'ntfy://ntfy.sh/tides' }],
    });
  });

  it('replaces a stored secret only with --force', async () => {
    const folder = folderWithSamples(SHOP);
    backup(folder, { name: 'url-watches.json', bytes: index });
    const data = ['--data', join(folder, 'data')];
    await runCommand(['secrets', 'set', 'changedetection-bearer', ...data], {}, 'my own');
    const refused = await run(folder, 'backup.zip');
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).toContain('there is a secret "changedetection-bearer" already');
    expect(readdirSync(folder)).not.toContain('projects');
    expect(await run(folder, 'backup.zip', '--force')).toMatchObject({ exitCode: 0 });
  });

  it.each([
    ['no archive', Buffer.from('<html>'), 'APP_ARCHIVE_INVALID'],
    [
      'half an archive',
      zipBytes([{ name: 'url-watches.json', bytes: index }]).subarray(0, 300),
      'APP_ARCHIVE_INVALID',
    ],
    [
      'a name that leads elsewhere',
      zipBytes([{ name: '../url-watches.json', bytes: index }]),
      'APP_ARCHIVE_UNSAFE',
    ],
    [
      'a file that would fill the memory',
      zipBytes([{ name: 'url-watches.json', bytes: Buffer.alloc(65 * 1024 * 1024) }]),
      'APP_ARCHIVE_UNSAFE',
    ],
    [
      'a file that is larger than it says',
      zipBytes([{ name: 'url-watches.json', bytes: Buffer.alloc(10_000_000), size: 1000 }]),
      'APP_ARCHIVE_UNSAFE',
    ],
    ['another archive', zipBytes([{ name: 'readme.txt', bytes: index }]), 'PROJECT_IMPORT_INVALID'],
    [
      'no JSON',
      zipBytes([{ name: 'url-watches.json', bytes: Buffer.from('{"s3cret') }]),
      'PROJECT_IMPORT_INVALID',
    ],
  ])('refuses %s', async (_, bytes, code) => {
    const folder = folderWithSamples(SHOP);
    writeFileSync(join(folder, 'backup.zip'), bytes);
    const refused = await run(folder, 'backup.zip');
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain(`[${code}]`);
    expect(refused.stderr).not.toContain('s3cret');
    expect(readdirSync(folder)).toEqual(['backup.zip']);
  });

  it('says that a file is not there', async () => {
    expect((await run(folderWithSamples(SHOP), 'none.zip')).stderr).toContain('[APP_FILE_UNREADABLE]');
  });
});
