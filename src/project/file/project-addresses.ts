import type { FilePath } from './problems/project-file-error.ts';
import type { ProjectDefinition } from './schema/project-schema.ts';

/**
 * Every place of a project file that takes an address, in the form that a definition has: the only list. `[]` is each entry of a list.
 * A test compares it with the fields that the schema declares as addresses.
 */
export const addressPlaces = [
  'source.url',
  'steps[].open',
  'session.login.open',
  'session.login.json.post',
  'session.logout.open',
  'states.start',
  'states.reset',
  'crawl.proxy',
  'notify[].to',
] as const;

type AddressPlace = (typeof addressPlaces)[number];

/** An address that a project names. Those that a secret holds are not known before it is revealed. */
export interface ProjectAddress {
  readonly place: AddressPlace;
  readonly path: FilePath;
  readonly written: string;
  /** In full; null when it is no URL, as the addresses of some channels. */
  readonly url: URL | null;
}

/** All addresses of a project, in the order of `addressPlaces`. */
export function projectAddresses(project: ProjectDefinition): readonly ProjectAddress[] {
  return addressPlaces.flatMap((place) =>
    textsAt(project, place.split(/\.|(?=\[\])/), []).map(({ path, written }) => ({
      place,
      path,
      written,
      url: URL.parse(written, project.source.url),
    })),
  );
}

interface TextAt {
  readonly path: FilePath;
  readonly written: string;
}

function textsAt(value: unknown, [key, ...rest]: readonly string[], path: FilePath): readonly TextAt[] {
  if (key === undefined) return typeof value === 'string' ? [{ path, written: value }] : [];
  if (key === '[]')
    return Array.isArray(value) ? value.flatMap((each, i) => textsAt(each, rest, [...path, i])) : [];
  if (typeof value !== 'object' || value === null) return [];
  return textsAt((value as Readonly<Record<string, unknown>>)[key], rest, [...path, key]);
}
