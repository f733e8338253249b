import type { Mistake } from '../read/mistakes.ts';
import type { CalibrationReport } from './calibration-report.ts';

/** What settings got wrong, as the script of the report reads it. Many settings are wrong in the same way. */
export interface MistakesData {
  readonly sites: Readonly<Record<number, string>>;
  readonly lists: readonly (readonly ShownMistake[])[];
  /** The list of each setting. */
  readonly of: Readonly<Record<string, number>>;
}

type ShownMistake = readonly [
  kind: Mistake['kind'],
  site: number,
  state: number,
  /** The other state; null when nothing leads to the first one any more. */
  other: number | null,
];

/** Mistakes of one setting that are shown: whoever has more is bad in every place. */
const mostMistakes = 20;

export function mistakesData({ points, sites, mistakes }: CalibrationReport): MistakesData {
  const lists: (readonly ShownMistake[])[] = [];
  const places = new Map<string, number>();
  const of: Record<string, number> = {};
  for (const { setting } of points) {
    const shown = mistakes(setting)
      .slice(0, mostMistakes)
      .map(
        (each): ShownMistake => [
          each.kind,
          each.site,
          each.state,
          each.kind === 'missed' ? each.takenFor : each.of,
        ],
      );
    const key = JSON.stringify(shown);
    const place = places.get(key) ?? lists.push(shown) - 1;
    places.set(key, place);
    of[setting] = place;
  }
  return { sites: Object.fromEntries(sites.map(({ site, url }) => [site, url])), lists, of };
}

/** States of which a picture is shown somewhere; those of the best setting first. */
export function picturedStates(
  { lists, of }: MistakesData,
  best: string,
): readonly { readonly site: number; readonly state: number }[] {
  const ordered = [lists[of[best] ?? -1] ?? [], ...lists];
  const found = new Map<string, { readonly site: number; readonly state: number }>();
  for (const [, site, ...pair] of ordered.flat())
    for (const state of pair) if (state !== null) found.set(`${site} ${state}`, { site, state });
  return [...found.values()];
}
