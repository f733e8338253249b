import { expect, test } from 'vitest';
import { counted, duration, size } from './counted.ts';
import { fromNow } from './moment.ts';

const now = Date.parse('2026-11-17T12:00:00Z');

test.each([
  ['2026-11-17T12:00:10Z', 'in a moment'],
  ['2026-11-17T11:59:50Z', 'just now'],
  ['2026-11-17T11:55:00Z', '5 minutes ago'],
  ['2026-11-17T14:00:00Z', 'in 2 hours'],
  ['2026-11-16T12:00:00Z', 'yesterday'],
  ['2026-11-01T12:00:00Z', '1 Nov'],
  ['2025-11-01T12:00:00Z', '1 Nov 2025'],
])('%s is %s', (at, words) => expect(fromNow(at, now)).toBe(words));

test('numbers, sizes and durations as people say them', () => {
  expect([counted(1, 'page'), counted(1234, 'page')]).toEqual(['1 page', '1,234 pages']);
  expect([size(12), size(3400), size(56_000_000)]).toEqual(['12 bytes', '3.4 kB', '56 MB']);
  expect([duration(900), duration(65_000), duration(7_200_000)]).toEqual(['1 s', '1 min 5 s', '2 h']);
});
