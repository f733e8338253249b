import type { Run, Store } from '../../store/index.ts';
import type { PageDiscovery } from '../discover-pages.ts';
import type { SeenIdentities } from '../seen-identities.ts';

const PAGES_PER_COMMIT = 5000;

/** How many pages have a good version: what a run that begins has to give a flag (B3). */
export async function countGoodPages(store: Store, { projectId }: Run): Promise<number> {
  let count = 0;
  for await (const page of knownPages(store, projectId)) if (page.isGood) count++;
  return count;
}

/**
 * Queues the pages of earlier runs that this one was not led to: they are fetched before they are judged (A4). Says how
 * many of them the project no longer asks for.
 */
export async function queueOrphans(
  store: Store,
  { id: runId, projectId }: Run,
  discoveries: readonly PageDiscovery[],
  seen: SeenIdentities,
): Promise<number> {
  const revisits: number[] = [];
  let excluded = 0;
  for await (const page of knownPages(store, projectId)) {
    if (!page.isGood || seen.has(page.identityHash)) continue;
    if (discoveries.some((discovery) => discovery.revisit(page))) revisits.push(page.id);
    else excluded++;
  }
  const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };
  for (let from = 0; from < revisits.length; from += PAGES_PER_COMMIT) {
    const some = revisits.slice(from, from + PAGES_PER_COMMIT);
    await store.commit({ projectId, runId, ...nothing, revisits: some });
  }
  return excluded;
}

async function* knownPages(store: Store, projectId: number) {
  for (let after = 0; ; ) {
    const pages = await store.pages.known(projectId, { after, limit: PAGES_PER_COMMIT });
    yield* pages;
    const last = pages.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
