import type { KnownPage, KnownPageCounts, Run, Store } from '../../store/index.ts';
import type { PageDiscovery } from '../discover-pages.ts';

const PAGES_PER_COMMIT = 5000;
/** Two addresses may show the same by chance, once or twice. */
const TRUSTED_AGREEMENTS = 4;

export interface RevisitOptions {
  readonly store: Store;
  readonly run: Run;
  readonly discovery: PageDiscovery;
  /** Only what is likely to have changed (B13). */
  readonly onlyDue: boolean;
  readonly now: number;
}

/**
 * Queues every page of earlier runs. Pages that no link leads to any more are among them: they are fetched before they
 * are judged (A4). The sum of SAM, UPD, MIS and ERR will be what is due here (B3).
 */
export async function revisitPages(options: RevisitOptions): Promise<KnownPageCounts> {
  const { store, run, discovery } = options;
  // A run that goes on has queued them all. Only those that it leaves alone have to be found again.
  if (run.knownPages !== null && run.knownPages.notDue + run.knownPages.aliases === 0) return run.knownPages;
  const place = { projectId: run.projectId, runId: run.id };
  const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };
  const knownPages = { due: 0, notDue: 0, aliases: 0, excluded: 0 };
  let after = 0;
  for (;;) {
    const pages = await store.pages.known(run.projectId, { after, limit: PAGES_PER_COMMIT });
    const last = pages.at(-1);
    if (last === undefined) break;
    after = last.id;
    const revisits: number[] = [];
    for (const page of pages) {
      const fate = fateOf(page, options, discovery);
      if (fate === 'due') revisits.push(page.id);
      if (page.isGood) knownPages[fate]++;
    }
    await store.commit({ ...place, ...nothing, revisits });
  }
  // A run that goes on has its counts: what it visited since is not counted anew.
  if (run.knownPages !== null) return run.knownPages;
  await store.commit({ ...place, ...nothing, knownPages });
  return knownPages;
}

function fateOf(
  page: KnownPage,
  { onlyDue, now }: RevisitOptions,
  discovery: PageDiscovery,
): keyof KnownPageCounts {
  const isDue = page.dueAt === null || page.dueAt <= now;
  // An alias that showed the same often enough is asked for when it is likely to have changed, and not before (E8).
  if (!isDue && page.aliasAgreements !== null && page.aliasAgreements >= TRUSTED_AGREEMENTS) {
    discovery.leave(page);
    return 'aliases';
  }
  if (onlyDue && page.isGood && !isDue) {
    discovery.leave(page);
    return 'notDue';
  }
  return discovery.revisit(page) ? 'due' : 'excluded';
}
