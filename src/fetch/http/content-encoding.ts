import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliDecompress,
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzip,
  gunzipSync,
  inflate,
  inflateRaw,
  inflateRawSync,
  inflateSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib';
import { FetchError, systemCode } from '../errors.ts';
import type { BodyRoom } from '../transfer/body-memory.ts';

/** Asked for in every request; nothing else is decoded. */
export const acceptedEncodings = 'gzip, br, zstd, deflate';

/** More layers are an attack. */
const maxCodings = 3;
/** Up to this size a body may expand freely: a small page of spaces is not a bomb. */
const freeExpansion = 1024 * 1024;
/** Up to this size, decoding costs less than a trip to another thread and back. */
const inlineBytes = 32 * 1024;

interface DecodeLimits {
  readonly maxBytes: number;
  readonly maxExpansion: number;
  /** `cut` returns the beginning of a body that is too large, or whose end is missing. Default `fail`. */
  readonly whenTooLarge?: 'fail' | 'cut';
  /** The memory of the visit: many small bodies may become large ones at the same time. */
  readonly room?: BodyRoom | null;
}

interface Coding {
  readonly inline: (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer;
  readonly inThread: (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;
  readonly stream: () => Transform;
}

const gzipCoding: Coding = { inline: gunzipSync, inThread: promisify(gunzip), stream: createGunzip };
const brotliCoding: Coding = {
  inline: brotliDecompressSync,
  inThread: promisify(brotliDecompress),
  stream: createBrotliDecompress,
};
const zstdCoding: Coding = {
  inline: zstdDecompressSync,
  inThread: promisify(zstdDecompress),
  stream: createZstdDecompress,
};
const zlibCoding: Coding = { inline: inflateSync, inThread: promisify(inflate), stream: createInflate };
const rawDeflateCoding: Coding = {
  inline: inflateRawSync,
  inThread: promisify(inflateRaw),
  stream: createInflateRaw,
};

/** Values that servers send although nothing is encoded; browsers ignore them too. */
const noEncoding = new Set([
  '',
  'identity',
  'none',
  'utf-8',
  'utf8',
  'iso-8859-1',
  'binary',
  'text',
  '8bit',
  'html',
]);

/**
 * Undoes `Content-Encoding` (RFC 9110, section 8.4), the last coding first. The decoder stops at the limits, so a bomb
 * costs no more than an honest body of the largest size.
 */
export async function decodeBody(
  body: Buffer,
  encoding: string | null,
  limits: DecodeLimits,
): Promise<Buffer> {
  if (encoding === null || body.length === 0) return body;
  const codings = encoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !noEncoding.has(name));
  if (codings.length > maxCodings) {
    throw new FetchError('FETCH_DECOMPRESSION', `the body is encoded ${codings.length} times`);
  }
  let decoded = body;
  for (const name of codings.reverse()) decoded = await decodeOne(decoded, name, limits);
  return decoded;
}

async function decodeOne(body: Buffer, name: string, limits: DecodeLimits): Promise<Buffer> {
  const coding = codingFor(name, body);
  if (coding === null) throw new FetchError('FETCH_DECOMPRESSION', `the encoding "${name}" is not supported`);
  if (limits.whenTooLarge === 'cut') return decodeBeginning(coding, name, body, limits);
  const expanded = Math.max(freeExpansion, Math.ceil(body.length * limits.maxExpansion));
  const maxOutputLength = Math.max(1, Math.min(limits.maxBytes, expanded));
  // Until the size is known, the largest size is assumed.
  await limits.room?.take(maxOutputLength);
  let decoded: Buffer | null = null;
  try {
    decoded =
      body.length <= inlineBytes
        ? coding.inline(body, { maxOutputLength })
        : await coding.inThread(body, { maxOutputLength });
    return decoded;
  } catch (error) {
    throw decodeFailure(name, error, maxOutputLength, limits);
  } finally {
    limits.room?.give(maxOutputLength - (decoded?.length ?? 0));
  }
}

/** Decodes no more than is wanted. The result ends where the data cannot be decoded; this is a failure only if nothing was decoded. */
async function decodeBeginning(
  coding: Coding,
  name: string,
  body: Buffer,
  limits: DecodeLimits,
): Promise<Buffer> {
  const decoder = coding.stream();
  decoder.end(body);
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of decoder as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.length;
      if (length >= limits.maxBytes) break;
    }
  } catch (error) {
    if (length === 0) throw decodeFailure(name, error, limits.maxBytes, limits);
  }
  return Buffer.concat(pieces).subarray(0, limits.maxBytes);
}

function codingFor(name: string, body: Buffer): Coding | null {
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return gzipCoding;
    case 'br':
      return brotliCoding;
    case 'zstd':
      return zstdCoding;
    case 'deflate':
      // RFC 9110 means the zlib format, but some servers send the bare stream. Browsers accept both.
      return hasZlibHeader(body) ? zlibCoding : rawDeflateCoding;
    default:
      return null;
  }
}

/** RFC 1950, section 2.2: method 8, and the first two bytes are a multiple of 31. */
function hasZlibHeader(body: Buffer): boolean {
  const [first = 0, second = 0] = body;
  return (first & 15) === 8 && ((first << 8) | second) % 31 === 0;
}

function decodeFailure(name: string, error: unknown, allowed: number, limits: DecodeLimits): FetchError {
  const code = systemCode(error);
  if (code === 'ERR_BUFFER_TOO_LARGE') {
    return allowed >= limits.maxBytes
      ? new FetchError('FETCH_TOO_LARGE', `the body decodes to more than ${allowed} bytes`, { cause: error })
      : new FetchError('FETCH_DECOMPRESSION', `the body expands more than ${limits.maxExpansion} times`, {
          cause: error,
        });
  }
  // Every decoder, not only zlib, reports a stream that ends too early in this way.
  if (code === 'Z_BUF_ERROR') {
    return new FetchError('FETCH_INCOMPLETE', `the ${name} body is cut off`, { cause: error });
  }
  return new FetchError('FETCH_DECOMPRESSION', `the ${name} body is damaged (${code || error})`, {
    cause: error,
  });
}
