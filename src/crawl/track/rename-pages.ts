import type { RenamedPage, Run, Store } from '../../store/index.ts';
import type { SeenIdentities } from '../frontier/seen-identities.ts';
import { identityHash } from '../frontier/seen-identities.ts';
import type { SiteKnowledge } from './site-knowledge.ts';

const PAGES_PER_COMMIT = 5000;

/** Gives the pages of a project the names that newly learned rules give them. Their history stays theirs: it hangs on the id. */
export async function renamePages(
  store: Store,
  { id: runId, projectId }: Run,
  knowledge: SiteKnowledge,
  seen: SeenIdentities,
): Promise<void> {
  let after = 0;
  for (;;) {
    const pages = await store.pages.known(projectId, { after, limit: PAGES_PER_COMMIT });
    const last = pages.at(-1);
    if (last === undefined) return;
    after = last.id;
    const renamed: RenamedPage[] = [];
    for (const page of pages) {
      const identity = knowledge.identityOf(page.url);
      if (identity === page.identity) continue;
      const hash = identityHash(identity);
      seen.add(hash);
      renamed.push({ pageId: page.id, identity, identityHash: hash });
    }
    const learned = knowledge.take();
    await store.commit({
      projectId,
      runId,
      visits: [],
      contents: [],
      discovered: [],
      leftOut: [],
      renamed,
      learned,
    });
  }
}
