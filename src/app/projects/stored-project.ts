/** What the database stores about a project, and about each run as it was when it started. */
export interface StoredProject {
  readonly settings: object;
  /** The project file as written, with its comments; null for a project that is an address with settings. */
  readonly file: string | null;
  /** The folder of the file: files that it names are looked for there. */
  readonly folder: string;
}

/** The file stays text, so that callers who only pass it on need no parser. */
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
