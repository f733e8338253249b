import { hash } from 'node:crypto';

const BYTES = 16;
/** Hashes stand side by side in slabs: a batch of thousands crosses to another thread as a few buffers, not as thousands. */
const SLAB = 256 * BYTES;

let slab = new Uint8Array(SLAB);
let used = 0;

/** What stands for an identity in the database and in memory: 16 bytes of SHA-256, which no page can forge. */
export function identityHash(identity: string): Uint8Array {
  if (used === SLAB) {
    slab = new Uint8Array(SLAB);
    used = 0;
  }
  const place = slab.subarray(used, used + BYTES);
  used += BYTES;
  // As a string: thousands of small buffers would weigh more than all the rest.
  const digest = hash('sha256', identity, 'binary');
  for (let i = 0; i < BYTES; i++) place[i] = digest.charCodeAt(i);
  return place;
}
