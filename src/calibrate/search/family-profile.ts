import type { JudgedSite } from '../metrics/metric.ts';
import type { SettingFamily } from '../points/setting-grid.ts';
import { costOf, type Weight } from '../read/recommend.ts';

/** What the distances of one family say of a recorded site. */
export interface SiteProfile {
  readonly site: number;
  /** For each state: under every threshold below this it is kept, as far as distances tell; from here on it is taken for another, or nothing leads to it. */
  readonly keptBelow: readonly number[];
}

/**
 * When states vanish as the threshold grows: where they come as near to an earlier state, or where everything that leads to them has vanished. `distance` is asked
 * once for every two states.
 */
export function vanishingPoints(
  /** For each state, those that lead to it. */
  leadTo: readonly (readonly number[])[],
  distance: (one: number, other: number) => number,
): readonly number[] {
  const keptBelow: number[] = [];
  for (const [state, from] of leadTo.entries()) {
    if (state === 0) {
      keptBelow.push(Number.POSITIVE_INFINITY);
      continue;
    }
    let nearest = Number.POSITIVE_INFINITY;
    for (let earlier = 0; earlier < state; earlier++) nearest = Math.min(nearest, distance(earlier, state));
    // What is found later cannot lead to it before.
    const reached = from.reduce((most, each) => Math.max(most, keptBelow[each] ?? -1), -1);
    keptBelow.push(Math.min(nearest, reached));
  }
  return keptBelow;
}

/** What each threshold of a family is likely to cost: without limits, and without what the explorer learns about noise. */
export function likelyCosts(
  { thresholds }: Pick<SettingFamily, 'thresholds'>,
  profiles: readonly SiteProfile[],
  judged: readonly JudgedSite[],
  weight: Weight,
): readonly number[] {
  const states: number[] = [];
  const classes: number[] = [];
  for (const { site, keptBelow } of profiles) {
    const classOf = judged.find((each) => each.site === site)?.classOf;
    if (classOf === undefined) continue;
    // A class is found as long as one of its states is kept.
    const longest = new Map<number, number>();
    for (const [state, below] of keptBelow.entries()) {
      const name = classOf[state] ?? state;
      longest.set(name, Math.max(longest.get(name) ?? -1, below));
    }
    states.push(...keptBelow);
    classes.push(...longest.values());
  }
  return thresholds.map((threshold) => {
    const left = (all: readonly number[]) => all.filter((below) => below > threshold).length;
    const found = left(classes);
    return costOf({ missed: classes.length - found, duplicates: left(states) - found }, weight);
  });
}
