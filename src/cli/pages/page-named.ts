import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FoundPage } from '../../app/index.ts';
import { CliError } from '../errors.ts';
import type { DataToRead } from '../open-data.ts';
import type { Output } from '../output.ts';

/**
 * The page with this URL, file id or path, in the given project or in any that has it. Throws CLI_PAGE_UNKNOWN with the
 * most similar URLs.
 */
export async function pageNamed(
  { store, projectNamed }: DataToRead,
  name: string,
  project: string | undefined,
  output: Output,
): Promise<FoundPage> {
  const { trackReports } = await import('../../app/index.ts');
  const { findPages, nearestUrls } = await trackReports();
  const projects = project === undefined ? await store.projects.list() : [await projectNamed(project)];
  const names = spellings(name);
  const found = await firstFound(names, (spelling) => findPages(store, projects, spelling));
  const [first] = found;
  if (first === undefined) throw unknown(name, await nearestUrls(store, projects, names.at(-1) ?? name));
  if (found.length > 1) {
    const others = found.slice(1).map((other) => other.project.name);
    output.note(
      `This is the page of "${first.project.name}"; with --project, also of: ${others.join(', ')}.`,
    );
  }
  return first;
}

/** A path may also be a file of this machine. */
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

function unknown(name: string, nearest: readonly string[]): CliError {
  const advice =
    nearest.length === 0
      ? '"tidemark ls PROJECT" lists the pages of a project.'
      : `Did you mean ${nearest.join(' or ')}?`;
  return new CliError('CLI_PAGE_UNKNOWN', `no project has the page ${name}. ${advice}`);
}
