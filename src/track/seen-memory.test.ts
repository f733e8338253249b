import fc from 'fast-check';
import { expect, test } from 'vitest';
import { segmentHtml, segmentText } from '../document/index.ts';
import { SeenMemory } from './seen-memory.ts';

const leaves = (html: string) => segmentHtml(Buffer.from(html)).leaves;

test('only segments that were never seen go to the detectors (C3)', () => {
  const memory = SeenMemory.empty.with(leaves('<p>a<p>b'));
  expect(memory.unseen(leaves('<p>b<p>c<p>a')).map(({ text }) => text)).toEqual(['c']);
});

test('text that goes and comes back has been seen', () => {
  const memory = SeenMemory.empty.with(leaves('<p>a<p>b')).with(leaves('<p>a'));
  expect(memory.unseen(leaves('<p>a<p>b'))).toEqual([]);
});

test('a memory survives as bytes, 8 for each segment', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 }), { maxLength: 40 }), (texts) => {
      const segments = texts.flatMap((text) => segmentText(text).segments);
      const memory = SeenMemory.empty.with(segments);
      const bytes = memory.toBytes();
      expect(bytes).toHaveLength(2 + 8 * memory.size);
      expect(SeenMemory.fromBytes(bytes)?.unseen(segments)).toEqual([]);
      expect(SeenMemory.fromBytes(bytes)?.toBytes()).toEqual(bytes);
    }),
    { seed: 21, numRuns: 300 },
  );
});

test('hashes of another version are not used', () => {
  const bytes = SeenMemory.empty.with(leaves('<p>a')).toBytes();
  bytes[1] = 0xff;
  expect(SeenMemory.fromBytes(bytes)).toBeNull();
});

test('broken bytes are an error with a code', () => {
  expect(() => SeenMemory.fromBytes(new Uint8Array(5))).toThrowError(
    expect.objectContaining({ code: 'TRACK_MEMORY_BROKEN', decision: 'skip' }),
  );
});

test('the oldest segments are forgotten when there are too many', () => {
  const segments = Array.from({ length: 20_001 }, (_, i) => ({ high: i, low: i }));
  const memory = SeenMemory.empty.with(segments);
  expect(memory.size).toBe(20_000);
  expect(memory.has({ high: 0, low: 0 })).toBe(false);
  expect(memory.has({ high: 20_000, low: 20_000 })).toBe(true);
});
