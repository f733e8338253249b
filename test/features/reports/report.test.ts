import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openedFile } from '../../kernel/fetch/exported-file.ts';
import { useBuiltViews } from '../../web/built-views.ts';
import { runCommand } from '../projects/run-command.ts';
import { type TrackedShop, trackedShop } from './tracked-shop.ts';

interface Report {
  readonly run: number;
  readonly totals: Readonly<Record<string, number>>;
  readonly pages: readonly { readonly file: string; readonly url: string; readonly flag: string }[];
  readonly knownPages: { readonly due: number };
  readonly notReached: number;
  readonly changedMost: readonly { readonly url: string; readonly words: number | null }[];
}

let shop: TrackedShop;
beforeAll(async () => {
  shop = await trackedShop();
});
afterAll(() => shop.remove());

const flagsOf = ({ pages }: Report): Readonly<Record<string, string>> =>
  Object.fromEntries(pages.map(({ url, flag }) => [new URL(url).pathname, flag]));

test('JSON: every page of the run with one flag; SAM, UPD, MIS and ERR add up to the pages due', async () => {
  const report = await shop.object<Report>('report', 'shop', '--run', '2');
  expect(report.run).toBe(2);
  expect(report.totals).toEqual({ NEW: 1, SAM: 2, UPD: 3, MIS: 1, ERR: 0 });
  expect(flagsOf(report)).toEqual({
    '/': 'UPD',
    '/chairs': 'UPD',
    '/logo.png': 'UPD',
    '/tables': 'SAM',
    '/help': 'SAM',
    '/sale': 'MIS',
    '/lamps': 'NEW',
  });
  expect(report.knownPages.due).toBe(6);
  expect(report.notReached).toBe(0);
  for (const { file } of report.pages) expect(file).toMatch(/^\d+$/);
});

test('without --run it is the newest; --flag chooses rows, not totals', async () => {
  const report = await shop.object<Report>('report', 'shop', '--flag', 'err,mis');
  expect(report.run).toBe(3);
  expect(flagsOf(report)).toMatchObject({ '/help': 'ERR' });
  expect(report.pages.every(({ flag }) => flag === 'ERR' || flag === 'MIS')).toBe(true);
  expect(report.totals['SAM']).toBeGreaterThan(0);
});

test('for people: what is the same is only counted, and a hint leads on to a diff', async () => {
  const { stdout, stderr } = await shop.tidemark('report', 'shop', '--run', '2');
  expect(stdout).toMatch(/^shop, run 2 .* finished$/m);
  expect(stdout).toMatch(/^3 changed {3}1 new {3}1 gone {3}0 failing {3}2 unchanged$/m);
  expect(stdout).toMatch(/^MIS +\d+ +\S+\/sale +not found \(404\)$/m);
  expect(stdout).not.toMatch(/^SAM/m);
  expect(stderr).toMatch(/tidemark diff \d+/);
  const all = await shop.tidemark('report', 'shop', '--run', '2', '--all');
  expect(all.stdout).toMatch(/^SAM +\d+ +\S+\/tables/m);
});

test('CSV has a row for every page', async () => {
  const { stdout } = await shop.tidemark('report', 'shop', '--run', '2', '--csv');
  const lines = stdout.split('\r\n');
  expect(lines[0]).toBe('file,flag,url,identity,reason');
  expect(lines).toHaveLength(1 + 7 + 1);
});

test('HTML is one file with the words that changed; what pages say stays text', async () => {
  await useBuiltViews();
  const file = join(shop.data, 'report.html');
  const { exitCode, stdout } = await runCommand([
    ...['report', 'shop', '--run', '2', '--html', file],
    ...['--data', shop.data],
  ]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  expect(await readFile(file, 'utf8')).not.toContain('<script>alert');
  const { page, complaints } = await openedFile(pathToFileURL(file).href);
  const words = page.locator('.changed-words', { hasText: 'The oak chair' });
  expect(await words.innerHTML()).toContain('costs</span> <del>29</del> <ins>31</ins><span> euros.');
  await page.getByText('Taken for noise').waitFor();
  expect(complaints).toEqual([]);
});

test.each([
  [['report', 'none'], 'CLI_PROJECT_UNKNOWN', 'Known: empty, shop.'],
  [['report', 'shop', '--run', '9'], 'APP_RUN_UNKNOWN', 'there is no run 9; there are runs 1 to 3.'],
  [['report', 'empty'], 'APP_RUN_UNKNOWN', 'has not run yet'],
  [['report', 'shop', '--flag', 'OLD'], 'CLI_OPTION_INVALID', 'NEW, SAM, UPD, MIS, ERR'],
  [
    ['report', 'shop', '--html', '/none/at/all.html'],
    'CLI_OUTPUT_UNWRITABLE',
    'cannot write /none/at/all.html',
  ],
])('tidemark %j: %s', async (args, code, message) => {
  const { exitCode, stderr } = await shop.tidemark(...args);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`[${code}]`);
  expect(stderr).toContain(message);
});
