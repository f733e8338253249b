import type { SiteHealth } from '../../notify/index.ts';
import type { Project, Run, Store } from '../../store/index.ts';

/** A site that has failed longer than this many runs fails since the first of them. */
const MOST_RUNS = 100;

/** Whether the newest runs of a project could read anything at all. */
export async function siteHealth(
  { runs, visits }: Pick<Store, 'runs' | 'visits'>,
  { id, name, startUrl }: Project,
): Promise<SiteHealth> {
  const ended = (await runs.list(id)).filter(({ state }) => state !== 'running').slice(0, MOST_RUNS);
  let failingSince: number | null = null;
  let reason = '';
  for (const run of ended) {
    const failure = await failureOf(visits, run);
    if (failure === null) break;
    failingSince = run.startedAt;
    if (reason === '') reason = failure;
  }
  return { project: name, url: startUrl, failingSince, reason, lastVisitAt: ended[0]?.startedAt ?? null };
}

/** Why a run read no page at all; null when it read one. */
async function failureOf(visits: Store['visits'], run: Run): Promise<string | null> {
  const totals = await visits.totals(run.id);
  if (totals.some(({ outcome, count }) => outcome === 'ok' && count > 0)) return null;
  const [first] = await visits.ofRun(run.id, { limit: 1 });
  return first?.errorMessage ?? run.pauseReason ?? 'no page could be read';
}
