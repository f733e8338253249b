import { alignSequences } from '../compare/align-sequences.ts';
import { NumberedValues } from '../compare/number-values.ts';
import { similarity } from '../compare/similarity.ts';

/** Draws that share less than this were made each as a whole: what they share, they share by chance. */
const steadyShare = 0.5;

/** Longer texts are only aligned. */
const mostSteps = 1_000_000;

/** What a text has that a drawn leaf cannot have been, and the other way round. */
export interface Misfit {
  /** Tokens that every draw has, and the text has not. */
  readonly news: readonly string[];
  /** Tokens of the text that stand where nothing is drawn. */
  readonly lost: readonly string[];
}

/** A leaf that is another one in each of several fetches: what all of them have, and where something is drawn. */
export class DrawnLeaf {
  readonly #steady: readonly string[];
  /** Whether something is drawn before each steady token, and after the last. */
  readonly #gaps: readonly boolean[];
  /** Whether it is drawn as a whole, like an advert; otherwise it is a line with values in it. */
  readonly isWhole: boolean;

  /** The tokens of the leaf in each of the fetches; two at least. */
  constructor(draws: readonly (readonly string[])[]) {
    const [first = [], ...others] = draws;
    this.isWhole = draws.some((one, at) =>
      draws.slice(at + 1).some((other) => similarity(one, other) < steadyShare),
    );
    let steady = first;
    let gaps: readonly boolean[] = [...first.map(() => false), false];
    for (const draw of others) [steady, gaps] = whatBothHave(steady, gaps, draw);
    this.#steady = steady;
    this.#gaps = gaps;
  }

  /** Null when the text may have been drawn there as well. */
  misfit(text: readonly string[]): Misfit | null {
    if (this.#fits(text)) return null;
    const matches = align(this.#steady, text);
    const news = this.#steady.filter((_, place) => matches[place] === -1 && !this.#isSeparator(place));
    const lost: string[] = [];
    let from = 0;
    let isDrawn = false;
    for (let place = 0; place <= this.#steady.length; place++) {
      isDrawn ||= this.#gaps[place] === true;
      const match = place < this.#steady.length ? (matches[place] as number) : text.length;
      if (match < 0) continue;
      if (!isDrawn) lost.push(...text.slice(from, match));
      from = match + 1;
      isDrawn = false;
    }
    return news.length + lost.length === 0 ? null : { news, lost };
  }

  /** Whether the steady tokens stand in the text, in order, and nothing between them but where something is drawn. */
  #fits(text: readonly string[]): boolean {
    if (text.length * this.#steady.length > mostSteps) return false;
    /** Where in the text one may be once the steady tokens so far were found. */
    let places = this.#afterGap(0, Uint8Array.of(1, ...text.map(() => 0)));
    for (const [at, token] of this.#steady.entries()) {
      const next = this.#isSeparator(at) ? places.slice() : new Uint8Array(places.length);
      for (let place = 0; place < text.length; place++) {
        if (places[place] === 1 && text[place] === token) next[place + 1] = 1;
      }
      places = this.#afterGap(at + 1, next);
    }
    return places[text.length] === 1;
  }

  /** Where something is drawn, any number of tokens may follow. */
  #afterGap(gap: number, places: Uint8Array): Uint8Array {
    if (this.#gaps[gap] !== true) return places;
    const first = places.indexOf(1);
    return first < 0 ? places : places.fill(1, first);
  }

  /** Whether a steady token is a sign beside something drawn: lists of names have more or fewer commas. */
  #isSeparator(place: number): boolean {
    const isBesideDrawn = this.#gaps[place] === true || this.#gaps[place + 1] === true;
    return isBesideDrawn && !/[\p{L}\p{N}]/u.test(this.#steady[place] ?? '');
  }
}

function whatBothHave(
  steady: readonly string[],
  gaps: readonly boolean[],
  draw: readonly string[],
): readonly [readonly string[], readonly boolean[]] {
  const matches = align(steady, draw);
  const kept: string[] = [];
  const keptGaps: boolean[] = [];
  let isDrawn = false;
  let next = 0;
  for (const [place, token] of steady.entries()) {
    const match = matches[place] as number;
    isDrawn ||= gaps[place] === true || match !== next;
    if (match < 0) continue;
    kept.push(token);
    keptGaps.push(isDrawn);
    isDrawn = false;
    next = match + 1;
  }
  keptGaps.push(isDrawn || gaps[steady.length] === true || next < draw.length);
  return [kept, keptGaps];
}

function align(a: readonly string[], b: readonly string[]): Int32Array {
  const numbers = new NumberedValues<string>();
  return alignSequences(numbers.numbersOf(a), numbers.numbersOf(b));
}
