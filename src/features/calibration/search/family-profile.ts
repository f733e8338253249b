import { type JudgedSite, stateErrors } from '../metrics/metrics.ts';
import type { SettingFamily } from '../points/setting-grid.ts';
import { costOf, type Weight } from '../read/recommend.ts';

/** What the distances of one family predict for a recorded site, for each of its thresholds. */
export interface SiteProfile {
  readonly classes: number;
  /** How many states would be kept. */
  readonly kept: readonly number[];
  /** The number of classes among the kept states. */
  readonly found: readonly number[];
}

/**
 * Predicts for each state the thresholds under which it would be kept: a kept state leads to it, and no earlier kept state is within the threshold. One
 * pass over the distances answers for all thresholds. It ignores limits, and the noise that the explorer learns.
 */
export function profileOf(
  { classOf }: Pick<JudgedSite, 'classOf'>,
  { thresholds }: Pick<SettingFamily, 'thresholds'>,
  /** For each state, the states that lead to it. */
  leadTo: readonly (readonly number[])[],
  distance: (one: number, other: number) => number,
): SiteProfile {
  const steps = thresholds.length;
  const keptUnder: Uint8Array[] = [];
  for (const [state, from] of leadTo.entries()) {
    const mine = new Uint8Array(steps);
    if (state === 0) mine.fill(1);
    // A state that is found later cannot lead to this one.
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

/** The predicted cost of each threshold of a family. */
export function likelyCosts(
  { thresholds }: Pick<SettingFamily, 'thresholds'>,
  profiles: readonly SiteProfile[],
  weight: Weight,
): readonly number[] {
  return thresholds.map((_, step) =>
    profiles.reduce(
      (sum, { classes, kept, found }) =>
        sum + costOf(stateErrors(classes, kept[step] ?? 0, found[step] ?? 0), weight),
      0,
    ),
  );
}
