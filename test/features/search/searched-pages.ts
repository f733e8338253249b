import { packContent } from '../../../src/database/content/packed-content.ts';
import type { Store } from '../../../src/database/store.ts';
import { discovered, startRun, visit } from '../../kernel/database/sample-records.ts';

export interface SearchedPage {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** Stores one run of a project, with these pages as they are now. */
export async function storePages(
  store: Store,
  pages: readonly SearchedPage[],
  { project = 'sample', at = 1_700_000_000_000, isFinished = true } = {},
): Promise<number> {
  const { projectId, runId, commit } = await startRun(store, project);
  const known = new Set((await store.pages.list(projectId, { limit: 10_000 })).map(({ url }) => url));
  await commit({ discovered: pages.map(({ path }) => discovered(path)) });
  const listed = await store.pages.list(projectId, { limit: 10_000, which: 'all' });
  const idOf = new Map(listed.map(({ id, url }) => [new URL(url).pathname, id]));
  const contents = pages.map(({ title, text }) =>
    packContent(
      Buffer.from(`<!doctype html><meta charset=utf-8><title>${title}</title><p>${text}</p>`),
      null,
    ),
  );
  const visits = pages.map(({ path }, place) =>
    visit(idOf.get(path) ?? 0, {
      at,
      sha256: contents[place]?.sha256 ?? null,
      flag: known.has(`https://example.org${path}`) ? 'UPD' : 'NEW',
      reason: '',
    }),
  );
  await commit({ visits, contents, ...(isFinished && { run: { state: 'finished', at } as const }) });
  return runId;
}
