import { expect, test } from 'vitest';
import { isMadeOfRecords, segmentRecords } from './segment-records.ts';

const shown = (text: string) => segmentRecords(text).map((segment) => `${segment.path}: ${segment.text}`);

test.each([
  ['text/csv', true],
  ['application/json; charset=utf-8', true],
  ['application/ld+json', true],
  ['image/svg+xml', true],
  ['TEXT/CSS', true],
  ['text/plain', false],
  ['text/markdown; note=json', false],
  [null, false],
])('%s: %s', (type, expected) => {
  expect(isMadeOfRecords(type)).toBe(expected);
});

test('each row of a table is a leaf, and has the number that editors show', () => {
  expect(shown('id,name\r\n1,Ann\n\n2,Bob\n')).toEqual([
    'text/line[1]: id,name',
    'text/line[2]: 1,Ann',
    'text/line[4]: 2,Bob',
  ]);
});

test('brackets belong to what they close', () => {
  expect(shown('{\n  "a": [\n    1,\n    2\n  ]\n}\n')).toEqual([
    'text/line[1]: {',
    'text/line[2]: "a": [',
    'text/line[3]: 1,',
    'text/line[4]: 2 ] }',
  ]);
});

test('a long line is taken apart, but not within quotes', () => {
  const long = 'x'.repeat(500);
  expect(shown(`{"a":"one, two; \\"three\\"","b":[1,2],"c":"${long}"}`)).toEqual([
    'text/line[1]/part[1]: {',
    'text/line[1]/part[2]: "a":"one, two; \\"three\\"",',
    'text/line[1]/part[3]: "b":[',
    'text/line[1]/part[4]: 1,',
    'text/line[1]/part[5]: 2] ,',
    `text/line[1]/part[7]: "c":"${long}"}`,
  ]);
});

test('another bracket is another text', () => {
  const hashes = (text: string) => segmentRecords(text).map(({ high, low }) => `${high} ${low}`);
  expect(hashes('[1,\n2]')).not.toEqual(hashes('[1,\n2}'));
});

test('a line of a megabyte of quotes takes no time', () => {
  expect(segmentRecords('"'.repeat(1_000_001))).toHaveLength(1);
  expect(segmentRecords(`${'"\\'.repeat(500_000)},a`).length).toBeGreaterThan(0);
});
