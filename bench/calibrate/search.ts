import type { JudgedSite } from '../../src/features/calibration/metrics/metrics.ts';
import { figuresOf, measured } from '../../src/features/calibration/metrics/metrics.ts';
import type { PointResult } from '../../src/features/calibration/points/point-result.ts';
import { gridOf, usualGrid } from '../../src/features/calibration/points/setting-grid.ts';
import { ReplayedSites } from '../../src/features/calibration/replayed-sites.ts';
import { likelyCosts } from '../../src/features/calibration/search/family-profile.ts';
import { searchGrid } from '../../src/features/calibration/search/search-grid.ts';
import { writeSetting } from '../../src/fingerprint/index.ts';
import { type GeneratedKind, generatedKinds } from '../../test/features/calibration/generated-kinds.ts';

/** Sets of generated sites: the kinds of their four sites, and the seed of the first one. */
interface SetToSearch {
  readonly kinds: readonly GeneratedKind[];
  readonly seed: number;
}

const four = (kind: GeneratedKind): readonly GeneratedKind[] => [kind, kind, kind, kind];

/** Those that the search was made on, and those that came after it (docs/measurements/calibration.md). */
const sets: Readonly<Record<string, SetToSearch>> = {
  'records 11': { kinds: four('records'), seed: 11 },
  'records 21': { kinds: four('records'), seed: 21 },
  'records 31': { kinds: four('records'), seed: 31 },
  'forum 300': { kinds: four('forum'), seed: 300 },
  'records and forum': { kinds: ['records', 'forum', 'records', 'forum'], seed: 200 },
  'fresh records': { kinds: four('records'), seed: 90_001 },
  'fresh shop': { kinds: four('shop'), seed: 90_101 },
  'fresh dashboard': { kinds: four('dashboard'), seed: 90_201 },
  'fresh mixture': { kinds: ['shop', 'records', 'dashboard', 'forum'], seed: 90_301 },
  'fresh forum': { kinds: four('forum'), seed: 90_401 },
  'fresh form': { kinds: four('form'), seed: 90_501 },
  'fresh library': { kinds: four('library'), seed: 90_601 },
  'fresh second mixture': { kinds: ['form', 'library', 'records', 'shop'], seed: 90_701 },
  'fresh third mixture': { kinds: ['dashboard', 'library', 'forum', 'form'], seed: 90_801 },
  'fresh second records': { kinds: four('records'), seed: 90_901 },
  'fresh shop and library': { kinds: ['shop', 'shop', 'library', 'library'], seed: 91_001 },
  'fresh fourth mixture': { kinds: ['forum', 'dashboard', 'records', 'form'], seed: 91_101 },
};
const states = 50;
const seeds = 20;

/** The search beside the whole grid, 20 seeds on each set. Every look at a family and every replay is an evaluation. */
export async function benchSearch(wanted: string | undefined, say: (text: string) => void): Promise<void> {
  const names = wanted?.split(',') ?? Object.keys(sets);
  for (const [name, set] of Object.entries(sets))
    if (names.some((beginning) => name.startsWith(beginning))) await searchSet(name, set, say);
}

async function searchSet(name: string, { kinds, seed: first }: SetToSearch, say: (text: string) => void) {
  const families = gridOf(usualGrid);
  const made = kinds.map((kind, place) => generatedKinds[kind](first + place, states));
  const judged = made.map(({ recording, classOf }, place) => ({
    site: place + 1,
    classOf,
    tried: recording.tried.length,
  }));
  const toReplay = made.map(({ recording }, place) => ({ site: place + 1, recording, strip: [] }));
  const errorOf = (result: PointResult) => figuresOf(measured(judged, result)).error;

  const begun = performance.now();
  const whole = new ReplayedSites(toReplay);
  const all = new Map<string, number>();
  for (const family of families)
    for (const { setting, result } of await whole.replay(family)) all.set(setting, errorOf(result));
  const gridMs = performance.now() - begun;
  const best = Math.min(...all.values());

  const profiled = new Map(
    families.map((family) => [family, likelyCosts(family, whole.profile(family, judged), 1)]),
  );
  const budget = Math.floor(0.15 * all.size);
  const used: number[] = [];
  let reached = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const { cost, evaluations } = await searchGrid({
      ...{ families, budget, seed, enough: best },
      look: async (looked) => looked.map((family) => profiled.get(family) ?? []),
      costsOf: async (points) =>
        points.map((point) => all.get(writeSetting(point)) ?? Number.POSITIVE_INFINITY),
    });
    used.push(evaluations);
    if (cost === best) reached++;
  }
  const searchMs = await timeOfSearch(toReplay, judged, budget);
  say(
    `${name}: best error of ${all.size} settings ${best}, reached in ${reached} of ${seeds} seeds with at most ${Math.max(...used)} of ${budget} evaluations ` +
      `(${((100 * Math.max(...used)) / all.size).toFixed(1)} % of the grid); the whole budget takes ${(searchMs / 1000).toFixed(1)} s, the grid ${(gridMs / 1000).toFixed(1)} s`,
  );
}

/** One search with all its budget, from nothing, on one thread. */
async function timeOfSearch(
  toReplay: ConstructorParameters<typeof ReplayedSites>[0],
  judged: readonly JudgedSite[],
  budget: number,
): Promise<number> {
  const begun = performance.now();
  const sites = new ReplayedSites(toReplay);
  await searchGrid({
    ...{ families: gridOf(usualGrid), budget, seed: 1 },
    look: async (looked) => looked.map((family) => likelyCosts(family, sites.profile(family, judged), 1)),
    costsOf: async (points) => {
      const costs: number[] = [];
      for (const { algorithm, features, threshold } of points) {
        const [point] = await sites.replay({ algorithm, features, thresholds: [threshold] });
        costs.push(
          point === undefined ? Number.POSITIVE_INFINITY : figuresOf(measured(judged, point.result)).error,
        );
      }
      return costs;
    },
  });
  return performance.now() - begun;
}
