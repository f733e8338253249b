/** What a project keeps: the settings of its crawls and, when it was added as a file, that file. */
export interface KeptSettings {
  readonly crawl: object;
  /** As it was written, with its comments; null for a project that is only a start and options. */
  readonly file: string | null;
  /** Where the file stood: the files that it names are looked for there. */
  readonly folder: string;
}

/** Reads what `writeStored` wrote, or plain settings. The file stays text: a crawl without one needs no parser. */
export function readSettings(settings: string): KeptSettings {
  const { file, folder, ...crawl } = JSON.parse(settings) as {
    readonly file?: string;
    readonly folder?: string;
  };
  return { crawl, file: file ?? null, folder: folder ?? '.' };
}
