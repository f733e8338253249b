import { symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findPages } from '../../../../src/crawl/history/find-page.ts';
import { PageDiffer } from '../../../../src/features/reports/diff-page.ts';
import { pdfOf } from '../../../fixtures/data/pdf-of.ts';
import { ftpServer } from '../../../fixtures/servers/ftp-server.ts';
import type { SiteRun } from '../runs/run-site.ts';
import { FileTree } from './file-tree.ts';
import { type Visited, VisitedSite } from './visited-site.ts';

let tree: FileTree;
let site: VisitedSite;

beforeEach(async () => {
  tree = new FileTree();
  site = await VisitedSite.open();
});
afterEach(async () => {
  await site.close();
  tree.close();
});

/** Flag and reason of the file whose URL ends like this. */
const verdictOn = ({ rows }: Visited, name: string): string | undefined => {
  const row = rows.find(({ url }) => url.endsWith(`/${name}`));
  return row && `${row.flag}: ${row.reason}`;
};

describe('the flags of a visit', () => {
  test('a folder that cannot be listed makes its files ERR, not MIS, and the visit continues', async () => {
    for (const name of ['a.txt', 'closed/b.txt', 'closed/below/c.txt', 'd.txt']) tree.write(name, name);
    await site.visit(tree.url);
    tree.remove('closed');
    tree.remove('d.txt');
    // A link out of the tree cannot be read, whichever user runs this test.
    symlinkSync('/', join(tree.folder, 'closed'));
    const visited = await site.visit(tree.url);
    expect(visited.flags).toEqual({ NEW: 0, SAM: 1, UPD: 0, MIS: 1, ERR: 3 });
    expect(visited.due).toBe(4);
    expect(verdictOn(visited, 'closed/b.txt')).toMatch(/^ERR: .*FETCH_OUTSIDE_ROOT/);
    expect(verdictOn(visited, 'd.txt')).toMatch(/^MIS: no longer listed in /);

    unlinkSync(join(tree.folder, 'closed'));
    const back = await site.visit(tree.url);
    expect(verdictOn(back, 'closed/b.txt')).toMatch(/^MIS: no longer listed/);
  });

  test('new files that find no room in the frontier are left out, and found at a later visit; known files take no room', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']) tree.write(name, name);
    const first = await site.visit(tree.url, { settings: { maxFrontier: 2 } });
    expect(first.flags).toMatchObject({ NEW: 2, ERR: 0 });
    expect(first.ending.notices.join(' ')).toContain('3 links to new addresses were left out');
    tree.write('a.txt', 'another text');
    const second = await site.visit(tree.url, { settings: { maxFrontier: 2 } });
    expect(second.flags).toEqual({ NEW: 2, SAM: 1, UPD: 1, MIS: 0, ERR: 0 });
    const third = await site.visit(tree.url, { settings: { maxFrontier: 2 } });
    expect(third.flags).toEqual({ NEW: 1, SAM: 4, UPD: 0, MIS: 0, ERR: 0 });
    expect(third.ending.notices).toEqual([]);
  });

  test('a site that cannot be entered is ERR for every file, and the next visit compares with the last known state', async () => {
    tree.write('a.txt', 'one');
    const server = await ftpServer({ folder: tree.folder });
    await site.visit(server.url);
    await server.close();
    const down = await site.visit(server.url, { settings: { attempts: 1 } });
    expect(down.flags).toMatchObject({ ERR: 2, MIS: 0 });
    expect(verdictOn(down, 'a.txt')).toContain('FETCH_REFUSED');
    expect(down.ending).toMatchObject({ state: 'finished', pages: 0 });
  });

  test('changed words are reported, also in PDFs; other files by their size', async () => {
    tree.write('notes.md', '# Tides\n\nHigh water at six.');
    tree.write('paper.pdf', pdfOf([['High water at six']]));
    tree.write('raw.bin', Buffer.from([0, 1, 2]));
    await site.visit(tree.url);
    tree.write('notes.md', '# Tides\n\nHigh water at seven.');
    tree.write('paper.pdf', pdfOf([['High water at seven']]));
    tree.write('raw.bin', Buffer.from([0, 1, 2, 3]));
    const visited = await site.visit(tree.url);
    expect(verdictOn(visited, 'notes.md')).toBe('UPD: 1 paragraph changed: different words');
    expect(verdictOn(visited, 'paper.pdf')).toBe('UPD: 1 paragraph changed: different words');
    expect(verdictOn(visited, 'raw.bin')).toBe('UPD: different content: 4 bytes instead of 3');

    const project = await site.store.projects.find('files');
    if (project === null) throw new Error('no project');
    const [found] = await findPages(site.store, [project], `${tree.url}paper.pdf`);
    if (found === undefined) throw new Error('no page');
    const differ = await PageDiffer.of(site.store, project);
    const diff = JSON.stringify(await differ.diff(found.page));
    expect(diff).toContain('seven');
  });

  test('other bytes with the same words are a change, unless the user compares by text', async () => {
    tree.write('a.txt', 'one two');
    await site.visit(tree.url);
    tree.write('a.txt', 'one  two\n');
    expect(verdictOn(await site.visit(tree.url), 'a.txt')).toBe('UPD: different bytes, the same words');
    tree.write('a.txt', 'one two ');
    const byText = await site.visit(tree.url, { settings: { compare: [{ by: 'text' }] } });
    expect(verdictOn(byText, 'a.txt')).toMatch(/^SAM: /);
  });

  test('change rates are learned, and --due leaves out files that are unlikely to have changed', async () => {
    tree.write('a.txt', 'one');
    await site.visit(tree.url);
    await site.visit(tree.url);
    const visited = await site.visit(tree.url, { onlyDue: true });
    const run = await site.store.runs.latest(1);
    expect(run?.knownPages).toMatchObject({ due: 0, notDue: 1 });
    expect(visited.rows).toEqual([]);
  });
});

