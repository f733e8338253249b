import { hash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { StoreError } from '../errors.ts';
import type { PackedContent } from './packed-content.ts';

/** The original body. Throws STORE_CONTENT_DAMAGED when it is not the one that was packed. */
export function unpackContent(content: PackedContent): Uint8Array {
  const body = original(content);
  if (body === null || !hash('sha256', body, 'buffer').equals(content.sha256)) {
    throw new StoreError(
      'STORE_CONTENT_DAMAGED',
      `Stored content ${Buffer.from(content.sha256).toString('hex')} does not match its SHA-256: the disk or a ` +
        'program changed it. Restore it from a backup, or visit the page again.',
    );
  }
  return body;
}

/** Null when the bytes are no longer a whole zstd frame of the stored length. */
function original({ encoding, data, bytes }: PackedContent): Uint8Array | null {
  if (encoding === 'identity') return data;
  try {
    // A frame that damage has made to claim terabytes must not be believed.
    return zstdDecompressSync(data, { maxOutputLength: Math.max(bytes, 1) });
  } catch {
    return null;
  }
}
