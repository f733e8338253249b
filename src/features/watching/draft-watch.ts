import { isDeepStrictEqual } from 'node:util';
import { parseProject } from '../../crawl/projects/project-file.ts';
import type { DetectorDefinition } from '../../detect/index.ts';
import { type ProjectDefinition, writeProjectFile, writtenProject } from '../../project/index.ts';
import { normalizeUrl } from '../../url/index.ts';

/** What a user says on one line to watch an address. */
interface WatchWish {
  readonly url: string;
  /** How often, as in a project file: `1h`. */
  readonly every: string;
  /** Only this page, not the site. */
  readonly onlyPage: boolean;
  /** What to look for. */
  readonly detectors: readonly DetectorDefinition[];
  /** Addresses of channels: `mailto:me@example.org`. */
  readonly notify: readonly string[];
}

interface DraftedWatch {
  readonly name: string;
  readonly text: string;
  readonly definition: ProjectDefinition;
}

/** A project file for it. Throws PROJECT_FILE_INVALID. */
export function draftWatch(wish: WatchWish): DraftedWatch {
  const url = normalizeUrl(wish.url);
  const name = nameOf(url, wish.onlyPage);
  const given = {
    name,
    source: url,
    ...(wish.onlyPage && { preference: { depth: 0 } }),
    schedule: `every ${wish.every}`,
    ...(wish.detectors.length > 0 && { detectors: wish.detectors }),
    ...(wish.notify.length > 0 && { notify: wish.notify }),
  };
  const definition = parseProject(JSON.stringify(given, null, 2), { fileName: 'what you typed' });
  return { name, text: writeProjectFile(definition), definition };
}

/** Whether two projects were typed alike, wherever their numbers were found on the page: detectors are named as they were typed. */
export function isSameWatch(one: ProjectDefinition, other: ProjectDefinition): boolean {
  const typed = (project: ProjectDefinition) => ({
    ...writtenProject(project),
    detectors: project.detectors?.map(({ name }) => name),
  });
  return isDeepStrictEqual(typed(one), typed(other));
}

/** The host; for a single page, with the last part of its path, since a name has no slashes. */
function nameOf(url: string, onlyPage: boolean): string {
  const { host, pathname } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  return onlyPage && last !== '' ? `${host} ${decoded(last)}`.slice(0, 100).trim() : host;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).replace(/[/\\\s]+/g, ' ');
  } catch {
    return part;
  }
}
