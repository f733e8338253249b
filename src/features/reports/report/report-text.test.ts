import { expect, test } from 'vitest';
import { flagOrder, type RunReport } from '../../../crawl/history/run-report.ts';
import { type Ink, withoutColors } from '../../../presentation/terminal/styled-text.ts';
import { textWidth } from '../../../presentation/terminal/text-width.ts';
import { pageExample, reportExample } from './report.example.ts';
import { type ReportTextOptions, reportText } from './report-text.ts';

const rows = [
  pageExample(1, 'NEW'),
  pageExample(2, 'SAM'),
  pageExample(3, 'UPD', { url: `https://example.org/${'long/'.repeat(30)}end` }),
  pageExample(4, 'MIS'),
];

async function linesOf(
  report: RunReport,
  change: Partial<ReportTextOptions> = {},
): Promise<readonly string[]> {
  const fixed = { ink: withoutColors, width: 80, hasChanges: false, commandName: 'shop' };
  const options = { ...fixed, flags: flagOrder, mostRows: 100, ...change };
  return (await Array.fromAsync(reportText(report, options))).join('\n').split('\n');
}

test('totals, what was not visited, and the rate of the source', async () => {
  const text = (await linesOf(reportExample(rows))).join('\n');
  expect(text).toContain('1 changed   1 new   1 gone   0 failing   1 unchanged');
  expect(text).toContain('not visited: 20 not due, 3 not reached, 4 excluded, 1 alias not fetched again');
  expect(text).toContain('2 addresses are aliases of another page (20.0 % of all); 1 request saved.');
  expect(text).toContain('10 of 200 visits over 3 runs found a change; a page changes about every 20 days.');
});

test('pages are in the order of interest and fit the terminal', async () => {
  const lines = await linesOf(reportExample(rows));
  expect(lines.filter((line) => /^[A-Z]{3} /.test(line)).map((line) => line.slice(0, 3))).toEqual([
    'UPD',
    'NEW',
    'MIS',
    'SAM',
  ]);
  for (const line of lines) expect(textWidth(line), line).toBeLessThanOrEqual(90);
  expect(lines.find((line) => line.startsWith('UPD'))).toMatch(/https:\/\/e\S*…\S*long\/end +a reason/);
});

test('in a pipe nothing is cut', async () => {
  const lines = await linesOf(reportExample(rows), { width: Number.POSITIVE_INFINITY });
  expect(lines.join('\n')).toContain(`${'long/'.repeat(30)}end  a reason for UPD`);
});

test('beyond the limit, rows are counted', async () => {
  const many = Array.from({ length: 12 }, (_, place) => pageExample(place + 1, 'NEW'));
  const lines = await linesOf(reportExample(many), { mostRows: 10 });
  expect(lines.filter((line) => line.startsWith('NEW'))).toHaveLength(10);
  expect(lines.join('\n')).toContain('… 2 more; --flag NEW lists them all');
});

test('flags are coloured, and a page cannot colour anything itself', async () => {
  const ink: Ink = { isColored: true, paint: (style, text) => `<${style}>${text}</>` };
  const hostile = pageExample(1, 'UPD', { reason: '\u001b[31mred' });
  const text = (await linesOf(reportExample([hostile]), { ink })).join('\n');
  expect(text).toContain('<yellow>UPD</>');
  expect(text).not.toContain('\u001b');
});

test('a run that did not count the pages that it knew does not say what was not visited', async () => {
  const text = (await linesOf(reportExample(rows, { knownPages: null, notReached: null }))).join('\n');
  expect(text).toContain('3 pages due');
  expect(text).not.toContain('not visited');
});

test('only the flags that are asked for are listed', async () => {
  const lines = await linesOf(reportExample(rows), { flags: ['UPD', 'MIS'] });
  expect(lines.filter((line) => /^[A-Z]{3} /.test(line)).map((line) => line.slice(0, 3))).toEqual([
    'UPD',
    'MIS',
  ]);
});

test('pages that changed most, with how much and how often', async () => {
  const page = {
    file: '1',
    url: 'https://example.org/?s=1',
    identity: 'https://example.org/',
    changedRuns: 2,
  };
  const lines = await linesOf(
    reportExample(rows, {
      changedMost: [
        { ...page, words: 1 },
        { ...page, words: null },
      ],
    }),
  );
  const start = lines.indexOf('changed most');
  expect(lines.slice(start + 1, start + 3)).toEqual([
    '1 word        2 of 3 runs   https://example.org/',
    'no text       2 of 3 runs   https://example.org/',
  ]);
});

test('the changes themselves come before the rows, and take the place of those of updated pages', async () => {
  const shop = reportExample(rows);
  const text = (await linesOf(shop, { hasChanges: true })).join('\n');
  expect(text).toContain('1 of 3 pages changed, 1 is new, 1 is gone.');
  expect(text).toMatch(
    /^ {2}~ changed paragraph under “Prices”\n {6}The chair costs \[-29-\] \{\+31\+\} euros\.$/m,
  );
  expect(text).not.toMatch(/^UPD /m);
  expect(text).toMatch(/^MIS /m);
  const all = (await linesOf(shop, { hasChanges: true, mostRows: Number.POSITIVE_INFINITY })).join('\n');
  expect(all).toMatch(/^UPD /m);
});

test('near-duplicates are counted, and listed when they are asked for', async () => {
  const page = (file: string) => ({
    file,
    url: `https://example.org/${file}`,
    identity: `https://example.org/${file}`,
  });
  const report = reportExample(rows, { nearDuplicates: [{ of: page('1'), pages: [page('2'), page('3')] }] });
  const few = (await linesOf(report)).join('\n');
  expect(few).toContain('2 near-duplicates of https://example.org/1.');
  expect(few).toContain('tidemark report shop --near-duplicates');
  const all = await linesOf(report, { hasNearDuplicates: true });
  expect(all).toContain('2 near-duplicates of https://example.org/1');
  expect(all.filter((line) => /^ {6}\d/.test(line)).map((line) => line.trim().split(/\s+/))).toEqual([
    ['2', 'https://example.org/2'],
    ['3', 'https://example.org/3'],
  ]);
  const none = await linesOf(reportExample(rows, { nearDuplicates: [] }), { hasNearDuplicates: true });
  expect(none).toContain('No two pages are near-duplicates.');
});
