import { writeProjectFile } from '../../project/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import { parseProject } from '../projects/project-file.ts';

/** What somebody who wants to be told of changes says on one line. */
export interface WatchWish {
  readonly url: string;
  /** How often, as in a project file: `1h`. */
  readonly every: string;
  /** Only this page, not the site. */
  readonly onlyPage: boolean;
  /** Conditions in their short form: `price < 30`. */
  readonly when: readonly string[];
  /** Addresses of channels: `mailto:me@example.org`. */
  readonly notify: readonly string[];
}

/** A project file for it, as text. Throws PROJECT_FILE_INVALID. */
export function draftWatch(wish: WatchWish): { readonly name: string; readonly text: string } {
  const url = normalizeUrl(wish.url);
  const name = nameOf(url, wish.onlyPage);
  const given = {
    name,
    source: url,
    ...(wish.onlyPage && { preference: { depth: 0 } }),
    schedule: `every ${wish.every}`,
    ...(wish.when.length > 0 && { detectors: wish.when.map((when) => ({ when })) }),
    ...(wish.notify.length > 0 && { notify: wish.notify }),
  };
  const definition = parseProject(JSON.stringify(given, null, 2), { fileName: 'what you typed' });
  return { name, text: writeProjectFile(definition) };
}

/** The host; for one page with the last part of its path, since a name has no slashes. */
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
