import type { Store } from '../../database/store.ts';
import { identityOf, UrlError } from '../../url/index.ts';
import type { ListedPage } from '../tables/page.ts';
import type { Project } from '../tables/project.ts';

export interface FoundPage {
  readonly project: Project;
  readonly page: ListedPage;
}

/** The pages of these projects with this URL or file id: at most one per project. */
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

/** Ignores session ids in the URL: looks it up by the project's learned rules first, then as written. */
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
  const { isRoute } = await import('../document-links.ts');
  const { SiteKnowledge } = await import('../track/site-knowledge.ts');
  try {
    const { identity } = identityOf(url, [], { guess: false });
    const knowledge = new SiteKnowledge(await store.learned.list(project.id));
    // A route of an application (`#/about`) is a page of its own, if there is one.
    return [...(isRoute(url) ? [url] : []), knowledge.identityOf(identity), identity, url];
  } catch (error) {
    if (error instanceof UrlError) return [url];
    throw error;
  }
}

/** The page that replaced this one, if both turned out to be the same page. */
async function current(store: Store, project: Project, page: ListedPage | null): Promise<ListedPage | null> {
  if (page === null) return null;
  const origin = await store.pages.origin(page.id);
  const later = origin?.supersededBy ?? null;
  return later === null ? page : ((await store.pages.find(project.id, later)) ?? page);
}
