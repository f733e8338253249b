import { hash } from 'node:crypto';
import { constants, zstdCompressSync } from 'node:zlib';
import type { PackedContent } from './packed-content.ts';

/** Formats that are compressed already: trying again costs time and gains nothing. */
const compressedAlready =
  /^(image\/(?!svg|bmp|x-icon|vnd\.microsoft\.icon)|audio\/(?!midi|x-wav|wav)|video\/|font\/woff|application\/(zip|gzip|x-gzip|x-7z|x-rar|vnd\.rar|x-bzip|x-xz|zstd|java-archive|epub|vnd\.openxmlformats|vnd\.oasis))/;

/** Below this zstd's frame eats the gain. */
const smallestWorthPacking = 64;

/** Of 275 HTML files of 25 kB: level 1 leaves 24.7 % in 110 us, 3 leaves 23.8 % in 140 us, 9 leaves 21.8 % in 540 us. */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * Names and compresses a body. Pure and synchronous, for whichever thread has the time: the commit only writes
 * what comes out. `type` is the media type, when known.
 */
export function packContent(body: Uint8Array, type: string | null): PackedContent {
  const sha256 = hash('sha256', body, 'buffer');
  const kept: PackedContent = { sha256, bytes: body.length, encoding: 'identity', data: body };
  if (body.length < smallestWorthPacking || (type !== null && compressedAlready.test(type))) return kept;
  const data = zstdCompressSync(body, options);
  return data.length < body.length ? { sha256, bytes: body.length, encoding: 'zstd', data } : kept;
}
