import type { Pixels } from './png.ts';

/** In pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface DifferingRegions {
  readonly before: readonly Box[];
  readonly after: readonly Box[];
}

/** Pixels are compared in squares of this size, and squares that touch are one region. */
const SQUARE = 16;
/** A smaller difference in a channel is due to font smoothing. */
const LEAST_DIFFERENCE = 12;
const MOST_BOXES = 60;

/**
 * Where two pictures of a page differ. Equal rows at the top and at the bottom are left out first, so that an added paragraph
 * marks only itself and not everything that moved down.
 */
export function differingRegions(before: Pixels, after: Pixels): DifferingRegions {
  const top = equalRows(before, after, 0, 0, 1);
  const most = Math.min(before.height, after.height) - top;
  const bottom = Math.min(equalRows(before, after, before.height - 1, after.height - 1, -1), most);
  const [old, now] = [before.height - top - bottom, after.height - top - bottom];
  if (old !== now || before.width !== after.width) {
    return { before: band(before.width, top, old), after: band(after.width, top, now) };
  }
  const boxes = regions(squares(before, after, top, old), Math.ceil(before.width / SQUARE))
    .map((box) => scaled(box, top, before.width, old))
    .slice(0, MOST_BOXES);
  return { before: boxes, after: boxes };
}

function band(width: number, y: number, height: number): readonly Box[] {
  return height <= 0 ? [] : [{ x: 0, y, width, height }];
}

/** The number of consecutive equal rows, starting at the given ones. */
function equalRows(a: Pixels, b: Pixels, rowA: number, rowB: number, step: 1 | -1): number {
  if (a.width !== b.width || a.channels !== b.channels) return 0;
  let count = 0;
  for (let [i, j] = [rowA, rowB]; i >= 0 && j >= 0 && i < a.height && j < b.height; i += step, j += step) {
    if (Buffer.compare(rowOf(a, i), rowOf(b, j)) !== 0) break;
    count++;
  }
  return count;
}

function rowOf({ width, channels, data }: Pixels, row: number): Uint8Array {
  return data.subarray(row * width * channels, (row + 1) * width * channels);
}

/** Which squares differ, row by row, in the `height` rows that start at `top`. */
function squares(a: Pixels, b: Pixels, top: number, height: number): readonly boolean[] {
  const columns = Math.ceil(a.width / SQUARE);
  const differs = new Array<boolean>(columns * Math.ceil(height / SQUARE)).fill(false);
  if (a.channels !== b.channels) return differs.fill(true);
  for (let y = 0; y < height; y++) {
    const [old, now] = [rowOf(a, top + y), rowOf(b, top + y)];
    for (let i = 0; i < old.length; i++) {
      if (Math.abs((old[i] as number) - (now[i] as number)) < LEAST_DIFFERENCE) continue;
      differs[Math.floor(y / SQUARE) * columns + Math.floor(i / a.channels / SQUARE)] = true;
    }
  }
  return differs;
}

/** Boxes around squares that touch each other, or nearly do. Coordinates are in squares. */
function regions(differs: readonly boolean[], columns: number): readonly Box[] {
  const open = [...differs];
  const boxes: Box[] = [];
  for (let start = open.indexOf(true); start >= 0; start = open.indexOf(true, start)) {
    let [left, right, top, bottom] = [columns, 0, differs.length, 0];
    const waiting = [start];
    open[start] = false;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [x, y] = [at % columns, Math.floor(at / columns)];
      [left, right, top, bottom] = [
        Math.min(left, x),
        Math.max(right, x),
        Math.min(top, y),
        Math.max(bottom, y),
      ];
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -2; dx <= 2; dx++) {
          const near = at + dy * columns + dx;
          if (x + dx < 0 || x + dx >= columns || open[near] !== true) continue;
          open[near] = false;
          waiting.push(near);
        }
      }
    }
    boxes.push({ x: left, y: top, width: right - left + 1, height: bottom - top + 1 });
  }
  return boxes;
}

function scaled({ x, y, width, height }: Box, top: number, mostWidth: number, mostHeight: number): Box {
  return {
    x: x * SQUARE,
    y: top + y * SQUARE,
    width: Math.min(width * SQUARE, mostWidth - x * SQUARE),
    height: Math.min(height * SQUARE, mostHeight - y * SQUARE),
  };
}
