import type { Requirement } from './required-literals.ts';

/** Longer literals are searched for by their end, which is more specific than a beginning such as `https://www.example.org/`. */
const LONGEST_LITERAL = 32;

/**
 * Finds which of many patterns a text can match at all, by a literal (or one of a few) that each pattern needs. So a thousand patterns cost little
 * more than ten.
 */
export class PatternIndex {
  readonly #automaton: LiteralAutomaton;
  /** Which patterns need each literal. */
  readonly #patterns: readonly (readonly number[])[];
  /** Patterns that need no literal: they are always tried. */
  readonly #always: readonly number[];
  /** The last search that found each pattern: several literals may find the same pattern. */
  readonly #listed: Float64Array;
  #search = 0;

  /**
   * `needs`: what each pattern needs; an empty list for patterns that are always tried. `ordinary`: a text typical of those that will be
   * searched; the literals in it rule nothing out.
   */
  constructor(needs: readonly (readonly Requirement[])[], ordinary: string) {
    const frequency = frequenciesOf(needs, ordinary);
    const patterns = new Map<string, number[]>();
    const always: number[] = [];
    for (const [number, requirements] of needs.entries()) {
      const rarest = rarestOf(requirements, frequency);
      if (rarest === null) always.push(number);
      for (const literal of new Set(rarest)) {
        const others = patterns.get(literal);
        if (others === undefined) patterns.set(literal, [number]);
        else others.push(number);
      }
    }
    this.#automaton = new LiteralAutomaton([...patterns.keys()]);
    this.#patterns = [...patterns.values()];
    this.#always = always;
    this.#listed = new Float64Array(needs.length);
  }

  /** The numbers of the patterns to try, in their order. */
  possible(text: string): readonly number[] {
    const search = ++this.#search;
    const found: number[] = [];
    this.#automaton.search(text, (literal) => {
      for (const number of this.#patterns[literal] ?? []) {
        if (this.#listed[number] === search) continue;
        this.#listed[number] = search;
        found.push(number);
      }
    });
    if (found.length === 0) return this.#always;
    found.sort((a, b) => a - b);
    return this.#always.length === 0 ? found : merged(found, this.#always);
  }
}

const shortened = (literal: string): string => literal.slice(-LONGEST_LITERAL);

/** How many literals of all patterns contain each literal; the ordinary text counts as often as all patterns together. */
function frequenciesOf(
  needs: readonly (readonly Requirement[])[],
  ordinary: string,
): ReadonlyMap<string, number> {
  const literals = [...new Set(needs.flat(2).map(shortened))];
  const counts = new Map<string, number>();
  const automaton = new LiteralAutomaton(literals);
  const count = (text: string, weight: number): void => {
    automaton.search(text, (number) => {
      const literal = literals[number] ?? '';
      counts.set(literal, (counts.get(literal) ?? 0) + weight);
    });
  };
  for (const requirements of needs) for (const literal of requirements.flat()) count(literal, 1);
  count(ordinary, needs.length + 1);
  return counts;
}

/** The requirement that rules out most texts: the rarest, or the longest of equally rare ones. Null when there is none. */
function rarestOf(
  requirements: readonly Requirement[],
  frequency: ReadonlyMap<string, number>,
): Requirement | null {
  let best: { readonly literals: Requirement; readonly often: number; readonly shortest: number } | null =
    null;
  for (const requirement of requirements) {
    const literals = requirement.map(shortened);
    const often = literals.reduce((sum, literal) => sum + (frequency.get(literal) ?? 0), 0);
    const shortest = Math.min(...literals.map(({ length }) => length));
    if (best === null || often < best.often || (often === best.often && shortest > best.shortest)) {
      best = { literals, often, shortest };
    }
  }
  return best?.literals ?? null;
}

function merged(a: readonly number[], b: readonly number[]): readonly number[] {
  const both: number[] = [];
  let i = 0;
  for (const number of a) {
    for (let other = b[i]; other !== undefined && other < number; other = b[++i]) both.push(other);
    both.push(number);
  }
  for (; i < b.length; i++) both.push(b[i] ?? 0);
  return both;
}

