import { expect, test } from 'vitest';
import { type Segment, segmentHtml } from '../../document/index.ts';
import { timeMark } from '../clock/same-times.ts';
import { comparableTokens } from './token-differences.ts';

const monday = Date.UTC(2026, 10, 16, 10, 30, 15);
const segment = (html: string): Segment => segmentHtml(Buffer.from(html)).leaves[0] as Segment;
const shown = (before: string, after: string, later = 0) =>
  comparableTokens(segment(before), monday, segment(after), monday + later).map((tokens) =>
    tokens.join(' ').replaceAll(timeMark, '(time)'),
  );

test('a number is one token with its signs', () => {
  expect(shown('<p>17,283.50 EUR', '<p>No. 4, 1.2')).toEqual(['17,283.50 EUR', 'No . 4 , 1.2']);
});

test('numbers that stand apart stay apart', () => {
  expect(shown('<p>Room 214, 1204 views', '<p>Room 214, <a>1204</a> views')).toEqual([
    'Room 214 , 1204 views',
    'Room 214 , <a> 1204 </a> views',
  ]);
});

test('a time that moved on gets the same mark as one that stayed', () => {
  const [old, now] = shown('<p>2 hours ago · 12 votes', '<p>3 hours ago · 15 votes', 3_600_000);
  expect([old, now]).toEqual(['(time) · 12 votes', '(time) · 15 votes']);
  expect(shown('<p>3 hours ago · 15 votes', '<p>3 hours ago · 16 votes')[0]).toBe(now);
});

test('emphasis alone is no difference', () => {
  const [before, after] = shown('<p>Thursday: 8 to 16', '<p><b>Thursday</b>: 8 <em>to</em> 16');
  expect(before).toBe(after);
  expect(shown('<p>Thursday: 8 to 16', '<p><del>Thursday</del>: 8 to 16')[1]).toContain('<del>');
});
