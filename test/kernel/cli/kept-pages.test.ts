import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../features/projects/run-command.ts';
import { linkPage, pagesOf, type SiteServer, serveSite } from '../../sites/plain/site-server.ts';
import { type Finished, objectsOf } from './run-tidemark.ts';

let data: string;
let server: SiteServer;
let price = 'five';
const runs: Finished[] = [];

const tidemark = (...args: readonly string[]) => runCommand([...args, '--data', data]);

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'tidemark-kept-'));
  server = await serveSite(
    pagesOf({
      '/': linkPage('/tea', '/coffee'),
      '/tea': (response) => {
        response.writeHead(200, { 'Content-Type': 'text/html; charset=windows-1251' });
        response.end(Buffer.from(`<title>Tea</title><p>\xd7\xe0\xe9, ${price} euros`, 'latin1'));
      },
      '/coffee': '<title>Coffee</title><p>Coffee is out of stock',
      '/leaflet': '<p>Nothing links here',
    }),
  );
  runs.push(await tidemark('crawl', `${server.origin}/`, '--project', 'my shop'));
  price = 'six';
  runs.push(await tidemark('track', '--project', 'my shop'));
});
afterAll(async () => {
  await server.close();
  await rm(data, { recursive: true, force: true });
});

describe('what a run prints about flags', () => {
  it('a first crawl prints nothing, since all its pages are new', () => {
    expect(runs[0]?.stdout).toMatch(/^Finished\. 3 pages, 0 errors/);
    expect(runs[0]?.stdout).not.toContain('updated');
  });

  it('a later visit prints the changes, and how to see more', () => {
    expect(runs[1]?.stdout).toMatch(/^1 of 3 pages changed\.\n/);
    expect(runs[1]?.stdout).toContain('{+six+}');
    expect(runs[1]?.stderr).toContain("Every page, with its reason: tidemark report 'my shop'\n");
  });

  it('a first visit to track says that there is nothing to compare with', async () => {
    const { stdout } = await tidemark('track', `${server.origin}/`, '--project', 'another');
    expect(stdout).toBe('3 pages kept, to be compared with at the next visit.\n');
  });
});

describe('tidemark ls', () => {
  it('lists every page, also when there are more than are read at once', async () => {
    const folder = join(data, 'notes');
    await mkdir(folder);
    const names = Array.from({ length: 1001 }, (_, n) => `${n}.txt`);
    await Promise.all(names.map((name) => writeFile(join(folder, name), name)));
    await tidemark('crawl', folder, '--project', 'notes');
    const listed = objectsOf(await tidemark('ls', 'notes', '--json')) as { readonly url: string }[];
    expect(new Set(listed.map(({ url }) => url.replace(/^.*\//, '')))).toEqual(new Set(names));
  });
});

describe('tidemark ls of pages that are not there any more', () => {
  it('says that they are gone, and the status of the answer that is kept of the others', async () => {
    const folder = join(data, 'leaves');
    await mkdir(folder);
    for (const name of ['kept.txt', 'lost.txt']) await writeFile(join(folder, name), name);
    await tidemark('track', folder, '--project', 'leaves');
    await rm(join(folder, 'lost.txt'));
    await tidemark('track', folder, '--project', 'leaves');
    const { stdout } = await tidemark('ls', 'leaves');
    expect(stdout).toMatch(/^gone .*lost\.txt$/m);
    expect(stdout).not.toMatch(/^gone .*kept\.txt$/m);
  });
});

describe('tidemark show', () => {
  it('decodes text by the header of the answer', async () => {
    const { stdout } = await tidemark('show', `${server.origin}/tea`, '--text', '--project', 'my shop');
    expect(stdout).toBe('Tea\n\nЧай, six euros\n');
  });

  it('says which other projects have the page', async () => {
    for (const project of ['left', 'right'])
      await tidemark('crawl', `${server.origin}/leaflet`, '--project', project);
    const { stderr } = await tidemark('show', `${server.origin}/leaflet`);
    expect(stderr).toMatch(
      /^This is the page of "(?:left|right)"; with --project, also of: (?:left|right)\.$/m,
    );
  });

  it('refuses a project that does not exist', async () => {
    const { exitCode, stderr } = await tidemark('show', '/tea', '--project', 'shop');
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /there is no project "shop"\. Did you mean "my shop"\? Known: .*my shop.*\[CLI_PROJECT_UNKNOWN\]/,
    );
  });
});

describe('tidemark export', () => {
  const exported = async (...args: readonly string[]) => {
    const file = join(data, args.includes('--run') ? 'old.warc' : 'new.warc.gz');
    const finished = await tidemark('export', 'my shop', '--warc', file, ...args);
    expect(finished.stderr).toMatch(/^Run [12] of my shop written to /);
    const bytes = readFileSync(file);
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
  };

  it('writes the newest run, or the one that is named', async () => {
    expect(await exported()).toContain('six euros');
    expect(await exported('--run', '1')).toContain('five euros');
  });

  it('says why a file cannot be written', async () => {
    const { exitCode, stderr } = await tidemark('export', 'my shop', '--warc', data);
    expect(exitCode).toBe(2);
    expect(stderr).toBe(`tidemark: cannot write ${data}: it is a folder [CLI_OUTPUT_UNWRITABLE]\n`);
  });

  it('refuses a run that does not exist', async () => {
    const file = join(data, 'none.warc');
    const { exitCode, stderr } = await tidemark('export', 'my shop', '--warc', file, '--run', '7');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('"my shop" has no run 7; its newest run is 2.');
  });
});

describe('tidemark report', () => {
  it('with --flag lists those pages, whatever the case, and prints complete JSON', async () => {
    const { stdout } = await tidemark('report', 'my shop', '--flag', 'sam');
    expect(stdout).toMatch(/^SAM +\d+ +\S+\/coffee/m);
    expect(stdout).not.toMatch(/^UPD/m);
    const [report] = objectsOf(await tidemark('report', 'my shop', '--json')) as { totals: object }[];
    expect(report?.totals).toEqual({ NEW: 0, SAM: 2, UPD: 1, MIS: 0, ERR: 0 });
  });

  it.each([
    [['--flag', 'UPD,BAD'], '--flag: "BAD" is not a flag. Known: NEW, SAM, UPD, MIS, ERR.'],
    [['--json', '--csv'], '--json and --csv cannot be used together.'],
  ])('%j is refused', async (args, message) => {
    const { exitCode, stderr } = await tidemark('report', 'my shop', ...args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});
