/** How one setting of another program was imported. */
export interface Fate {
  /** The other program's name of the setting, with its value if that is short and not secret: `filter: html2text`. */
  readonly what: string;
  readonly became: 'imported' | 'not needed' | 'no equal';
  /** What the setting is now, or why it was not imported. */
  readonly how: string;
}

/** A secret value: it may be stored in a data folder, but never in a project file. */
export interface ImportedSecret {
  readonly name: string;
  readonly value: string;
}

type FileValue = string | number | boolean | readonly FileValue[] | { readonly [key: string]: FileValue };
export type FileMap = { readonly [key: string]: FileValue };

/** What one setting adds to a project file, and to the report of the import. */
export interface ImportedPart {
  /** Without this setting a different page would be fetched, so the watch cannot be imported. */
  readonly isWorthless?: true;
  readonly by?: 'bytes';
  readonly only?: readonly string[];
  readonly ignore?: readonly string[];
  readonly ignoreText?: readonly string[];
  readonly detectors?: readonly FileMap[];
  readonly notify?: readonly FileValue[];
  readonly steps?: readonly FileMap[];
  readonly crawl?: FileMap;
  readonly preference?: FileMap;
  readonly session?: FileMap;
  readonly limits?: FileMap;
  readonly comments?: readonly string[];
  readonly secrets?: readonly ImportedSecret[];
  readonly fates?: readonly Fate[];
}

/** A watch of another program, as a project. */
export interface ImportedWatch {
  readonly name: string;
  readonly url: string;
  /** The content of the project file; null when the watch cannot be imported. */
  readonly project: FileMap | null;
  readonly secrets: readonly ImportedSecret[];
  readonly fates: readonly Fate[];
}

/** All watches of another program. */
export interface ImportedWatches {
  readonly watches: readonly ImportedWatch[];
  /** How the global settings of the program were imported. */
  readonly fates: readonly Fate[];
  readonly secrets: readonly ImportedSecret[];
  /** Environment settings, as in `TIDEMARK_SMTP=smtp://mail.example.org`. */
  readonly settings: readonly string[];
}

export const cameOver = (what: string, how: string, part: ImportedPart = {}): ImportedPart => ({
  ...part,
  fates: [{ what, became: 'imported', how }, ...(part.fates ?? [])],
});

export const notNeeded = (what: string, how: string): ImportedPart => ({
  fates: [{ what, became: 'not needed', how }],
});

export const noEqual = (what: string, how: string): ImportedPart => ({
  fates: [{ what, became: 'no equal', how }],
});

const lists = [
  'only',
  'ignore',
  'ignoreText',
  'detectors',
  'notify',
  'steps',
  'comments',
  'secrets',
  'fates',
] as const;
const maps = ['crawl', 'preference', 'session', 'limits'] as const;

/** Merges all parts: lists are joined in order; in maps, the last value of each key wins. */
export function joinImported(parts: readonly ImportedPart[]): ImportedPart {
  const joined: Record<string, unknown> = {};
  for (const key of lists) {
    const all = parts.flatMap((part): readonly unknown[] => part[key] ?? []);
    if (all.length > 0) joined[key] = all;
  }
  for (const key of maps) {
    const all = Object.assign({}, ...parts.map((part) => part[key])) as FileMap;
    if (Object.keys(all).length > 0) joined[key] = all;
  }
  if (parts.some(({ by }) => by !== undefined)) joined['by'] = 'bytes';
  if (parts.some(({ isWorthless }) => isWorthless === true)) joined['isWorthless'] = true;
  return joined as ImportedPart;
}

// The files of another program may not have the documented shape, so these functions accept any value.

/** Text, or a number as text; empty for anything else. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** A list, or one value as a list; empty for nothing. */
export const valuesOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined || value === '' ? [] : [value];

/** The texts of a list, without empty ones. */
export const textListOf = (value: unknown): readonly string[] =>
  valuesOf(value)
    .map(textIn)
    .filter((text) => text.trim() !== '');

export type UntypedMap = Readonly<Record<string, unknown>>;

/** A map; empty for anything else. */
export const mapOf = (value: unknown): UntypedMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UntypedMap) : {};

/** A map of texts, as headers are. */
export const textMapOf = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(mapOf(value)).flatMap(([name, one]) => {
      const text = textIn(one);
      return text === '' ? [] : [[name, text]];
    }),
  );
