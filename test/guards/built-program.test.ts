import { execFile as execute, spawnSync } from 'node:child_process';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, folderForThisTest } from '../extending/blocks-of-page.ts';
import { pdfOf } from '../fixtures/data/pdf-of.ts';
import { ftpServer } from '../fixtures/servers/ftp-server.ts';
import { sftpServer } from '../fixtures/servers/sftp-server.ts';
import { siteForThisTest } from '../kernel/crawl/runs/site-for-this-test.ts';
import { linkPage, pagesOf } from '../sites/plain/site-server.ts';
import { projectRoot } from './planted-tree.ts';

const execFile = promisify(execute);

const root = new URL('../../', import.meta.url);

function run(...command: readonly string[]) {
  return spawnSync(process.execPath, [...command], { cwd: root, encoding: 'utf8' });
}

/** Prints on standard error which files each thread loads. */
const reportLoading = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { isMainThread } from 'node:worker_threads';
  import { writeSync } from 'node:fs';
  registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:')) writeSync(2, 'loaded ' + (isMainThread ? 'main ' : 'writer ') + url + '\\n');
      return next(url, context);
    },
  });
`)}`;

const examples = blocksOf('docs/library.md', 'ts');

/** A program of a user's own, in a folder where Tidemark is installed as a package. */
function userProgram(code: string): { readonly run: () => Promise<string> } {
  const folder = folderForThisTest();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(projectRoot, join(folder, 'node_modules/tidemark'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'program.ts'), code);
  return {
    run: async () => (await execFile(process.execPath, ['program.ts'], { cwd: folder })).stdout,
  };
}

async function edited() {
  const pages: Record<string, string> = {
    '/': linkPage('/a', '/b'),
    '/a': '<title>A</title><p>High water is at six.</p>',
    '/b': '<title>B</title><p>Low water is at noon.</p>',
  };
  const site = await siteForThisTest((request, response) => pagesOf(pages)(request, response));
  return { site, pages };
}

/** What `dist/` is made of. Folders count too: a file that is gone has changed them. */
const sources = ['src/**', 'web/**', 'scripts/**', 'bin/**', 'package*.json', 'tsconfig*.json'];

/** Whether all of it is as old as when `npm install` built. The pages are written last. */
function isBuilt(): boolean {
  const built = statSync(new URL('dist/web/index.html', root), { throwIfNoEntry: false });
  return (
    built !== undefined &&
    globSync(sources, { cwd: root }).every((path) => statSync(new URL(path, root)).mtimeMs < built.mtimeMs)
  );
}

