import type { StatePair, VerdictWord } from './verdict.ts';

/** Why two states are known to be the same or different: a verdict, a conclusion from other verdicts, or the agreement of all settings. */
export type Known = 'said' | 'follows' | 'agreed';

/**
 * Classes of states that are the same according to the verdicts: duplicates of duplicates are duplicates, and a state that differs from one of them
 * differs from all.
 */
export class StateClasses {
  readonly #parents: number[];
  /** Pairs of different roots, as `one other`. */
  #different = new Set<string>();
  readonly #contradictions: StatePair[] = [];
  readonly #said = new Set<string>();

  constructor(states: number, verdicts: ReadonlyMap<string, VerdictWord>) {
    this.#parents = Array.from({ length: states }, (_, number) => number);
    const pairs = [...verdicts].map(([key, verdict]) => {
      const [one = 0, other = 0] = key.split(' ').map(Number);
      return { one, other, verdict };
    });
    const within = pairs.filter(({ one, other }) => one < states && other < states);
    for (const { one, other, verdict } of within) {
      if (verdict !== 'unsure') this.#said.add(`${one} ${other}`);
      if (verdict === 'duplicate') this.#join(one, other);
    }
    for (const { one, other, verdict } of within) {
      if (verdict !== 'different') continue;
      const [a, b] = [this.rootOf(one), this.rootOf(other)];
      if (a === b) this.#contradictions.push({ one, other });
      else this.#different.add(a < b ? `${a} ${b}` : `${b} ${a}`);
    }
  }

  /** Pairs that are judged different although other verdicts together make them the same. */
  get contradictions(): readonly StatePair[] {
    return this.#contradictions;
  }

  /** The class of each state: the smallest number in it. */
  get classOf(): readonly number[] {
    return this.#parents.map((_, number) => this.rootOf(number));
  }

  /** null when the verdicts say nothing about the two. */
  relation({ one, other }: StatePair): { readonly isSame: boolean; readonly how: Known } | null {
    const [a, b] = [this.rootOf(one), this.rootOf(other)];
    const how = this.#said.has(`${one} ${other}`) ? 'said' : 'follows';
    if (a === b) return { isSame: true, how };
    return this.#different.has(a < b ? `${a} ${b}` : `${b} ${a}`) ? { isSame: false, how } : null;
  }

  rootOf(number: number): number {
    let root = number;
    for (
      let parent = this.#parents[root];
      parent !== undefined && parent !== root;
      parent = this.#parents[root]
    )
      root = parent;
    return root;
  }

  #join(one: number, other: number): void {
    const [a, b] = [this.rootOf(one), this.rootOf(other)];
    this.#parents[Math.max(a, b)] = Math.min(a, b);
  }
}