describe('what belongs to a visit', () => {
  test('depth, scope and size leave files out, and such files are not missing', async () => {
    tree.write('a.txt', 'a');
    tree.write('b/c.txt', 'c');
    tree.write('b/d/e.txt', 'e');
    tree.write('large.txt', 'x'.repeat(5000));
    expect((await site.visit(tree.url)).flags).toMatchObject({ NEW: 4 });
    const flat = await site.visit(tree.url, { settings: { depth: 1, maxPageBytes: 1000 } });
    expect(flat.rows.map(({ url }) => url.slice(tree.url.length))).toEqual(['a.txt', 'b/c.txt']);
    const run = await site.store.runs.latest(1);
    expect(run?.knownPages).toMatchObject({ due: 2, excluded: 2 });
    const below = await site.visit(tree.url, { settings: { scope: [`${tree.url}b/`] } });
    expect(below.rows.map(({ url }) => url.slice(tree.url.length))).toEqual(['b/c.txt']);
  });

  test('an operator can allow certain folders only', async () => {
    const narrow = await VisitedSite.open({ TIDEMARK_FOLDERS: '/nowhere-in-particular' });
    tree.write('a.txt', 'a');
    const visited = await narrow.visit(tree.url);
    expect(visited.ending).toMatchObject({ pages: 0, errors: 1 });
    await narrow.close();
  });
});

describe('a visit that pauses', () => {
  test('a limit pauses the run, and the next visit continues with what is left', async () => {
    for (let i = 0; i < 10; i++) tree.write(`${i}.txt`, `file ${i}`);
    const paused = await site.visit(tree.url, { settings: { maxPages: 4 } });
    expect(paused.ending).toMatchObject({ state: 'paused', reason: '4 files requested', pages: 4 });
    const resumed = await site.visit(tree.url, { settings: { maxPages: null } });
    expect(resumed.ending).toMatchObject({ state: 'finished', pages: 6 });
    expect(resumed.flags).toMatchObject({ NEW: 10 });
  });

  test('what is left out is counted once, even when the run is resumed', async () => {
    for (let i = 0; i < 5; i++) tree.write(`${i}.txt`, `file ${i}`);
    tree.write('large.txt', 'x'.repeat(5000));
    tree.write('below/deep.txt', 'deep');
    const settings = { depth: 0, maxPageBytes: 1000 };
    const paused = await site.visit(tree.url, { settings: { ...settings, maxPages: 2 } });
    expect(paused.ending).toMatchObject({ state: 'paused', pages: 2 });
    const resumed = await site.visit(tree.url, { settings: { ...settings, maxPages: null } });
    expect(resumed.ending).toMatchObject({ state: 'finished', pages: 3 });
    const run = await site.store.runs.latest(1);
    const leftOut = await site.store.runs.leftOut(run?.id ?? 0);
    expect(leftOut.map(({ count }) => count)).toEqual([1, 1]);
  });

  test('a limit that is just large enough does not pause the run', async () => {
    for (let i = 0; i < 3; i++) tree.write(`${i}.txt`, `file ${i}`);
    expect((await site.visit(tree.url, { settings: { maxPages: 3 } })).ending.state).toBe('finished');
  });

  test('a server in trouble pauses the run instead of failing every file', async () => {
    const names = Array.from({ length: 15 }, (_, i) => `${i}.txt`);
    for (const name of names) tree.write(name, name);
    // After the listing, every file turns out to be shorter.
    const onEvent: SiteRun['onEvent'] = ({ event }) => {
      if (event === 'listed') for (const name of names) tree.write(name, '');
    };
    const paused = await site.visit(tree.url, { settings: { attempts: 1 }, onEvent });
    expect(paused.ending).toMatchObject({ state: 'paused', pages: 0, errors: 9 });
    expect(paused.ending.reason).toMatch(/^10 files in a row failed; the last error: /);
  });

  test('an interruption pauses it', async () => {
    tree.write('a.txt', 'a');
    const stopping = new AbortController();
    stopping.abort();
    const { ending } = await site.visit(tree.url, { signal: stopping.signal });
    expect(ending).toMatchObject({ state: 'paused', reason: 'interrupted' });
    expect((await site.visit(tree.url)).flags).toMatchObject({ NEW: 1 });
  });

  test('several connections fetch the same as one', async () => {
    for (let i = 0; i < 200; i++) tree.write(`${i % 7}/${i}.txt`, `file ${i}`);
    const server = await ftpServer({ folder: tree.folder });
    const visited = await site.visit(server.url, { settings: { concurrency: 4 } });
    await server.close();
    expect(visited.flags).toEqual({ NEW: 200, SAM: 0, UPD: 0, MIS: 0, ERR: 0 });
  });
});