const LETTERS = 128;
/** The class of characters that occur in no literal. */
const OTHER = 0;

/**
 * Finds which of many literals a text contains, in one pass over it (Aho and Corasick, 1975). Literals are ASCII in lower
 * case; upper case in the text counts as lower.
 */
export class LiteralAutomaton {
  readonly #classes = new Uint8Array(LETTERS);
  readonly #width: number;
  /** The next state for a state and a class of characters. */
  readonly #next: Int32Array;
  /** For each state, the longest literal that ends there, as its state; -1 for none. `#shorter` leads to the next one. */
  readonly #ends: Int32Array;
  readonly #shorter: Int32Array;
  readonly #literalOf: Int32Array;

  constructor(literals: readonly string[]) {
    this.#width = this.#classify(literals);
    const states = 1 + literals.reduce((sum, { length }) => sum + length, 0);
    const next = new Int32Array(states * this.#width);
    const literalOf = new Int32Array(states).fill(-1);
    let used = 1;
    for (const [number, literal] of literals.entries()) {
      let state = 0;
      for (let i = 0; i < literal.length; i++) {
        const edge = state * this.#width + this.#classOf(literal.charCodeAt(i));
        if (next[edge] === 0) next[edge] = used++;
        state = next[edge] ?? 0;
      }
      literalOf[state] = number;
    }
    this.#next = next.slice(0, used * this.#width);
    this.#literalOf = literalOf.slice(0, used);
    this.#ends = new Int32Array(used).fill(-1);
    this.#shorter = new Int32Array(used).fill(-1);
    this.#link();
  }

  /** Calls `found` with the number of each literal at each place where it occurs. */
  search(text: string, found: (literal: number) => void): void {
    const classes = this.#classes;
    const next = this.#next;
    const width = this.#width;
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const letter = code < LETTERS ? code : foldedToAscii(code);
      state = next[state * width + (classes[letter] ?? OTHER)] ?? 0;
      let end = this.#ends[state] ?? -1;
      while (end !== -1) {
        found(this.#literalOf[end] ?? 0);
        end = this.#shorter[end] ?? -1;
      }
    }
  }

  #classify(literals: readonly string[]): number {
    let width = 1;
    for (const literal of literals) {
      for (let i = 0; i < literal.length; i++) {
        const code = literal.charCodeAt(i);
        if (this.#classOf(code) === OTHER) this.#classes[code] = width++;
      }
    }
    for (let code = 65; code <= 90; code++) this.#classes[code] = this.#classOf(code + 32);
    return width;
  }

  #classOf(code: number): number {
    return this.#classes[code] ?? OTHER;
  }

  /** Breadth first: a state without a transition for a letter continues like its longest proper suffix. */
  #link(): void {
    const width = this.#width;
    const fallbacks = new Int32Array(this.#literalOf.length);
    const queue = [0];
    for (const state of queue) {
      const fallback = fallbacks[state] ?? 0;
      const nearest = state === 0 ? -1 : (this.#ends[fallback] ?? -1);
      const isEnd = (this.#literalOf[state] ?? -1) !== -1;
      this.#ends[state] = isEnd ? state : nearest;
      this.#shorter[state] = isEnd ? nearest : -1;
      for (let letter = 0; letter < width; letter++) {
        const edge = state * width + letter;
        const child = this.#next[edge] ?? 0;
        const instead = state === 0 ? 0 : (this.#next[fallback * width + letter] ?? 0);
        if (child === 0) this.#next[edge] = instead;
        else {
          fallbacks[child] = instead;
          queue.push(child);
        }
      }
    }
  }
}

/** The two characters beyond ASCII that a case-insensitive pattern treats as an ASCII letter: the Kelvin sign and the long s. */
function foldedToAscii(code: number): number {
  if (code === 0x212a) return 107;
  return code === 0x17f ? 115 : code;
}
