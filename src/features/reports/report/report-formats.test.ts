import { expect, test } from 'vitest';
import { flagOrder } from '../../../crawl/history/run-report.ts';
import {
  groupExample,
  joinedChunks,
  pageExample,
  pageOf,
  reportExample,
  summaryExample,
} from './report.example.ts';
import { csvField, reportCsv, reportJson } from './report-formats.ts';

const rows = [
  pageExample(1, 'UPD', { reason: 'new in every fetch: "sold out", today' }),
  pageExample(2, 'SAM'),
  pageExample(3, 'NEW', { url: '=HYPERLINK("http://x")' }),
];

test('JSON is one object on one line, with the agreed keys first', async () => {
  const text = await joinedChunks(reportJson(reportExample(rows), flagOrder));
  expect(text.indexOf('\n')).toBe(text.length - 1);
  const report = JSON.parse(text) as Record<string, unknown>;
  expect(Object.keys(report).slice(0, 3)).toEqual(['run', 'totals', 'pages']);
  expect(report).toMatchObject({
    run: 2,
    totals: { NEW: 1, SAM: 1, UPD: 1, MIS: 0, ERR: 0 },
    pages: rows,
    startedAt: '2026-01-05T08:00:00.000Z',
    knownPages: { due: 5, notDue: 20, aliases: 1, excluded: 4 },
    notReached: 3,
  });
});

test('JSON has each change once, with its pages', async () => {
  const pages = [pageOf('https://example.org/a'), pageOf('https://example.org/b')];
  const summary = summaryExample({ goneCount: 1 }, [groupExample({ pages })]);
  const report = JSON.parse(
    await joinedChunks(reportJson(reportExample([], { summary }), flagOrder)),
  ) as object;
  expect(report).toMatchObject({
    groups: [{ changes: [{ flag: 'changed', heading: 'Prices' }], pages }],
    summary: { gone: 1, failed: 0, lasting: { missing: 0 } },
  });
});

test('JSON of a run that has not ended has no end', async () => {
  const read = async (endedAt: number | null) =>
    JSON.parse(await joinedChunks(reportJson(reportExample([], { endedAt }), flagOrder))) as object;
  expect(await read(null)).toMatchObject({ endedAt: null });
  expect(await read(Date.UTC(2026, 0, 5, 9))).toMatchObject({ endedAt: '2026-01-05T09:00:00.000Z' });
});

test('JSON of a run without pages is still one object', async () => {
  const text = await joinedChunks(reportJson(reportExample([]), flagOrder));
  expect(JSON.parse(text)).toMatchObject({ pages: [] });
});

test('CSV has a header, CRLF, and quotes where RFC 4180 requires them', async () => {
  const text = await joinedChunks(reportCsv(reportExample(rows.slice(0, 1)), ['UPD']));
  expect(text).toBe(
    'file,flag,url,identity,reason\r\n' +
      '1,UPD,https://example.org/page-1,https://example.org/page-1,"new in every fetch: ""sold out"", today"\r\n',
  );
});

test('CSV names the page that each is a near-duplicate of, if asked to', async () => {
  const report = reportExample(
    [...rows.slice(0, 1), ...rows.slice(0, 1).map((row) => ({ ...row, file: '9' }))],
    {
      nearDuplicates: [
        { of: pageOf('https://example.org/'), pages: [{ ...pageOf('https://example.org/9'), file: '9' }] },
      ],
    },
  );
  const lines = (await joinedChunks(reportCsv(report, ['UPD'], { hasNearDuplicates: true }))).split('\r\n');
  expect(lines[0]).toBe('file,flag,url,identity,reason,nearDuplicateOf');
  expect(lines.slice(1, 3).map((line) => line.split(',').at(-1))).toEqual(['', '7']);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['＝1', "'＝1"],
  ['a,b', '"a,b"'],
  ['=A1,"x"', `"'=A1,""x"""`],
  ['a\nb', '"a\nb"'],
  ['plain = text', 'plain = text'],
])('CSV: %j is written as %j, which no spreadsheet runs', (text, field) => {
  expect(csvField(text)).toBe(field);
});
