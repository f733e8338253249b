import { gunzipSync } from 'node:zlib';
import type { QueuedPage } from '../store/index.ts';

/** The sitemap protocol allows 50 MB unpacked. */
const MOST_BYTES = 52_428_800;

/** The text of a sitemap that is a gzip file of its own (not an encoding of the transfer); null when it is none. */
export function unpackedSitemap({ linkKind }: QueuedPage, body: Uint8Array): Uint8Array | null {
  if (linkKind !== 'listed' || body[0] !== 0x1f || body[1] !== 0x8b) return null;
  try {
    return gunzipSync(body, { maxOutputLength: MOST_BYTES });
  } catch {
    return null; // damaged or too large: a file like any other
  }
}
