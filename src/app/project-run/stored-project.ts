import { type ProjectDefinition, parseProjectFile } from '../../project/index.ts';

/** What a project keeps: the settings of its crawls and, when it was added as a file, that file. */
export interface StoredProject {
  readonly crawl: object;
  /** As it was written, with its comments; null for a project that is only a start and options. */
  readonly file: string | null;
  readonly definition: ProjectDefinition | null;
  /** Where the file stood: the files that it names are looked for there. */
  readonly folder: string;
}

/** Reads what `writeStored` wrote, or plain settings. */
export function readStored(settings: string): StoredProject {
  const { file, folder, ...crawl } = JSON.parse(settings) as {
    readonly file?: string;
    readonly folder?: string;
  };
  return {
    crawl,
    file: file ?? null,
    definition: file === undefined ? null : parseProjectFile(file),
    folder: folder ?? '.',
  };
}

export function writeStored(crawl: object, file: string, folder: string): string {
  return JSON.stringify({ ...crawl, file, folder });
}
