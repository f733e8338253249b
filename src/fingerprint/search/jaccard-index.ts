import { countShared, type FeatureSet } from '../algorithms/broder.ts';
import { FingerprintError } from '../errors.ts';
import type { NearFingerprint } from './hamming-index.ts';
import { lowBits, RareFirst } from './rare-first.ts';

/**
 * Finds all sets of features within a Jaccard distance, with no loss up to the distance that it was made for. Prefix filtering: the
 * features of every set are put in one common order, the rare ones first. When two sets of n and m features share at least s of
 * their union, then they share one of the first n - ceil(s * n) + 1 of the one and of the first m - ceil(s * m) + 1 of the other. So only
 * these are looked up, and only sets that share one are compared. Weights are not used.
 */
export class JaccardIndex {
  /** The hashes of all sets, one set after the other; set i ends where set i + 1 starts. */
  readonly #hashes: Float64Array;
  readonly #starts: Uint32Array;
  readonly #order: RareFirst;
  /** Entries by hash: those of bucket b are `#ids[#buckets[b]]` to `#ids[#buckets[b + 1] - 1]`. */
  readonly #buckets: Uint32Array;
  readonly #ids: Uint32Array;
  readonly #seenBy: Uint32Array;
  readonly #farthest: number;
  #query = 0;

  constructor(sets: readonly FeatureSet[], farthest: number) {
    if (!(farthest >= 0 && farthest < 1)) {
      throw new FingerprintError(
        'FINGERPRINT_OPTION_INVALID',
        `a distance of ${farthest} cannot be looked up: it must be from 0 to below 1`,
      );
    }
    this.#farthest = farthest;
    this.#starts = new Uint32Array(sets.length + 1);
    for (const [i, { hashes }] of sets.entries()) {
      this.#starts[i + 1] = (this.#starts[i] as number) + hashes.length;
    }
    this.#hashes = new Float64Array(this.#starts[sets.length] as number);
    for (const [i, { hashes }] of sets.entries()) this.#hashes.set(hashes, this.#starts[i]);
    this.#order = new RareFirst(this.#hashes);
    this.#seenBy = new Uint32Array(sets.length);
    const prefixes = sets.reduce((sum, { hashes }) => sum + this.#prefixLength(hashes.length), 0);
    this.#buckets = new Uint32Array(2 ** Math.max(4, Math.ceil(Math.log2(prefixes + 1))) + 1);
    this.#ids = new Uint32Array(prefixes);
    this.#fill(sets);
  }

  get size(): number {
    return this.#seenBy.length;
  }

  /** Of everything it keeps. */
  get bytes(): number {
    const kept = [this.#hashes, this.#starts, this.#order.counts, this.#buckets, this.#ids, this.#seenBy];
    return kept.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** All within `threshold`, which is at most the distance that the index was made for, in no particular order. */
  within({ hashes }: FeatureSet, threshold: number): readonly NearFingerprint[] {
    const similarity = 1 - threshold;
    if (!(threshold >= 0 && threshold <= this.#farthest)) {
      throw new FingerprintError(
        'FINGERPRINT_OPTION_INVALID',
        `this index answers distances from 0 to ${this.#farthest}, not ${threshold}`,
      );
    }
    const found: NearFingerprint[] = [];
    this.#query++;
    const candidates = hashes.length === 0 ? this.#emptySets() : this.#candidates(hashes);
    for (const id of candidates) {
      const start = this.#starts[id] as number;
      const end = this.#starts[id + 1] as number;
      const [fewer, more] = [Math.min(end - start, hashes.length), Math.max(end - start, hashes.length)];
      if (fewer < similarity * more - tiny) continue;
      const shared = countShared(this.#hashes, start, end, hashes);
      const all = end - start + hashes.length - shared;
      const distance = all === 0 ? 0 : 1 - shared / all;
      if (distance <= threshold) found.push({ id, distance });
    }
    return found;
  }

  /** Sets that share a feature among their first ones, each once. */
  *#candidates(hashes: Float64Array): Generator<number> {
    const first = this.#order.first(hashes, this.#prefixLength(hashes.length));
    for (const hash of first) {
      const bucket = this.#bucketOf(hash);
      const end = this.#buckets[bucket + 1] as number;
      for (let entry = this.#buckets[bucket] as number; entry < end; entry++) {
        const id = this.#ids[entry] as number;
        if (this.#seenBy[id] === this.#query) continue;
        this.#seenBy[id] = this.#query;
        yield id;
      }
    }
  }

  /** The only sets that are near one without features. */
  *#emptySets(): Generator<number> {
    for (let id = 0; id < this.size; id++) if (this.#starts[id] === this.#starts[id + 1]) yield id;
  }

  #prefixLength(size: number): number {
    return size === 0 ? 0 : size - Math.ceil((1 - this.#farthest) * size - tiny) + 1;
  }

  #bucketOf(hash: number): number {
    return lowBits(hash) & (this.#buckets.length - 2);
  }

  /** A counting sort by bucket, as the entries are too many to sort otherwise. */
  #fill(sets: readonly FeatureSet[]): void {
    const buckets = this.#buckets;
    const entries = new Uint32Array(this.#ids.length);
    let at = 0;
    for (const { hashes } of sets) {
      const first = this.#order.first(hashes, this.#prefixLength(hashes.length));
      for (let i = 0; i < first.length; i++) {
        const bucket = this.#bucketOf(first[i] as number);
        entries[at++] = bucket;
        buckets[bucket + 1] = (buckets[bucket + 1] as number) + 1;
      }
    }
    for (let i = 1; i < buckets.length; i++) buckets[i] = (buckets[i] as number) + (buckets[i - 1] as number);
    const free = buckets.slice();
    at = 0;
    for (const [id, { hashes }] of sets.entries()) {
      const end = at + this.#prefixLength(hashes.length);
      for (; at < end; at++) {
        const bucket = entries[at] as number;
        const place = free[bucket] as number;
        free[bucket] = place + 1;
        this.#ids[place] = id;
      }
    }
  }
}

/** Products such as 0.8 * 5 are not exact; a set must not be missed for it. */
const tiny = 1e-9;
