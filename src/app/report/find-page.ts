import type { ListedPage, Project, Store } from '../../store/index.ts';
import { identityOf, UrlError } from '../../url/index.ts';

export interface FoundPage {
  readonly project: Project;
  readonly page: ListedPage;
}

/** The pages of these projects that a URL or a file id names: at most one of each project. */
export async function findPages(
  store: Store,
  projects: readonly Project[],
  name: string,
): Promise<readonly FoundPage[]> {
  const found: FoundPage[] = [];
  for (const project of projects) {
    const page = await findPage(store, project, name);
    if (page !== null) found.push({ project, page });
  }
  return found;
}

/** Session ids in the URL do not matter: by the rules that the project learned, then as it is written. */
async function findPage(store: Store, project: Project, name: string): Promise<ListedPage | null> {
  if (/^\d{1,15}$/.test(name))
    return current(store, project, await store.pages.find(project.id, Number(name)));
  for (const spelling of new Set(await spellings(store, project, name))) {
    const page = await current(store, project, await store.pages.find(project.id, spelling));
    if (page !== null) return page;
  }
  return null;
}

async function spellings(store: Store, project: Project, url: string): Promise<readonly string[]> {
  const { SiteKnowledge } = await import('../../crawl/index.ts');
  try {
    const { identity } = identityOf(url);
    const knowledge = new SiteKnowledge(await store.learned.list(project.id));
    return [knowledge.identityOf(identity), identity, url];
  } catch (error) {
    if (error instanceof UrlError) return [url];
    throw error;
  }
}

/** A page that turned out to be another one under a second name leads there. */
async function current(store: Store, project: Project, page: ListedPage | null): Promise<ListedPage | null> {
  if (page === null) return null;
  const origin = await store.pages.origin(page.id);
  const later = origin?.supersededBy ?? null;
  return later === null ? page : ((await store.pages.find(project.id, later)) ?? page);
}
