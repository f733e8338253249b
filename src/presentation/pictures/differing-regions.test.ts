import { describe, expect, test } from 'vitest';
import { differingRegions } from './differing-regions.ts';
import type { Pixels } from './png.ts';

/** A white picture with dark rectangles: x, y, width, height. */
function picture(
  width: number,
  height: number,
  ...dark: readonly (readonly [number, number, number, number])[]
): Pixels {
  const data = new Uint8Array(width * height * 3).fill(255);
  for (const [x, y, w, h] of dark) {
    for (let row = y; row < y + h; row++) data.fill(40, (row * width + x) * 3, (row * width + x + w) * 3);
  }
  return { width, height, channels: 3, data };
}

describe('where two pictures differ', () => {
  test('nowhere, when they are the same', () => {
    const one = picture(200, 300, [10, 10, 50, 20]);
    expect(differingRegions(one, picture(200, 300, [10, 10, 50, 20]))).toEqual({ before: [], after: [] });
  });

  test('in a box for each place', () => {
    const before = picture(320, 320, [0, 0, 10, 10]);
    const after = picture(320, 320, [0, 0, 10, 10], [40, 100, 20, 10], [200, 200, 30, 5]);
    const { after: boxes } = differingRegions(before, after);
    expect(boxes).toHaveLength(2);
    for (const [[x, y, w, h], box] of [
      [[40, 100, 20, 10], boxes[0]],
      [[200, 200, 30, 5], boxes[1]],
    ] as const) {
      expect(box?.x).toBeLessThanOrEqual(x);
      expect(box?.y).toBeLessThanOrEqual(y);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThanOrEqual(x + w);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThanOrEqual(y + h);
    }
  });

  test('what only moved down is not marked', () => {
    const before = picture(100, 200, [0, 150, 100, 20]);
    const after = picture(100, 230, [20, 60, 30, 20], [0, 180, 100, 20]);
    const { before: old, after: now } = differingRegions(before, after);
    expect([...old, ...now].every(({ y, height }) => y >= 60 && y + height <= 180)).toBe(true);
    expect(now).toHaveLength(1);
  });

  test('the smoothing of letters is no difference', () => {
    const one = picture(50, 50, [10, 10, 10, 10]);
    const other = { ...one, data: one.data.map((value) => (value === 40 ? 45 : value)) };
    expect(differingRegions(one, other)).toEqual({ before: [], after: [] });
  });
});
