/** What the database keeps of a project, and of each run as it was when it began. */
export interface StoredProject {
  readonly settings: object;
  /** The project file as it was written, with its comments; null for a project that is an address with settings. */
  readonly file: string | null;
  /** Where the file stood: files that it names are looked for there. */
  readonly folder: string;
}

/** The file stays text: who needs no more of it need not load a parser. */
export function readStored(text: string): StoredProject {
  const { file, folder, ...settings } = JSON.parse(text) as {
    readonly file?: string;
    readonly folder?: string;
  };
  return { settings, file: file ?? null, folder: folder ?? '.' };
}

export function writeStored({ settings, file, folder }: StoredProject): string {
  return JSON.stringify(file === null ? settings : { ...settings, file, folder });
}
