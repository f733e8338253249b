/** Smallest size in bytes. Smaller buffers are not worth it, and may share their memory with others. */
const LARGE = 1024 * 1024;

/**
 * Frees the memory of a large array at once; the array cannot be read any more. The garbage collector counts only a few bytes of each, so arrays
 * would accumulate.
 */
export function giveBack({ buffer }: Int32Array | Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= LARGE) buffer.transfer(0);
}

/** The same numbers in a larger array. The given array is freed. */
export function grown(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return new Int32Array(numbers.buffer.transfer(length * Int32Array.BYTES_PER_ELEMENT));
}
