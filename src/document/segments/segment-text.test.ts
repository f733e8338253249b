import { describe, expect, test } from 'vitest';
import { isMadeOfRecords, segmentRecords, segmentText } from './segment-text.ts';

describe('a plain text', () => {
  test('paragraphs are separated by empty lines', () => {
    const segments = segmentText('High tide\nat noon.\n\n  \nLow tide\r\nat six.\n').segments;
    expect(segments.map(({ text, path }) => `${path}: ${text}`)).toEqual([
      'text/p[1]: High tide at noon.',
      'text/p[2]: Low tide at six.',
    ]);
  });

  test('headings, items and rows of tables need no empty line', () => {
    const text =
      '# Tides\nHigh at noon,\nlow at six.\n- bring a towel\n- bring\n  a friend\n1. walk\n| a | b |\n| 1 | 2 |\n';
    expect(segmentText(text).segments.map(({ kind, text: shown }) => `${kind}: ${shown}`)).toEqual([
      'heading: # Tides',
      'paragraph: High at noon, low at six.',
      'item: - bring a towel',
      'item: - bring a friend',
      'item: 1. walk',
      'cell: | a | b |',
      'cell: | 1 | 2 |',
    ]);
  });

  test('each line of a long listing is a leaf', () => {
    const lines = Array.from({ length: 60 }, (_, i) => `line ${i}`);
    expect(segmentText(lines.join('\n'))).toHaveLength(60);
    expect(segmentText(lines.slice(0, 41).join('\n'))).toHaveLength(41);
    expect(segmentText(lines.slice(0, 40).join('\n'))).toHaveLength(1);
  });

  test('a row of a table ends with its line', () => {
    expect(segmentText('| a | b |\nhigh tide').segments.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'cell: | a | b |',
      'paragraph: high tide',
    ]);
  });

  test('line breaks do not count', () => {
    const [a] = segmentText('high\ntide').segments;
    const [b] = segmentText('high  tide').segments;
    expect([a?.high, a?.low]).toEqual([b?.high, b?.low]);
  });
});

describe('a text made of records', () => {
  const shown = (text: string) =>
    segmentRecords(text).segments.map((segment) => `${segment.path}: ${segment.text}`);

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

  test('each row of a table is a leaf with the line number that editors show', () => {
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

  test('a long line is split, but not within quotes', () => {
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

  test('an escaped quote does not end a quotation', () => {
    const long = 'x'.repeat(500);
    expect(shown(`{"a":"5\\" high, wide","b":"${long}"}`)).toEqual([
      'text/line[1]/part[1]: {',
      'text/line[1]/part[2]: "a":"5\\" high, wide",',
      `text/line[1]/part[3]: "b":"${long}"}`,
    ]);
  });

  test('a different bracket is a different text', () => {
    const hashes = (text: string) => segmentRecords(text).segments.map(({ high, low }) => `${high} ${low}`);
    expect(hashes('[1,\n2]')).not.toEqual(hashes('[1,\n2}'));
  });

  test('a line of a megabyte of quotes takes linear time', () => {
    expect(segmentRecords('"'.repeat(1_000_001))).toHaveLength(1);
    expect(segmentRecords(`${'"\\'.repeat(500_000)},a`).length).toBeGreaterThan(0);
  });
});
