import { didYouMean } from '../../access/index.ts';
import type { Store } from '../../database/store.ts';

/** More names than these do not help. */
const mostNames = 20;

/** `there is no project "shpo". Did you mean "shop"? Known: news, shop.` */
export async function unknownProject(store: Pick<Store, 'projects'>, name: string): Promise<string> {
  const names = (await store.projects.list()).map((project) => project.name);
  const known = names.slice(0, mostNames).join(', ');
  const others = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  const list = names.length === 0 ? 'There are no projects yet.' : `Known: ${known}${others}.`;
  return `there is no project "${name}".${didYouMean(name, names)} ${list}`;
}