describe('what is published', () => {
  beforeAll(() => {
    if (!isBuilt()) expect(run('scripts/build.ts')).toMatchObject({ status: 0, stderr: '' });
  });

  it('crawls', () => {
    const { stdout, status } = run('dist/cli/main.js', 'demo', '--json');
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; pages?: number });
    expect(status).toBe(0);
    expect(events.at(-1)).toMatchObject({ event: 'ended', pages: 42 });
  });

  it('shows the help of every command', () => {
    const { stdout, status } = run('dist/cli/main.js', '--help');
    expect(status).toBe(0);
    for (const [, name = ''] of stdout.matchAll(/^ {2}([a-z]+) .*$/gm)) {
      if (name !== 'help')
        expect(run('dist/cli/main.js', name, '--help')).toMatchObject({ status: 0, stderr: '' });
    }
  });

  it('loads few files for a first crawl, from its start to its end, and nothing that it does not need', async () => {
    const site = await siteForThisTest(pagesOf({ '/': '<p>A page of yesterday, 3 May.</p>' }));
    const data = join(folderForThisTest(), 'data');
    const crawl = ['dist/visits/main.js', 'crawl', `${site.origin}/`, '--depth', '0', '--data', data];
    const { stderr } = await execFile(process.execPath, [`--import=${reportLoading}`, ...crawl], {
      cwd: root,
    });
    const filesIn = (thread: string) =>
      [...stderr.matchAll(new RegExp(`^loaded ${thread} (file:.*)$`, 'gm'))].map(([, url = '']) =>
        readFileSync(new URL(url), 'utf8'),
      );
    const [main, writer] = [filesIn('main'), filesIn('writer')];
    const found = ['CrawlEngine', 'YAMLMap', 'RE2JSSyntaxException', 'DomHandler', 'MockAgent'].filter(
      (name) => main.some((code) => code.includes(name)),
    );
    expect(found).toEqual(['CrawlEngine']);
    const lengthOf = (files: readonly string[]) => files.join('').length;
    expect({ main: lengthOf(main), writer: lengthOf(writer) }).toEqual({
      main: expect.toSatisfy((length) => length > 1_000_000 && length < 2_150_000),
      writer: expect.toSatisfy((length) => length > 100_000 && length < 500_000),
    });
    // A file that only passes on what another one has is short.
    const whole = [...main, ...writer].filter((code) => code.length > 1_000);
    expect(whole.length).toBeLessThanOrEqual(6);
  });

  it('visits FTP and SFTP servers, without native parts, and reads PDFs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-built-'));
    const files = join(folder, 'files');
    mkdirSync(files);
    writeFileSync(join(files, 'paper.pdf'), pdfOf([['High water at six']]));
    const sftp = await sftpServer({ folder: files, password: 'sesame' });
    const ftp = await ftpServer({ folder: files });
    writeFileSync(join(folder, 'known_hosts'), sftp.knownHosts);
    const env = {
      ...process.env,
      TIDEMARK_DATA: join(folder, 'data'),
      TIDEMARK_KNOWN_HOSTS: join(folder, 'known_hosts'),
    };
    const tidemark = async (...args: readonly string[]) =>
      (await execFile(process.execPath, ['dist/cli/main.js', ...args], { cwd: root, env })).stdout;
    const url = sftp.url.replace('sftp://', 'sftp://ann:sesame@');
    expect(await tidemark('track', url, '--project', 'over-sftp')).toContain('1 page kept');
    expect(await tidemark('track', ftp.url, '--project', 'over-ftp')).toContain('1 page kept');
    expect(await tidemark('show', '--text', `${ftp.url}paper.pdf`)).toContain('High water at six');
    await sftp.close();
    await ftp.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has a file for every thread', () => {
    const started = globSync('src/**/*.ts', { cwd: projectRoot }).flatMap((path) => [
      ...readFileSync(join(projectRoot, path), 'utf8').matchAll(/new URL\(`\.\/([\w-]+-thread)\./g),
    ]);
    const threads = started.map(([, name = '']) => `${name}.js`);
    expect(threads.toSorted()).toEqual([
      'pdf-thread.js',
      'replay-thread.js',
      'run-thread.js',
      'work-thread.js',
      'writer-thread.js',
    ]);
    expect(readdirSync(new URL('dist/cli', root))).toEqual(expect.arrayContaining(threads));
  });

  it('is a library', () => {
    const script = "import { normalizeUrl } from 'tidemark'; console.log(normalizeUrl('HTTP://Example.ORG'))";
    expect(run('--input-type=module', '--eval', script)).toMatchObject({
      stdout: 'http://example.org/\n',
      status: 0,
    });
  });

  it('includes the licence of everything that is bundled', () => {
    const licences = readdirSync(new URL('dist/cli/licences', root));
    for (const name of [
      'undici',
      'kysely',
      'zod',
      'yaml',
      'htmlparser2',
      'css-select',
      're2js',
      'entities',
    ]) {
      expect(licences).toContain(`${name}.txt`);
    }
  });

  it('is used as docs/library.md shows: one visit, and another one after an edit', async () => {
    const { site, pages } = await edited();
    const program = userProgram((examples[0] ?? '').replace('https://example.org/', `${site.origin}/`));
    expect(await program.run()).toContain('finished { NEW: 3, SAM: 0, UPD: 0, MIS: 0, ERR: 0 }');
    pages['/a'] = '<title>A</title><p>High water is at seven.</p>';
    delete pages['/b'];
    const printed = await program.run();
    expect(printed).toContain('finished { NEW: 0, SAM: 1, UPD: 1, MIS: 1, ERR: 0 }');
    expect(printed).toMatch(new RegExp(`UPD ${site.origin}/a `));
    expect(printed).toContain('seven');
  });

  it('is used as docs/library.md shows: a program that stays', async () => {
    const { site } = await edited();
    const program = userProgram((examples[1] ?? '').replace('https://example.org/', `${site.origin}/`));
    expect(await program.run()).toMatch(/^finished 3 \d+\n3\n$/);
  });

  it('is used as docs/library.md shows: names of pages', async () => {
    const program = userProgram(`${examples[2]}console.log(rules.length);`);
    expect(await program.run()).toBe('1\n');
  });

  it('is used as docs/fingerprints.md shows, with an entry of its own for fingerprints', async () => {
    const program = userProgram(blocksOf('docs/fingerprints.md', 'ts')[0] ?? '');
    expect(await program.run()).toBe('0.5 false\n[ { id: 0, distance: 0 } ]\n');
  });
});
