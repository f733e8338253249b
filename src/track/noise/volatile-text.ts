import { alignWords } from '../compare/align-sequences.ts';
import { similarity } from '../compare/segment-likeness.ts';
import { shownTokens } from './token-differences.ts';

/** Texts that share less than this rotate as a whole: they agree only by chance. */
const mostlyKept = 0.5;

/** Longer texts are only aligned. */
const mostSteps = 1_000_000;

/** How a text differs from a volatile one in its steady parts. */
interface Mismatch {
  /** Steady tokens that the text lacks. */
  readonly missing: readonly string[];
  /** Tokens of the text at places where nothing varies. */
  readonly extra: readonly string[];
}

/** A segment that differs from fetch to fetch: the tokens that all fetches have, and the gaps where something varies. */
export class VolatileText {
  readonly #steady: readonly string[];
  /** Whether something varies before each steady token, and after the last. */
  readonly #gaps: readonly boolean[];
  /** Whether it rotates as a whole, like an advert; otherwise it is a line with values in it. */
  readonly isWhole: boolean;

  /** The tokens of the segment in each fetch, at least two of them. */
  constructor(variants: readonly (readonly string[])[]) {
    const [first = [], ...others] = variants;
    this.isWhole = variants.some((one, index) =>
      variants
        .slice(index + 1)
        .some((other) => similarity(shownTokens(one), shownTokens(other)) < mostlyKept),
    );
    let steady = first;
    let gaps: readonly boolean[] = [...first.map(() => false), false];
    for (const variant of others) [steady, gaps] = intersect(steady, gaps, variant);
    this.#steady = steady;
    this.#gaps = gaps;
  }

  /** Null when the text may be one more variant. */
  mismatch(text: readonly string[]): Mismatch | null {
    if (this.#fits(text)) return null;
    const matches = alignWords(this.#steady, text);
    const missing = this.#steady.filter((_, index) => matches[index] === -1 && !this.#isSeparator(index));
    const extra: string[] = [];
    let from = 0;
    let varies = false;
    for (let index = 0; index <= this.#steady.length; index++) {
      varies ||= this.#gaps[index] === true;
      const match = index < this.#steady.length ? (matches[index] as number) : text.length;
      if (match < 0) continue;
      if (!varies) extra.push(...text.slice(from, match));
      from = match + 1;
      varies = false;
    }
    return missing.length + extra.length === 0 ? null : { missing, extra };
  }

  /** Whether the text has the steady tokens in order, and others only in the gaps. */
  #fits(text: readonly string[]): boolean {
    if (text.length * this.#steady.length > mostSteps) return false;
    /** 1 at each position of the text that can be reached with the steady tokens so far. */
    let reachable = this.#skipGap(0, Uint8Array.of(1, ...text.map(() => 0)));
    for (const [index, token] of this.#steady.entries()) {
      const next = this.#isSeparator(index) ? reachable.slice() : new Uint8Array(reachable.length);
      for (let at = 0; at < text.length; at++) {
        if (reachable[at] === 1 && text[at] === token) next[at + 1] = 1;
      }
      reachable = this.#skipGap(index + 1, next);
    }
    return reachable[text.length] === 1;
  }

  /** In a gap any number of tokens may follow. */
  #skipGap(gap: number, reachable: Uint8Array): Uint8Array {
    if (this.#gaps[gap] !== true) return reachable;
    const first = reachable.indexOf(1);
    return first < 0 ? reachable : reachable.fill(1, first);
  }

  /** Whether a steady token is a sign or a tag beside a gap: a list of names may have more or fewer commas. */
  #isSeparator(index: number): boolean {
    const isBesideGap = this.#gaps[index] === true || this.#gaps[index + 1] === true;
    return isBesideGap && !/^[\p{L}\p{N}]/u.test(this.#steady[index] ?? '');
  }
}

/** The steady tokens and gaps after one more variant. */
function intersect(
  steady: readonly string[],
  gaps: readonly boolean[],
  variant: readonly string[],
): readonly [readonly string[], readonly boolean[]] {
  const matches = alignWords(steady, variant);
  const kept: string[] = [];
  const keptGaps: boolean[] = [];
  let varies = false;
  let next = 0;
  for (const [index, token] of steady.entries()) {
    const match = matches[index] as number;
    varies ||= gaps[index] === true || match !== next;
    if (match < 0) continue;
    kept.push(token);
    keptGaps.push(varies);
    varies = false;
    next = match + 1;
  }
  keptGaps.push(varies || gaps[steady.length] === true || next < variant.length);
  return [kept, keptGaps];
}
