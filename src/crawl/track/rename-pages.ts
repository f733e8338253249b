import type { Store } from '../../database/store.ts';
import { commitRows } from '../commit-rows.ts';
import { knownPages } from '../frontier/known-pages.ts';
import type { LeftOutCounts } from '../frontier/left-out-counts.ts';
import { identityHash, type SeenIdentities } from '../frontier/seen-identities.ts';
import type { RenamedPage } from '../tables/page.ts';
import type { Run } from '../tables/run.ts';
import type { SiteKnowledge } from './site-knowledge.ts';

interface RenamePagesOptions {
  readonly store: Store;
  readonly run: Run;
  readonly knowledge: SiteKnowledge;
  readonly seen: SeenIdentities;
  /** Counts addresses that need not be requested, because the page has another one. */
  readonly leftOut: LeftOutCounts;
}

/**
 * Gives known pages the identities that follow from the URL rules. Their history belongs to the id, and stays. When several pages
 * turn out to be one page, one of them stays in the queue.
 */
export async function renamePages(options: RenamePagesOptions): Promise<void> {
  const { store, run, knowledge, seen, leftOut } = options;
  for await (const pages of knownPages(store, run.projectId)) {
    const renamed: RenamedPage[] = [];
    for (const page of pages) {
      const identity = knowledge.identityOf(page.url);
      if (identity === page.identity) continue;
      const hash = identityHash(identity);
      // A page that this run has not queued yet must not count as seen, because it still has to be queued.
      const isNew = seen.has(page.identityHash) ? seen.add(hash) : !seen.has(hash);
      if (!isNew && page.waitsIn === run.id) leftOut.addRotating(knowledge.rotatingPart(page.url), page.url);
      renamed.push({ pageId: page.id, identity, identityHash: hash });
    }
    const learned = knowledge.takeNewRules();
    if (renamed.length + learned.length === 0) continue;
    await commitRows(options, { leftOut: leftOut.take(), renamed, learned });
  }
}
