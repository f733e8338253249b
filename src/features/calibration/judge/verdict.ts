/** Two states of one site; `one` is the smaller number. */
export interface StatePair {
  readonly one: number;
  readonly other: number;
}

export type VerdictWord = 'duplicate' | 'different' | 'unsure';

/** What one person said about two states. */
export interface JudgeVerdict extends StatePair {
  readonly judge: string;
  readonly verdict: VerdictWord;
}

export const pairKey = ({ one, other }: StatePair): string => `${one} ${other}`;

export function allPairs(states: number): readonly StatePair[] {
  const pairs: StatePair[] = [];
  for (let other = 1; other < states; other++)
    for (let one = 0; one < other; one++) pairs.push({ one, other });
  return pairs;
}

/** What most judges say about each pair; ties are undecided. */
export function majority(verdicts: readonly JudgeVerdict[]): ReadonlyMap<string, VerdictWord> {
  return new Map(
    [...Map.groupBy(verdicts, pairKey)].map(([key, said]) => {
      const count = (word: VerdictWord) => said.filter(({ verdict }) => verdict === word).length;
      const more = count('duplicate') - count('different');
      return [key, more > 0 ? 'duplicate' : more < 0 ? 'different' : 'unsure'] as const;
    }),
  );
}
