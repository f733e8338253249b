import type { Project } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';
import type { MatchCount, RunFigures } from './tables/statistics.ts';

/** The matches of a detector on a page at one visit, and the project that it belongs to. */
export type CountedMatch = MatchCount & { readonly project: string };

/** Of these runs of projects, at visits at or after `since`. */
export async function countedMatches(
  { statistics }: Pick<Store, 'statistics'>,
  projects: readonly { readonly name: string; readonly runs: readonly RunFigures[] }[],
  since: number,
): Promise<readonly CountedMatch[]> {
  const projectOf = new Map<number, string>();
  for (const { name, runs } of projects)
    for (const { runId, endedAt } of runs)
      if (endedAt === null || endedAt >= since) projectOf.set(runId, name);
  const ids = [...projectOf.keys()];
  const counted: CountedMatch[] = [];
  for (let from = 0; from < ids.length; from += RUNS)
    for (const count of await statistics.matches(ids.slice(from, from + RUNS))) {
      const project = projectOf.get(count.runId);
      if (project !== undefined && count.at >= since) counted.push({ ...count, project });
    }
  return counted;
}

/** Runs that are asked for at once: databases take some ten thousand values in one question. */
const RUNS = 1000;

/** What a detector has found so far. */
interface DetectorTotals {
  readonly matches: number;
  readonly lastAt: number;
}

/** By the names of detectors; those without a match are left out. */
export async function detectorTotals(
  store: Pick<Store, 'statistics'>,
  project: Project,
): Promise<ReadonlyMap<string, DetectorTotals>> {
  const totals = new Map<string, DetectorTotals>();
  const runs = (await store.statistics.runs([project.id])).get(project.id) ?? [];
  for (const { detector, matches, at } of await countedMatches(store, [{ name: project.name, runs }], 0)) {
    const before = totals.get(detector) ?? { matches: 0, lastAt: at };
    totals.set(detector, { matches: before.matches + matches, lastAt: Math.max(before.lastAt, at) });
  }
  return totals;
}
