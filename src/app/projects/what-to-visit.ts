import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reasonOf } from '../../base/index.ts';
import { AppError } from '../errors.ts';
import type { ProjectFileToAdd } from './add-project.ts';
import type { ProjectReading } from './project-file.ts';

/** What a user asks to visit. */
export interface WhatToVisit {
  readonly project: string;
  /** Null for a known project, or one with a file. */
  readonly url: string | null;
  /** The project file, to be added before the visit. */
  readonly file: ProjectFileToAdd | null;
}

/**
 * Finds out what a user typed: an address or a folder, the path of a project file, or the name of a project. `name` is
 * the name of the project if the user chose one. Throws APP_SETTING_INVALID, APP_FILE_UNREADABLE and PROJECT_FILE_INVALID.
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
    return { project: parseProject(file.text, { ...reading, ...file }).name, url: null, file };
  }
  if (!isAddress(typed)) return { project: name ?? typed, url: null, file: null };
  const url = addressOrFolder(typed);
  return { project: name ?? nameFor(url), url, file: null };
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

/** A URL, or a path with a slash; names of projects have none. */
function isAddress(typed: string): boolean {
  return typed.includes('://') || /[/\\]/.test(typed) || typed === '.' || typed === '..';
}

function addressOrFolder(typed: string): string {
  if (typed.includes('://')) return typed;
  const isFolder = statSync(typed, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? pathToFileURL(`${resolve(typed)}${sep}`).href : typed;
}

/** The host, or the name of a folder on this machine. */
function nameFor(url: string): string {
  const { host = '', protocol = '', pathname = '' } = URL.parse(url) ?? {};
  if (host !== '') return host;
  if (protocol === 'file:') return folderName(pathname);
  throw new AppError(
    'APP_SETTING_INVALID',
    `"${url}" is neither an address nor a folder: write it with https://, ftp://, sftp:// or file://`,
  );
}

function folderName(pathname: string): string {
  const name = pathname.split('/').findLast((part) => part !== '') ?? 'files';
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // not UTF-8
  }
}
