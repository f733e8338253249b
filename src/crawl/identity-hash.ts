import { hash } from 'node:crypto';

/** What stands for an identity in the database and in memory: 16 bytes of SHA-256, which no page can forge. */
export function identityHash(identity: string): Uint8Array {
  return hash('sha256', identity, 'buffer').subarray(0, 16);
}
