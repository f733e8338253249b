import type { JudgedSite } from '../metrics/metric.ts';
import type { SettingFamily } from '../points/setting-grid.ts';
import { costOf, type Weight } from '../read/recommend.ts';

/** What the distances of one family say of a recorded site, for each of its thresholds. */
export interface SiteProfile {
  readonly classes: number;
  /** How many states would be kept. */
  readonly kept: readonly number[];
  /** How many classes they are of. */
  readonly found: readonly number[];
}

/**
 * Under which thresholds each state would be kept: those under which something that is kept leads to it, and no earlier state that is kept is as near. One pass over
 * the distances answers for all thresholds. It knows nothing of limits, and of what the explorer learns about noise.
 */
export function profileOf(
  { classOf }: Pick<JudgedSite, 'classOf'>,
  { thresholds }: Pick<SettingFamily, 'thresholds'>,
  /** For each state, those that lead to it. */
  leadTo: readonly (readonly number[])[],
  distance: (one: number, other: number) => number,
): SiteProfile {
  const steps = thresholds.length;
  const keptUnder: Uint8Array[] = [];
  for (const [state, from] of leadTo.entries()) {
    const mine = new Uint8Array(steps);
    if (state === 0) mine.fill(1);
    // What is found later cannot lead to it before.
    for (const each of from)
      for (let step = 0; each < state && step < steps; step++) mine[step] ||= keptUnder[each]?.[step] ?? 0;
    for (let earlier = 0; earlier < state; earlier++) {
      const far = distance(earlier, state);
      for (let step = steps - 1; step >= 0 && (thresholds[step] ?? -1) >= far; step--)
        if (keptUnder[earlier]?.[step] === 1) mine[step] = 0;
    }
    keptUnder.push(mine);
  }
  const states = [...keptUnder.keys()];
  const keptAt = thresholds.map((_, step) => states.filter((state) => keptUnder[state]?.[step] === 1));
  return {
    classes: new Set(classOf).size,
    kept: keptAt.map((kept) => kept.length),
    found: keptAt.map((kept) => new Set(kept.map((state) => classOf[state])).size),
  };
}

/** What each threshold of a family is likely to cost. */
export function likelyCosts(
  { thresholds }: Pick<SettingFamily, 'thresholds'>,
  profiles: readonly SiteProfile[],
  weight: Weight,
): readonly number[] {
  return thresholds.map((_, step) =>
    profiles.reduce((sum, { classes, kept, found }) => {
      const [states = 0, names = 0] = [kept[step], found[step]];
      return sum + costOf({ missed: classes - names, duplicates: states - names }, weight);
    }, 0),
  );
}
