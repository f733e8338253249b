import { promisify } from 'node:util';
import {
  brotliDecompress,
  brotliDecompressSync,
  gunzip,
  gunzipSync,
  inflate,
  inflateRaw,
  inflateRawSync,
  inflateSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib';
import { FetchError } from '../errors.ts';

/** What Tidemark asks for, and all it decodes. */
export const acceptedEncodings = 'gzip, br, zstd, deflate';

/** More codings on top of each other are an attack, not a service. */
const maxCodings = 3;
/** Up to here a body may expand freely: a small page of spaces is no bomb. */
const freeExpansion = 1024 * 1024;
/** Up to this size decoding costs less on this thread than the way to another and back. */
const inPlaceBytes = 32 * 1024;

export interface DecodeLimits {
  readonly maxBytes: number;
  readonly maxExpansion: number;
}

interface Coding {
  readonly inPlace: (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer;
  readonly aside: (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;
}

const gzipCoding: Coding = { inPlace: gunzipSync, aside: promisify(gunzip) };
const brotliCoding: Coding = { inPlace: brotliDecompressSync, aside: promisify(brotliDecompress) };
const zstdCoding: Coding = { inPlace: zstdDecompressSync, aside: promisify(zstdDecompress) };
const zlibCoding: Coding = { inPlace: inflateSync, aside: promisify(inflate) };
const rawDeflateCoding: Coding = { inPlace: inflateRawSync, aside: promisify(inflateRaw) };

/** Values that servers write although nothing is encoded: browsers let them pass. */
const nothing = new Set([
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
 * Undoes `Content-Encoding` (RFC 9110, section 8.4), the last coding first. The result never exceeds the limits: the
 * decoder stops there, so that a bomb costs what an honest body of the greatest size costs.
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
    .filter((name) => !nothing.has(name));
  if (codings.length > maxCodings) {
    throw new FetchError('FETCH_DECOMPRESSION', `${codings.length} encodings on top of each other`);
  }
  let decoded = body;
  for (const name of codings.reverse()) decoded = await decodeOne(decoded, name, limits);
  return decoded;
}

async function decodeOne(body: Buffer, name: string, limits: DecodeLimits): Promise<Buffer> {
  const coding = codingFor(name, body);
  if (coding === null) throw new FetchError('FETCH_DECOMPRESSION', `the encoding "${name}" is not known`);
  const expanded = Math.max(freeExpansion, Math.ceil(body.length * limits.maxExpansion));
  const maxOutputLength = Math.max(1, Math.min(limits.maxBytes, expanded));
  try {
    return body.length <= inPlaceBytes
      ? coding.inPlace(body, { maxOutputLength })
      : await coding.aside(body, { maxOutputLength });
  } catch (error) {
    throw decodeFailure(name, error, maxOutputLength, limits);
  }
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
      // RFC 9110 means the zlib format; some servers send the bare stream, and browsers take both.
      return hasZlibHead(body) ? zlibCoding : rawDeflateCoding;
    default:
      return null;
  }
}

/** RFC 1950, section 2.2: method 8, and the two bytes together a multiple of 31. */
function hasZlibHead(body: Buffer): boolean {
  const [first = 0, second = 0] = body;
  return (first & 15) === 8 && ((first << 8) | second) % 31 === 0;
}

function decodeFailure(name: string, error: unknown, allowed: number, limits: DecodeLimits): FetchError {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (code === 'ERR_BUFFER_TOO_LARGE') {
    return allowed >= limits.maxBytes
      ? new FetchError('FETCH_TOO_LARGE', `the body decodes to more than ${allowed} bytes`, { cause: error })
      : new FetchError('FETCH_DECOMPRESSION', `the body expands more than ${limits.maxExpansion} times`, {
          cause: error,
        });
  }
  // The stream ended before its end: zlib, Brotli and zstd each have their own word for it.
  if (code === 'Z_BUF_ERROR' || code === 'ERR_BROTLI_DECODER_ERROR_TRUNCATED') {
    return new FetchError('FETCH_INCOMPLETE', `the ${name} body breaks off`, { cause: error });
  }
  return new FetchError('FETCH_DECOMPRESSION', `the ${name} body is damaged (${code ?? error})`, {
    cause: error,
  });
}
