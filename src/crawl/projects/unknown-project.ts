import { didYouMean } from '../../access/index.ts';
import type { Store } from '../../database/store.ts';
import { CrawlError } from '../errors.ts';

/** More suggested names do not help. */
const mostNames = 20;

/** `there is no project "shpo". Did you mean "shop"? Known: news, shop.` */
export async function unknownProject(store: Pick<Store, 'projects'>, name: string): Promise<string> {
  const names = (await store.projects.list()).map((project) => project.name);
  const known = names.slice(0, mostNames).join(', ');
  const others = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  const list = names.length === 0 ? 'There are no projects yet.' : `Known: ${known}${others}.`;
  return `there is no project "${name}".${didYouMean(name, names)} ${list}`;
}

/** For a project that should run, but is not stored and has no address. */
export async function noSuchProject(store: Pick<Store, 'projects'>, name: string): Promise<CrawlError> {
  const site = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(name) ? name : 'example.org';
  return new CrawlError(
    'CRAWL_NO_START',
    `${await unknownProject(store, name)} To start one, write the address of its site, as in https://${site}/`,
  );
}
