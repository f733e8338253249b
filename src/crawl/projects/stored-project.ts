/** The stored record of a project; each run keeps a copy from when it started. */
export interface StoredProject {
  readonly settings: object;
  /** The project file as written, with its comments; null for a project that is an address with settings. */
  readonly file: string | null;
  /** The folder of the file; paths in the file are relative to it. */
  readonly folder: string;
  readonly written: Authorship;
}

/**
 * Who wrote a project last: the operator, on the command line, or a user of the server. After a user has changed it,
 * `operatorFile` is the file that the operator had written; null when there was none.
 */
export type Authorship =
  | { readonly by: 'operator' }
  | { readonly by: 'user'; readonly operatorFile: string | null };

export const byOperator: Authorship = { by: 'operator' };

/** The file stays text, so that callers who only pass it on need no parser. */
export function readStored(text: string): StoredProject {
  const { file, folder, userWrote, ...settings } = JSON.parse(text) as {
    readonly file?: string;
    readonly folder?: string;
    readonly userWrote?: { readonly operatorFile: string | null };
  };
  const written: Authorship = userWrote === undefined ? byOperator : { by: 'user', ...userWrote };
  return { settings, file: file ?? null, folder: folder ?? '.', written };
}

export function writeStored({ settings, file, folder, written }: StoredProject): string {
  if (file === null) return JSON.stringify(settings);
  const userWrote = written.by === 'user' ? { operatorFile: written.operatorFile } : undefined;
  return JSON.stringify({ ...settings, file, folder, userWrote });
}

/** The authorship after a change by a user of the server. */
export function changedByUser({ file, written }: StoredProject): Authorship {
  return { by: 'user', operatorFile: written.by === 'operator' ? file : written.operatorFile };
}
