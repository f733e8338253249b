import type { Store } from '../../database/store.ts';
import { commitRows } from '../commit-rows.ts';
import { knownPages } from '../frontier/known-pages.ts';
import type { LeftOutCounts } from '../frontier/left-out-counts.ts';
import { identityHash, type SeenIdentities } from '../frontier/seen-identities.ts';
import type { RenamedPage, Run } from '../tables/records.ts';
import type { SiteKnowledge } from './site-knowledge.ts';

interface RenamePagesOptions {
  readonly store: Store;
  readonly run: Run;
  readonly knowledge: SiteKnowledge;
  readonly seen: SeenIdentities;
  /** Counts addresses that need not be asked for, because the page has another one. */
  readonly leftOut: LeftOutCounts;
}

/**
 * Gives known pages the identities that the URL rules give them. Their history belongs to the id, and stays. Of several
 * that turn out to be one page, one stays in the queue.
 */
export async function renamePages(options: RenamePagesOptions): Promise<void> {
  const { store, run, knowledge, seen, leftOut } = options;
  for await (const pages of knownPages(store, run.projectId)) {
    const renamed: RenamedPage[] = [];
    for (const page of pages) {
      const identity = knowledge.identityOf(page.url);
      if (identity === page.identity) continue;
      const hash = identityHash(identity);
      // A page that this run has not queued yet must not count as seen: it is still to be queued.
      const isNew = seen.has(page.identityHash) ? seen.add(hash) : !seen.has(hash);
      if (!isNew && page.waitsIn === run.id) leftOut.addRotating(knowledge.rotatingPart(page.url), page.url);
      renamed.push({ pageId: page.id, identity, identityHash: hash });
    }
    const learned = knowledge.takeNewRules();
    if (renamed.length + learned.length === 0) continue;
    await commitRows(options, { leftOut: leftOut.take(), renamed, learned });
  }
}
