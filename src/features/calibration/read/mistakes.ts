import type { JudgedSite } from '../metrics/metrics.ts';
import { measured } from '../metrics/metrics.ts';
import type { PointResult } from '../points/point-result.ts';

/** One mistake of a setting: two states to look at. */
export interface Mistake {
  readonly kind: 'missed' | 'duplicate';
  readonly site: number;
  readonly state: number;
  /** The state that it was regarded as or is a duplicate of; null when no kept state led to the missed one. */
  readonly other: number | null;
}

/** Each mistake once; their number is the total error. */
export function mistakesOf(judged: readonly JudgedSite[], point: PointResult): readonly Mistake[] {
  return measured(judged, point).flatMap(({ judged: { site, classOf }, result }) => {
    const first = new Map<number | undefined, number>();
    const duplicates = result.kept.flatMap((state): Mistake[] => {
      const other = first.get(classOf[state]);
      if (other !== undefined) return [{ kind: 'duplicate', site, state, other }];
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
        const other = seen === undefined ? null : (result.takenFor[state] ?? null);
        return { kind: 'missed', site, state, other };
      });
    return [...missed, ...duplicates];
  });
}
