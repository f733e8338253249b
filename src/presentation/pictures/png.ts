import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture as rows of pixels, each with as many bytes as it has channels: 3 without and 4 with transparency. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads a PNG of the kind that browsers make of a page: 8 bits, in colours, not interlaced. Null for other kinds and for damaged files. */
export function readPng(png: Uint8Array): Pixels | null {
  const file = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  if (!file.subarray(0, 8).equals(signature) || file.length < 33) return null;
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const channels = ({ 2: 3, 6: 4 } as const)[file.readUInt8(25)];
  if (file.readUInt8(24) !== 8 || channels === undefined || file.readUInt8(28) !== 0) return null;
  const packed: Buffer[] = [];
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      packed.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  }
  const size = height * (1 + width * channels);
  try {
    const rows = inflateSync(Buffer.concat(packed), { maxOutputLength: size });
    return rows.length === size
      ? { width, height, channels, data: unfiltered(rows, width * channels, channels) }
      : null;
  } catch {
    return null;
  }
}

/** PNG stores each byte as its difference from neighbours; each row uses one of five filters. Each filter has its own loop: a page has millions of bytes. */
function unfiltered(rows: Uint8Array, length: number, channels: number): Uint8Array {
  const data = new Uint8Array((rows.length / (length + 1)) * length);
  const above = new Uint8Array(length);
  for (let from = 0, to = 0; from < rows.length; from += length + 1, to += length) {
    const row = data.subarray(to, to + length);
    row.set(rows.subarray(from + 1, from + 1 + length));
    unfilterRow(row, to === 0 ? above : data.subarray(to - length, to), rows[from] as number, channels);
  }
  return data;
}

function unfilterRow(row: Uint8Array, above: Uint8Array, filter: number, channels: number): void {
  const byte = (bytes: Uint8Array, at: number) => bytes[at] as number;
  if (filter === 1) {
    for (let at = channels; at < row.length; at++) row[at] = byte(row, at) + byte(row, at - channels);
  } else if (filter === 2) {
    for (let at = 0; at < row.length; at++) row[at] = byte(row, at) + byte(above, at);
  } else if (filter === 3) {
    for (let at = 0; at < row.length; at++) {
      const left = at < channels ? 0 : byte(row, at - channels);
      row[at] = byte(row, at) + ((left + byte(above, at)) >> 1);
    }
  } else if (filter === 4) {
    for (let at = 0; at < row.length; at++) {
      const isFirst = at < channels;
      const left = isFirst ? 0 : byte(row, at - channels);
      const corner = isFirst ? 0 : byte(above, at - channels);
      row[at] = byte(row, at) + paeth(left, byte(above, at), corner);
    }
  }
}

function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Writes every row as differences from the row above, which suits pages: their rows repeat. */
export function writePng({ width, height, channels, data }: Pixels): Uint8Array {
  const length = width * channels;
  const rows = new Uint8Array(height * (length + 1));
  for (let row = 0; row < height; row++) {
    rows[row * (length + 1)] = 2;
    for (let at = 0; at < length; at++) {
      const up = row === 0 ? 0 : (data[(row - 1) * length + at] ?? 0);
      rows[row * (length + 1) + 1 + at] = (data[row * length + at] ?? 0) - up;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, channels === 3 ? 2 : 6, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
