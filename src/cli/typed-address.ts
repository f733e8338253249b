import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProjectFileToAdd } from '../app/index.ts';
import { CliError } from './errors.ts';
import { reasonOf } from './read-lines.ts';

/** Whether the user typed an address and not the name of a project: a URL, or a path with a slash or a dot. */
export function isAddress(typed: string): boolean {
  return typed.includes('://') || /[/\\]/.test(typed) || typed === '.' || typed === '..';
}

/** A folder of this machine as a URL; anything else as the user typed it. */
export function typedAddress(typed: string): string {
  if (typed.includes('://') || !isFolder(typed)) return typed;
  return pathToFileURL(`${resolve(typed)}${sep}`).href;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The name for a project about this folder. */
export function folderName(pathname: string): string {
  const name = pathname.split('/').findLast((part) => part !== '') ?? 'files';
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // not UTF-8
  }
}

/** Whether the user typed the name of a project file and not a web address. */
export function isProjectFile(typed: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(typed) && !/^https?:\/\//i.test(typed);
}

/** A project file from the disk. Throws CLI_INPUT_UNREADABLE. */
export async function projectFileAt(path: string): Promise<ProjectFileToAdd> {
  try {
    return { text: await readFile(path), fileName: basename(path), folder: dirname(resolve(path)) };
  } catch (error) {
    throw new CliError('CLI_INPUT_UNREADABLE', `cannot read ${path}: ${reasonOf(error)}`, error);
  }
}
