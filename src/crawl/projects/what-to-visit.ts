import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { percentDecoded, reasonOf } from '../../base/index.ts';
import { AppError } from '../run/errors.ts';
import type { ProjectFileToAdd } from './add-project.ts';
import type { ProjectReading } from './project-file.ts';

/** What a user asks to visit. */
export interface WhatToVisit {
  readonly project: string;
  /** Null for a known project, or one with a file. */
  readonly url: string | null;
  /** The project file, to be added before the visit. */
  readonly file: ProjectFileToAdd | null;
  /** What may be an address without its scheme: `example.org/shop`. A project of that name goes first. */
  readonly withoutScheme: string | null;
}

/**
 * Finds out what a user typed: an address or a folder, the path of a project file, or the name of a project; `visitTarget`
 * decides between the last and an address without its scheme. `name` is the name of the project if the user chose one. Throws APP_SETTING_INVALID, APP_FILE_UNREADABLE and PROJECT_FILE_INVALID.
 */
export async function whatToVisit(
  typed: string,
  name: string | undefined,
  reading: ProjectReading = {},
): Promise<WhatToVisit> {
  if (isProjectFile(typed)) {
    if (name !== undefined)
      throw new AppError(
        'APP_SETTING_INVALID',
        `the name of the project is in ${typed}: leave out --project`,
      );
    const file = await projectFileAt(typed);
    const { parseProject } = await import('./project-file.ts');
    return {
      project: parseProject(file.text, { ...reading, ...file }).name,
      url: null,
      file,
      withoutScheme: null,
    };
  }
  const place = { url: null, file: null, withoutScheme: null };
  const folder = folderAt(typed);
  if (folder !== null || typed.includes('://')) {
    const url = folder ?? typed;
    return { ...place, project: name ?? nameFor(url), url };
  }
  if (withoutScheme.test(typed) && URL.canParse(`https://${typed}`)) {
    const ownName = /[/?#]/.test(typed) ? new URL(`https://${typed}`).host : typed;
    return { ...place, project: name ?? ownName, withoutScheme: typed };
  }
  if (hasSlash.test(typed)) throw notAnAddress(typed);
  if (name !== undefined && name !== typed)
    throw new AppError(
      'APP_SETTING_INVALID',
      `"${typed}" would be the name of a project, but --project says "${name}". Leave out one of them, or write where the project starts, as in https://example.org/`,
    );
  return { ...place, project: typed };
}

/** Reads a project file from disk. Throws APP_FILE_UNREADABLE. */
export async function projectFileAt(path: string): Promise<ProjectFileToAdd> {
  try {
    return { text: await readFile(path), fileName: basename(path), folder: dirname(resolve(path)) };
  } catch (error) {
    throw new AppError('APP_FILE_UNREADABLE', `cannot read ${path}: ${reasonOf(error)}`);
  }
}

function isProjectFile(typed: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(typed) && !/^[a-z][a-z0-9+.-]*:\/\//i.test(typed);
}

/** A path has a slash; the names of projects need none. */
const hasSlash = /[/\\]/;

/** A host name with a dot, an address in brackets, or any host with a port; then perhaps a path. */
const withoutScheme =
  /^(?:localhost|(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}_-]+|(?:[\p{L}\p{N}_.-]+|\[[\da-f:.]+\])(?=:\d)|\[[\da-f:.]+\])(?::\d+)?(?:[/?#].*)?$/iu;

/** The URL of a folder that was typed as a path; null when it is none. */
function folderAt(typed: string): string | null {
  if (typed.includes('://') || !(hasSlash.test(typed) || typed === '.' || typed === '..')) return null;
  const isFolder = statSync(typed, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? pathToFileURL(`${resolve(typed)}${sep}`).href : null;
}

/** The host, or the name of a folder on this machine. */
function nameFor(url: string): string {
  const { host = '', protocol = '', pathname = '' } = URL.parse(url) ?? {};
  if (host !== '') return host;
  if (protocol === 'file:') return folderName(pathname);
  throw notAnAddress(url);
}

function notAnAddress(typed: string): AppError {
  return new AppError(
    'APP_SETTING_INVALID',
    `"${typed}" is neither an address nor a folder: write it with https://, ftp://, sftp:// or file://. If it is the name of a project, write --project "${typed}"`,
  );
}

function folderName(pathname: string): string {
  const name = pathname.split('/').findLast((part) => part !== '') ?? 'files';
  return percentDecoded(name);
}
