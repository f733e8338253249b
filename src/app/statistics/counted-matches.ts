import type { MatchCount, Project, RunFigures, Store } from '../../store/index.ts';

/** The matches of a detector on a page at one visit, and the project that it belongs to. */
export type CountedMatch = MatchCount & { readonly project: string };

/** Of these runs of a project, at visits at or after `since`. */
export async function countedMatches(
  { statistics }: Pick<Store, 'statistics'>,
  { name }: Pick<Project, 'name'>,
  runs: readonly RunFigures[],
  since: number,
): Promise<readonly CountedMatch[]> {
  const counted: CountedMatch[] = [];
  for (const { runId, endedAt } of runs) {
    if (endedAt !== null && endedAt < since) continue;
    for (const count of await statistics.matches(runId))
      if (count.at >= since) counted.push({ ...count, project: name });
  }
  return counted;
}

/** What a detector has found so far. */
export interface DetectorTotals {
  readonly matches: number;
  readonly lastAt: number;
}

/** By the names of detectors; those without a match are left out. */
export async function detectorTotals(
  store: Pick<Store, 'statistics'>,
  project: Project,
): Promise<ReadonlyMap<string, DetectorTotals>> {
  const totals = new Map<string, DetectorTotals>();
  const runs = await store.statistics.runs(project.id);
  for (const { detector, matches, at } of await countedMatches(store, project, runs, 0)) {
    const before = totals.get(detector) ?? { matches: 0, lastAt: at };
    totals.set(detector, { matches: before.matches + matches, lastAt: Math.max(before.lastAt, at) });
  }
  return totals;
}
