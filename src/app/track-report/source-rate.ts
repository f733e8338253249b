import type { SourceRate } from '../../publish/index.ts';
import type { Run, Store } from '../../store/index.ts';
import { estimateChangeRate } from '../../track/index.ts';

/** Runs that are looked back at: what a source was like a year ago says little about next week. */
const mostRuns = 10;
const day = 86_400_000;

/** A run and the ones before it, newest first. */
export function newestRuns(run: Run, runs: readonly Run[]): readonly Run[] {
  return runs.filter(({ number }) => number <= run.number).slice(0, mostRuns);
}

/** How often a page of the source changes (B13), from the totals of its newest runs: each visit is one sample. */
export async function sourceRate(store: Store, run: Run, runs: readonly Run[]): Promise<SourceRate> {
  const newest = newestRuns(run, runs);
  const samples = [];
  for (const [place, { id, startedAt }] of newest.entries()) {
    const before = newest[place + 1];
    if (before === undefined) break;
    const { SAM, UPD } = await store.visits.flagTotals(id);
    const days = (startedAt - before.startedAt) / day;
    samples.push({ days, hasChanged: true, count: UPD }, { days, hasChanged: false, count: SAM });
  }
  return { ...estimateChangeRate(samples), runs: newest.length };
}
