import { statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Whether what the user typed says where to look, rather than naming a project: a URL, or a path with its slash or dot. */
export function isAddress(given: string): boolean {
  return given.includes('://') || /[/\\]/.test(given) || given === '.' || given === '..';
}

/** A folder of this machine as a URL; everything else as it was typed. */
export function addressOf(given: string): string {
  if (given.includes('://') || !isFolder(given)) return given;
  return pathToFileURL(`${resolve(given)}${sep}`).href;
}

/** The name for a project about that folder. */
export function folderName(pathname: string): string {
  const name = pathname.split('/').findLast((part) => part !== '') ?? 'files';
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // no UTF-8
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
