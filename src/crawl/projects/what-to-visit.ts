import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { percentDecoded, whyUnreadable } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { Store } from '../../database/store.ts';
import { FetchError } from '../../fetch/index.ts';
import { AppError } from '../run/errors.ts';
import type { RunSettings } from '../run/run-settings.ts';
import { firstContact, servedAddress } from '../site/first-contact.ts';
import type { Project } from '../tables/project.ts';
import type { ProjectFileToAdd } from './add-project.ts';
import type { ProjectReading } from './project-file.ts';
import { noSuchProject, unknownProject } from './unknown-project.ts';

/** What a user asks to visit. */
export interface WhatToVisit {
  readonly project: string;
  /** Null for a known project, or one with a file. */
  readonly url: string | null;
  /** The project file to add before the visit. */
  readonly file: ProjectFileToAdd | null;
  /** Text that may be an address without its scheme: `example.org/shop`. A project of that name takes precedence. */
  readonly withoutScheme: string | null;
}

const nothing = { url: null, file: null, withoutScheme: null };

/**
 * Finds out what a user typed: an address or a folder, the path of a project file, or the name of a project; `visitTarget` decides between a name
 * and an address without its scheme. `name` is the name that the user chose. Throws APP_SETTING_INVALID, APP_FILE_UNREADABLE and PROJECT_FILE_INVALID.
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
    return { ...nothing, project: parseProject(file.text, { ...reading, ...file }).name, file };
  }
  const folder = folderAt(typed);
  if (folder !== null || typed.includes('://')) {
    const url = folder ?? typed;
    return { ...nothing, project: name ?? nameFor(url), url };
  }
  if (withoutScheme.test(typed) && URL.canParse(`https://${typed}`)) {
    const ownName = /[/?#]/.test(typed) ? new URL(`https://${typed}`).host : typed;
    return { ...nothing, project: name ?? ownName, withoutScheme: typed };
  }
  if (hasSlash.test(typed)) throw notAnAddress(typed);
  if (name !== undefined && name !== typed)
    throw new AppError(
      'APP_SETTING_INVALID',
      `"${typed}" would be the name of a project, but --project says "${name}". Leave out one of them, or write where the project starts, as in https://example.org/`,
    );
  return { ...nothing, project: typed };
}

/** The project to run, and the address where it starts; null when the project has its own. */
interface VisitTarget {
  readonly project: string;
  readonly url: string | null;
  /** Whether the project is stored already. */
  readonly isKnown: boolean;
}

interface TargetContext {
  readonly store: Pick<Store, 'projects'>;
  readonly config: Pick<Config, 'caFile' | 'allowedNetworks'>;
  readonly settings: Partial<RunSettings>;
}

/**
 * Finds the scheme of an address that was typed without one, unless it is the name of a stored project. Connects to a site that is
 * not stored yet, so that nothing is stored about one that cannot be reached. Throws CRAWL_NO_START, FETCH_DNS,
 * FETCH_REFUSED and the other reasons why there is no connection.
 */
export async function visitTarget(wanted: WhatToVisit, dependencies: TargetContext): Promise<VisitTarget> {
  const { project, url, file, withoutScheme } = wanted;
  const { store } = dependencies;
  const known = await store.projects.find(project);
  const isKnown = known !== null || file !== null;
  if (withoutScheme !== null && !(isKnown && withoutScheme === project))
    return { project, url: await completed(withoutScheme, known, dependencies), isKnown };
  if (url !== null && !isKnown) await firstContact(url, dependencies);
  if (url === null && !isKnown) throw await noSuchProject(store, project);
  return { project, url, isKnown };
}

async function completed(
  withoutScheme: string,
  known: Project | null,
  { store, ...dependencies }: TargetContext,
): Promise<string> {
  const before = URL.parse(known?.startUrl ?? '');
  const same = URL.parse(`${before?.protocol}//${withoutScheme}`);
  if (before !== null && same?.host === before.host) return same.href;
  try {
    return await servedAddress(withoutScheme, dependencies);
  } catch (error) {
    if (!(error instanceof FetchError && error.code === 'FETCH_DNS')) throw error;
    throw new FetchError(error.code, `${error.message} And ${await unknownProject(store, withoutScheme)}`, {
      cause: error,
    });
  }
}

/** Reads a project file from disk. Throws APP_FILE_UNREADABLE. */
export async function projectFileAt(path: string): Promise<ProjectFileToAdd> {
  try {
    return { text: await readFile(path), fileName: basename(path), folder: dirname(resolve(path)) };
  } catch (error) {
    throw new AppError('APP_FILE_UNREADABLE', `cannot read ${path}: ${whyUnreadable(error)}`);
  }
}

function isProjectFile(typed: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(typed) && !/^[a-z][a-z0-9+.-]*:\/\//i.test(typed);
}

/** A path has a slash; the name of a project has none. */
const hasSlash = /[/\\]/;

/** A host name with a dot, an address in brackets, or any host with a port; then perhaps a path. */
const withoutScheme =
  /^(?:localhost|(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}_-]+|(?:[\p{L}\p{N}_.-]+|\[[\da-f:.]+\])(?=:\d)|\[[\da-f:.]+\])(?::\d+)?(?:[/?#].*)?$/iu;

/** The URL of a folder that was typed as a path; null for anything else. */
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
