import { LiteralAutomaton } from './literal-automaton.ts';
import type { Requirement } from './required-literals.ts';

/** Longer literals are searched for by their end, which says more than `https://www.example.org/` before it. */
const LONGEST_LITERAL = 32;

/**
 * Finds which of many patterns a text can match at all, by a literal (or one of a few) that each of them needs. Most texts
 * contain the literals of very few patterns, so that a thousand patterns cost little more than ten.
 */
export class PatternIndex {
  readonly #automaton: LiteralAutomaton;
  /** Which patterns need each literal. */
  readonly #patterns: readonly (readonly number[])[];
  /** Patterns that need no literal: they are always tried. */
  readonly #always: readonly number[];
  /** The search that last found each pattern, which several literals may find. */
  readonly #listed: Float64Array;
  #search = 0;

  /**
   * What each pattern needs; an empty list for those that are always tried. `ordinary`: a text such as all that will be searched;
   * the literals in it rule nothing out.
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
