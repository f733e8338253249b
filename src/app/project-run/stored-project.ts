import { type ProjectDefinition, parseProjectFile } from '../../project/index.ts';
import { type KeptSettings, readSettings } from './kept-settings.ts';

/** What a project keeps, with its file read. */
export interface StoredProject extends KeptSettings {
  /** Null for a project without a file. */
  readonly definition: ProjectDefinition | null;
}

export function readStored(settings: string): StoredProject {
  const kept = readSettings(settings);
  return { ...kept, definition: kept.file === null ? null : parseProjectFile(kept.file) };
}

export function writeStored(crawl: object, file: string, folder: string): string {
  return JSON.stringify({ ...crawl, file, folder });
}
