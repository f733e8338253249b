import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { ProjectFileToAdd } from '../../app/index.ts';
import { CliError } from '../errors.ts';
import { reasonOf } from '../read-lines.ts';

/** A project file from the disk. Throws CLI_INPUT_UNREADABLE. */
export async function projectFileAt(path: string): Promise<ProjectFileToAdd> {
  try {
    return { text: await readFile(path), fileName: basename(path), folder: dirname(resolve(path)) };
  } catch (error) {
    throw new CliError('CLI_INPUT_UNREADABLE', `cannot read ${path}: ${reasonOf(error)}`, error);
  }
}

/** Whether an argument means a file rather than a web address. */
export function isProjectFile(argument: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(argument) && !/^https?:\/\//i.test(argument);
}
