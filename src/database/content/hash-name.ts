/** A hash as a key of a map: bytes are compared by identity there. */
export const nameOfHash = (hash: Uint8Array): string =>
  Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1');
