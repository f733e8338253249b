import type { Need, Term } from '../model/condition.ts';
import { isStopWord } from '../words/stop-words.ts';

/** Almost every text has one: as bad as no need at all. */
const stopWordCost = 1_000_000;

/** Chooses for each detector the need that fewest segments meet: its words are rare among all detectors, and no stop words. */
export function rarestNeeds(needs: readonly (readonly Need[])[]): readonly (Need | null)[] {
  const counts = new Map<string, number>();
  for (const ofOne of needs) {
    for (const { text } of ofOne.flat()) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const cost = ({ form, text }: Term): number =>
    (counts.get(text) ?? 0) + (form !== 'literal' && isStopWord(text) ? stopWordCost : 0) + 10 / text.length;
  const costOf = (need: Need): number => need.reduce((sum, term) => sum + cost(term), 0);
  return needs.map((ofOne) => {
    let best: Need | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const need of ofOne) {
      const found = costOf(need);
      if (found < least) [best, least] = [need, found];
    }
    return best;
  });
}
