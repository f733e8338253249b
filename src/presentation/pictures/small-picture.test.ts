import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Pixels, readPng, writePng } from './png.ts';
import { smallPicture } from './small-picture.ts';

const pictures = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
    channels: fc.constantFrom(3 as const, 4 as const),
    seed: fc.integer({ min: 1, max: 250 }),
  })
  .map(({ width, height, channels, seed }) => ({
    width,
    height,
    channels,
    data: Uint8Array.from({ length: width * height * channels }, (_, at) => (at * seed * 7) % 256),
  }));

test('a picture that is written can be read', () => {
  fc.assert(
    fc.property(pictures, (picture) => {
      expect(readPng(writePng(picture))).toEqual(picture);
    }),
    { seed: 8, numRuns: 100 },
  );
});

/** A PNG whose rows take turns with the five ways of the format to keep a byte as a difference. */
function filteredPng({ width, height, channels, data }: Pixels): Buffer {
  const length = width * channels;
  const plain = writePng({ width, height, channels, data });
  const rows = Array.from({ length: height }, (_, row) => {
    const filter = row % 5;
    const byte = (y: number, at: number) => (y < 0 || at < 0 ? 0 : (data[y * length + at] ?? 0));
    const kept = Array.from({ length }, (_, at) => {
      const [left, up, corner] = [
        byte(row, at - channels),
        byte(row - 1, at),
        at < channels ? 0 : byte(row - 1, at - channels),
      ];
      const nearest = [left, up, corner].toSorted(
        (a, b) => Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b),
      )[0] as number;
      const guess = [0, left, up, Math.floor((left + up) / 2), nearest][filter] as number;
      return (byte(row, at) - guess + 256) % 256;
    });
    return [filter, ...kept];
  });
  const packed = deflateSync(Uint8Array.from(rows.flat()));
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('IDAT'), packed, Buffer.alloc(4)]);
  chunk.writeUInt32BE(packed.length, 0);
  return Buffer.concat([plain.subarray(0, 33), chunk]);
}

test('pictures are read whichever way their rows are kept', () => {
  fc.assert(
    fc.property(pictures, (picture) => {
      expect(readPng(filteredPng(picture))).toEqual(picture);
    }),
    { seed: 9, numRuns: 100 },
  );
});

test('a smaller picture has the shape and the mean colour of the larger one', () => {
  const [width, height] = [90, 60];
  const data = Uint8Array.from({ length: width * height * 3 }, (_, at) =>
    Math.floor(at / 3) % width < 45 ? 200 : 100,
  );
  const small = readPng(smallPicture(writePng({ width, height, channels: 3, data }), 30));
  expect(small).toMatchObject({ width: 30, height: 20, channels: 3 });
  expect([...(small?.data.subarray(0, 3) ?? [])]).toEqual([200, 200, 200]);
  expect([...(small?.data.subarray(-3) ?? [])]).toEqual([100, 100, 100]);
});

test('what is small already, and what is no picture or a damaged one, is kept as it is', () => {
  const png = writePng({ width: 8, height: 8, channels: 3, data: new Uint8Array(192).fill(9) });
  expect(smallPicture(png, 8)).toBe(png);
  const damaged = Buffer.from(png);
  damaged.fill(0, 43);
  for (const bytes of [new Uint8Array(0), Buffer.from('GIF89a and so on'), damaged.subarray(0, 50), damaged])
    expect(smallPicture(bytes, 4)).toBe(bytes);
});
