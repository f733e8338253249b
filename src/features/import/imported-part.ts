/** What became of one setting of another program. */
export interface Fate {
  /** The setting as the other program calls it, with its value where that is short and no secret: `filter: html2text`. */
  readonly what: string;
  readonly became: 'came over' | 'not needed' | 'no equal';
  /** What it is now, or why it is not. */
  readonly how: string;
}

/** A value that may be in a data folder, and never in a file. */
export interface ImportedSecret {
  readonly name: string;
  readonly value: string;
}

type FileValue = string | number | boolean | readonly FileValue[] | { readonly [key: string]: FileValue };
export type FileMap = { readonly [key: string]: FileValue };

/** What one setting adds to a project file, and to the account of what came over. */
export interface ImportedPart {
  /** What is fetched without this setting is another page: the watch cannot come over. */
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
  /** The project as a file has it; null when nothing of the watch can be done here. */
  readonly project: FileMap | null;
  readonly secrets: readonly ImportedSecret[];
  readonly fates: readonly Fate[];
}

/** All that another program watched. */
export interface ImportedWatches {
  readonly watches: readonly ImportedWatch[];
  /** What became of the settings of the program as a whole. */
  readonly fates: readonly Fate[];
  readonly secrets: readonly ImportedSecret[];
  /** Settings for the environment, as in `TIDEMARK_SMTP=smtp://mail.example.org`. */
  readonly settings: readonly string[];
}

export const cameOver = (what: string, how: string, part: ImportedPart = {}): ImportedPart => ({
  ...part,
  fates: [{ what, became: 'came over', how }, ...(part.fates ?? [])],
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

/** All parts as one: lists in their order, of maps the last value for each key. */
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

// What another program wrote is not trusted to have the shape that its documents say.

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
