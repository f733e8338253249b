import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CliError } from '../../../cli/errors.ts';
import type { DataToRead } from '../../../cli/open-data.ts';
import type { Output } from '../../../cli/output.ts';
import type { FoundPage } from '../../../crawl/history/find-page.ts';

/** A list with more addresses does not help to choose. */
const mostListed = 10;

/**
 * The page with this URL, file id or path, or the only one whose URL ends with it, in the given project or in any that has
 * it. Throws CLI_PAGE_AMBIGUOUS with the pages that match, and CLI_PAGE_UNKNOWN with the most similar URLs.
 */
export async function pageNamed(
  { store, projectsNamed }: DataToRead,
  name: string,
  project: string | undefined,
  output: Output,
): Promise<FoundPage> {
  const { findPages } = await import('../../../crawl/history/find-page.ts');
  const { nearestUrls, pagesEnding } = await import('../typed-address.ts');
  const projects = await projectsNamed(project);
  const names = spellings(name);
  const named = await firstFound(names, (spelling) => findPages(store, projects, spelling));
  const isNumber = /^\d+$/.test(name);
  const found = named.length > 0 || isNumber ? named : await pagesEnding(store, projects, name);
  const [first] = found;
  if (first === undefined) throw unknown(name, await nearestUrls(store, projects, names.at(-1) ?? name));
  if (new Set(found.map(({ page }) => page.identity)).size > 1 && named.length === 0)
    throw ambiguous(name, found);
  if (found.length > 1) {
    const others = found.slice(1).map((other) => other.project.name);
    output.note(
      `This is the page of "${first.project.name}"; with --project, also of: ${others.join(', ')}.`,
    );
  }
  return first;
}

/** A name may also be the path of a file on this machine. */
function spellings(name: string): readonly string[] {
  return name.includes('://') || /^\d+$/.test(name) ? [name] : [name, pathToFileURL(resolve(name)).href];
}

async function firstFound<T>(
  names: readonly string[],
  find: (name: string) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  for (const name of names) {
    const found = await find(name);
    if (found.length > 0) return found;
  }
  return [];
}

function ambiguous(name: string, found: readonly FoundPage[]): CliError {
  const urls = [...new Set(found.map(({ page }) => page.identity))];
  const listed = urls.slice(0, mostListed).map((url) => `\n  ${url}`);
  const more = urls.length > mostListed ? `\n  and ${urls.length - mostListed} more` : '';
  return new CliError(
    'CLI_PAGE_AMBIGUOUS',
    `${urls.length} pages end with "${name}". Write more of the address:${listed.join('')}${more}\n`,
  );
}

function unknown(name: string, nearest: readonly string[]): CliError {
  const advice =
    nearest.length === 0
      ? '"tidemark ls PROJECT" lists the pages of a project.'
      : `Did you mean ${nearest.join(' or ')}?`;
  return new CliError('CLI_PAGE_UNKNOWN', `no project has the page ${name}. ${advice}`);
}
