import type { FoundPage } from '../../app/index.ts';
import type { Project, Store } from '../../store/index.ts';
import { CliError } from '../errors.ts';
import type { Output } from '../output.ts';

interface Opened {
  readonly store: Store;
  projectNamed(name: string): Promise<Project>;
}

/**
 * The page that a URL or a file id names, in the project that is named or in the one that has it. Throws
 * CLI_PAGE_UNKNOWN, naming the nearest addresses.
 */
export async function pageNamed(
  { store, projectNamed }: Opened,
  name: string,
  project: string | undefined,
  output: Output,
): Promise<FoundPage> {
  const { trackReports } = await import('../../app/index.ts');
  const { findPages, nearestUrls } = await trackReports();
  const projects = project === undefined ? await store.projects.list() : [await projectNamed(project)];
  const found = await findPages(store, projects, name);
  const [first] = found;
  if (first === undefined) throw unknown(name, await nearestUrls(store, projects, name));
  if (found.length > 1) {
    const others = found.slice(1).map((other) => other.project.name);
    output.note(`As "${first.project.name}" has it; --project also knows it in: ${others.join(', ')}.`);
  }
  return first;
}

function unknown(name: string, nearest: readonly string[]): CliError {
  const advice =
    nearest.length === 0
      ? '"tidemark ls PROJECT" lists the pages of a project.'
      : `Did you mean ${nearest.join(' or ')}?`;
  return new CliError('CLI_PAGE_UNKNOWN', `${name} was never found. ${advice}`);
}
