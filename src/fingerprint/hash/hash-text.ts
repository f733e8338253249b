/** `String.hashCode` of Java: the sum of c[i] * 31^(n-1-i) in 32 bits, over UTF-16 units as in JavaScript. */
export function javaHashCode(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

/** Two independent halves of a 64-bit hash of a text. */
interface HashHalves {
  readonly high: number;
  readonly low: number;
}

/**
 * A 64-bit hash in two halves of 32 bits: two multiplicative hashes that end with the finalizer of MurmurHash3, each stirred
 * with the other. JavaScript has no fast 64-bit multiplication.
 */
export function hashHalves(text: string): HashHalves {
  let a = 0x9e37_79b9;
  let b = 0x85eb_ca6b;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e37_79b1);
    a ^= a >>> 15;
    b = Math.imul(b ^ unit, 0x5f35_6495);
    b ^= b >>> 13;
  }
  const high = stir(a ^ Math.imul(b, 0xc2b2_ae35));
  return { high, low: stir(b ^ Math.imul(high, 0x27d4_eb2f)) };
}

/** The finalizer of MurmurHash3: every bit of the result depends on every bit of the value. */
export function stir(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85eb_ca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** 53 bits of the hash, all that a number holds exactly. */
export function hashNumber(text: string): number {
  const { high, low } = hashHalves(text);
  return (high & 0x1f_ffff) * 2 ** 32 + low;
}
