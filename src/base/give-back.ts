/** Smaller ones are not worth it, and may share their memory with others. */
const LARGE = 1024 * 1024;

/**
 * Gives the memory of a large array back at once; nothing can be read from it any more. The collector sees a few bytes of each,
 * and lets several of them pile up while a large page is compared.
 */
export function giveBack({ buffer }: Int32Array | Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= LARGE) buffer.transfer(0);
}

/** The same numbers with room for more. The array that is given is given back. */
export function grown(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return new Int32Array(numbers.buffer.transfer(length * Int32Array.BYTES_PER_ELEMENT));
}
