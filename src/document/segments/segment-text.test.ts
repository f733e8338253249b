import { expect, test } from 'vitest';
import { segmentText } from './segment-text.ts';

test('paragraphs stand between empty lines', () => {
  const segments = segmentText('High tide\nat noon.\n\n  \nLow tide\r\nat six.\n');
  expect(segments.map(({ text, path }) => `${path}: ${text}`)).toEqual([
    'text/p[1]: High tide at noon.',
    'text/p[2]: Low tide at six.',
  ]);
});

test('headings, items and rows of tables need no empty line', () => {
  const text =
    '# Tides\nHigh at noon,\nlow at six.\n- bring a towel\n- bring\n  a friend\n1. walk\n| a | b |\n| 1 | 2 |\n';
  expect(segmentText(text).map(({ kind, text: shown }) => `${kind}: ${shown}`)).toEqual([
    'heading: # Tides',
    'paragraph: High at noon, low at six.',
    'item: - bring a towel',
    'item: - bring a friend',
    'item: 1. walk',
    'cell: | a | b |',
    'cell: | 1 | 2 |',
  ]);
});

test('a listing of many lines is taken line by line', () => {
  const lines = Array.from({ length: 60 }, (_, i) => `line ${i}`);
  expect(segmentText(lines.join('\n'))).toHaveLength(60);
});

test('line breaks do not count', () => {
  const [a] = segmentText('high\ntide');
  const [b] = segmentText('high  tide');
  expect([a?.high, a?.low]).toEqual([b?.high, b?.low]);
});
