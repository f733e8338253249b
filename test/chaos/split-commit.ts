import type { CrawlCommit } from '../../src/crawl/tables/crawl-commit.ts';
import { packContent } from '../../src/database/content/packed-content.ts';
import type { Store } from '../../src/database/store.ts';

/** `whole` is the store as it is; the others are wrong on purpose. */
export const commitModes = ['whole', 'visits first', 'visits last'] as const;
export type CommitMode = (typeof commitModes)[number];

/** A store whose commits are two transactions. The check must notice what a kill between them does to the data. */
export function splitCommit(store: Store, mode: CommitMode): Store {
  if (mode === 'whole') return store;
  return {
    ...store,
    async commit(batch) {
      const { visits, contents, ...other } = packed(batch);
      const halves = [
        { ...other, visits, contents: [], discovered: [], leftOut: [] },
        { ...other, visits: [], contents },
      ];
      for (const half of mode === 'visits first' ? halves : halves.toReversed()) await store.commit(half);
    },
  };
}

/** Names the bodies in their visits, as the store itself does, so that the two can be separated. */
function packed({ bodies = [], ...batch }: CrawlCommit): CrawlCommit {
  const contents = new Map(bodies.map(({ pageId, body, type }) => [pageId, packContent(body, type)]));
  return {
    ...batch,
    visits: batch.visits.map((visit) => ({
      ...visit,
      sha256: contents.get(visit.pageId)?.sha256 ?? visit.sha256,
    })),
    contents: [...batch.contents, ...contents.values()],
  };
}
