import type { KnownPage, Run, RunPlan, Store } from '../../store/index.ts';
import type { PageDiscovery } from '../discover-pages.ts';
import type { SeenIdentities } from '../seen-identities.ts';

const PAGES_PER_COMMIT = 5000;
/** Two addresses may show the same page by chance, once or twice. */
const TRUSTED_AGREEMENTS = 4;

const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };

/** All pages of earlier runs, in batches. */
export async function* knownPages(store: Store, projectId: number): AsyncGenerator<readonly KnownPage[]> {
  for (let after = 0; ; ) {
    const pages = await store.pages.known(projectId, { after, limit: PAGES_PER_COMMIT });
    const last = pages.at(-1);
    if (last === undefined) return;
    yield pages;
    after = last.id;
  }
}

export interface RevisitOptions {
  readonly store: Store;
  readonly run: Run;
  readonly discovery: PageDiscovery;
  /** Only pages that are likely to have changed (B13). */
  readonly onlyDue: boolean;
  readonly now: number;
}

/**
 * Queues every page of earlier runs, linked to or not: orphans, too, are fetched before they are judged (A4). SAM + UPD +
 * MIS + ERR will add up to the pages that are due here (B3).
 */
export async function revisitPages(options: RevisitOptions): Promise<RunPlan> {
  const { store, run, discovery } = options;
  // A run that goes on has queued them all; only those that it leaves alone have to be found again.
  if (run.plan !== null && run.plan.notDue + run.plan.aliases === 0) return run.plan;
  const place = { projectId: run.projectId, runId: run.id };
  const counts = { due: 0, notDue: 0, aliases: 0, excluded: 0 };
  for await (const pages of knownPages(store, run.projectId)) {
    const revisits: number[] = [];
    for (const page of pages) {
      const group = groupOf(page, options, discovery);
      if (group === 'due') revisits.push(page.id);
      if (page.isGood) counts[group]++;
    }
    await store.commit({ ...place, ...nothing, revisits });
  }
  // A run that goes on keeps its counts: it has visited some of the pages since.
  if (run.plan !== null) return run.plan;
  await store.commit({ ...place, ...nothing, plan: counts });
  return counts;
}

function groupOf(page: KnownPage, { onlyDue, now }: RevisitOptions, discovery: PageDiscovery): keyof RunPlan {
  const isDue = page.dueAt === null || page.dueAt <= now;
  // An alias that agreed often enough is visited only when it is likely to have changed (E8).
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

/**
 * Queues orphans: pages of earlier runs to which no link of this run led. They are fetched before they are judged (A4).
 * Returns how many of them the project no longer asks for.
 */
export async function queueOrphans(
  store: Store,
  { id: runId, projectId }: Run,
  discoveries: readonly PageDiscovery[],
  seen: SeenIdentities,
): Promise<number> {
  const revisits: number[] = [];
  let excluded = 0;
  for await (const pages of knownPages(store, projectId)) {
    for (const page of pages) {
      if (!page.isGood || seen.has(page.identityHash)) continue;
      if (discoveries.some((discovery) => discovery.revisit(page))) revisits.push(page.id);
      else excluded++;
    }
  }
  for (let from = 0; from < revisits.length; from += PAGES_PER_COMMIT) {
    const some = revisits.slice(from, from + PAGES_PER_COMMIT);
    await store.commit({ projectId, runId, ...nothing, revisits: some });
  }
  return excluded;
}

/** How many pages have a good version: all of these get a flag in the run that begins (B3). */
export async function countGoodPages(store: Store, { projectId }: Run): Promise<number> {
  let count = 0;
  for await (const pages of knownPages(store, projectId))
    count += pages.filter(({ isGood }) => isGood).length;
  return count;
}
