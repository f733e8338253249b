import type { JudgedSite } from '../metrics/metric.ts';
import { measured } from '../metrics/metrics.ts';
import type { PointResult } from '../points/point-result.ts';

/** One thing that a setting got wrong: two states to look at. */
export type Mistake =
  | {
      readonly kind: 'missed';
      readonly site: number;
      readonly state: number;
      /** The state that it was taken for; null when nothing led to it any more. */
      readonly takenFor: number | null;
    }
  | { readonly kind: 'duplicate'; readonly site: number; readonly state: number; readonly of: number };

/** As many as the total error says, each once. */
export function mistakesOf(judged: readonly JudgedSite[], point: PointResult): readonly Mistake[] {
  return measured(judged, point).flatMap(({ judged: { site, classOf }, result }) => {
    const first = new Map<number | undefined, number>();
    const duplicates = result.kept.flatMap((state): Mistake[] => {
      const of = first.get(classOf[state]);
      if (of !== undefined) return [{ kind: 'duplicate', site, state, of }];
      first.set(classOf[state], state);
      return [];
    });
    const unreached = new Set(result.unreached);
    const missed = [...new Set(classOf)]
      .filter((each) => !first.has(each))
      .map((each): Mistake => {
        const members = classOf.flatMap((name, state) => (name === each ? [state] : []));
        const seen = members.find((state) => !unreached.has(state));
        const state = seen ?? members[0] ?? each;
        const takenFor = seen === undefined ? null : (result.takenFor[state] ?? null);
        return { kind: 'missed', site, state, takenFor };
      });
    return [...missed, ...duplicates];
  });
}
