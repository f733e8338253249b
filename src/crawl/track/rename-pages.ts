import type { RenamedPage, Run, Store } from '../../store/index.ts';
import { knownPages } from '../frontier/known-pages.ts';
import { identityHash, type SeenIdentities } from '../frontier/seen-identities.ts';
import type { SiteKnowledge } from './site-knowledge.ts';

/** Gives known pages the identities that newly learned URL rules give them. Their history belongs to the id, and stays. */
export async function renamePages(
  store: Store,
  { id: runId, projectId }: Run,
  knowledge: SiteKnowledge,
  seen: SeenIdentities,
): Promise<void> {
  const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };
  for await (const pages of knownPages(store, projectId)) {
    const renamed: RenamedPage[] = [];
    for (const page of pages) {
      const identity = knowledge.identityOf(page.url);
      if (identity === page.identity) continue;
      const hash = identityHash(identity);
      seen.add(hash);
      renamed.push({ pageId: page.id, identity, identityHash: hash });
    }
    await store.commit({ projectId, runId, ...nothing, renamed, learned: knowledge.takeNewRules() });
  }
}
