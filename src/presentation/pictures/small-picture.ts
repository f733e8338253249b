import { type Pixels, readPng, writePng } from './png.ts';

/** A screenshot scaled to `width` pixels: five hundred of them must fit in one file. A picture that cannot be read is returned as it is. */
export function smallPicture(png: Uint8Array, width: number): Uint8Array {
  const large = readPng(png);
  if (large === null || large.width <= width) return png;
  const small = writePng(scaled(large, width));
  return small.length < png.length ? small : png;
}

/** Each pixel is the mean of the pixels that it replaces. They are added up row by row: a page has a million of them. */
function scaled({ width: from, height: fromHeight, channels, data }: Pixels, width: number): Pixels {
  const height = Math.max(1, Math.round((fromHeight * width) / from));
  const length = width * channels;
  const small = new Uint8Array(length * height);
  /** Where each byte of a row is added, and how many are added there. */
  const places = Uint32Array.from(
    { length: from * channels },
    (_, at) => Math.floor((Math.floor(at / channels) * width) / from) * channels + (at % channels),
  );
  const counts = new Uint32Array(length);
  const sums = new Uint32Array(length);
  addRow(counts, places, new Uint8Array(places.length).fill(1), 0);
  for (let y = 0, row = 0; y < height; y++) {
    const start = row;
    sums.fill(0);
    for (; row < Math.floor(((y + 1) * fromHeight) / height); row++)
      addRow(sums, places, data, row * places.length);
    for (let at = 0; at < length; at++)
      small[y * length + at] = (sums[at] as number) / ((counts[at] as number) * (row - start));
  }
  return { width, height, channels, data: small };
}

function addRow(sums: Uint32Array, places: Uint32Array, data: Uint8Array, from: number): void {
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number;
    sums[place] = (sums[place] as number) + (data[from + at] as number);
  }
}
