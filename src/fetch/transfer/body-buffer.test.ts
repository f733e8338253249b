import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BodyBuffer } from './body-memory.ts';

test('chunks of any size come out as they went in, whatever length was announced', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 50_000 }), { maxLength: 8 }),
      fc.constantFrom(-1, 0, 10, 100_000),
      (chunks, expected) => {
        const body = new BodyBuffer(expected);
        for (const chunk of chunks) body.append(chunk);
        const whole = Buffer.concat(chunks);
        expect(body.length).toBe(whole.length);
        expect(body.take().equals(whole)).toBe(true);
      },
    ),
    { seed: 65, numRuns: 100 },
  );
});

test('an absurd announced length takes no memory', () => {
  const body = new BodyBuffer(Number.MAX_SAFE_INTEGER);
  body.append(Buffer.from('x'));
  expect(body.take().buffer.byteLength).toBeLessThan(1_000_000);
});
