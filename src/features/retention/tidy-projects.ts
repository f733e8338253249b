import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/index.ts';
import { firstUnreadRun } from '../../crawl/history/unread-changes.ts';
import { StoredFacts } from '../../crawl/projects/stored-facts.ts';
import { explorations } from '../../crawl/run/explorations.ts';
import type { Project, Run } from '../../crawl/tables/records.ts';
import { StoreError } from '../../database/errors.ts';
import { openDataFolder } from '../../database/open-data-folder.ts';
import type { Store } from '../../database/store.ts';
import type { KeepEntry } from '../../project/index.ts';
import type { KeepLimits, KeptAmounts, Tidied } from './tables/retention.ts';

const DAY = 86_400_000;

/** What tidying did, or would do, to a project. */
interface TidiedProject extends Pick<Tidied, 'visits' | 'versions' | 'explorations'> {
  readonly project: string;
  /** What its file says; null when it keeps everything. */
  readonly keep: KeepEntry | null;
  /** What stops it: a run that is under way; null when nothing does. */
  readonly heldUpBy: string | null;
}

/** The rule of the project's file, or the given one where it has none; null when everything stays. */
async function keepOf(project: Project, { facts, given = null }: TidyOptions): Promise<KeepEntry | null> {
  return (await facts.of(project))?.keep ?? given;
}

/** What has to stay of a project; null when everything does. */
async function keepLimits(
  store: Store,
  project: Project,
  keep: KeepEntry | null,
  { facts, now = Date.now() }: TidyOptions,
): Promise<KeepLimits | null> {
  if (keep === null) return null;
  const fromRunId = firstKeptRun(keep, {
    runs: await store.runs.list(project.id),
    confirms: (await facts.of(project))?.confirms === true,
    unread: (await firstUnreadRun.added?.(store, project.id, now)) ?? null,
    now,
  });
  return {
    projectId: project.id,
    fromRunId: fromRunId ?? 0,
    versions: keep.versions ?? 1,
    explorations: (await explorations.added?.unneeded(store, project.id, keep, now)) ?? [],
  };
}

/** What else needs earlier runs. */
interface KeepFacts {
  /** Newest first. */
  readonly runs: readonly Run[];
  /** Whether a run of the project waits until a user has confirmed the one before (B9). */
  readonly confirms: boolean;
  /** The first run, by id, with changes that a reader of the feed has not seen; null when all have seen all. */
  readonly unread: number | null;
  readonly now: number;
}

/**
 * The first run, by id, of which everything stays, as it does of all later ones; null while nothing may go. That is never later
 * than the last finished run, the first that is not confirmed yet, or the first with changes that a user has not read.
 */
export function firstKeptRun({ days = 0 }: KeepEntry, facts: KeepFacts): number | null {
  const { runs, confirms, unread, now } = facts;
  const finished = runs.find(({ state }) => state === 'finished');
  if (finished === undefined) return null;
  const confirmed = runs.find((run) => run.confirmed !== null);
  const needed = runs.filter(
    ({ id, endedAt, number }) =>
      id >= finished.id ||
      (endedAt ?? now) > now - days * DAY ||
      (confirms && number > (confirmed?.number ?? 0)) ||
      (unread !== null && id >= unread),
  );
  return Math.min(...needed.map(({ id }) => id));
}

const nothing = { visits: 0, versions: 0, explorations: 0, contents: 0, bytes: 0 } as const;

interface TidyOptions {
  /** What the files of projects say. */
  readonly facts: StoredFacts;
  /** Counts where the project's file says nothing. */
  readonly given?: KeepEntry | null;
  readonly now?: number;
}

/** What tidying a project would remove. Changes nothing. */
export async function surveyProject(
  store: Store,
  project: Project,
  options: TidyOptions,
): Promise<TidiedProject & Tidied> {
  const keep = await keepOf(project, options);
  const limits = await keepLimits(store, project, keep, options);
  const would = limits === null ? nothing : await store.retention.survey(limits);
  return { project: project.name, keep, heldUpBy: null, ...would };
}

/** Removes what the project's rule does not keep. One with a run under way is left for later. */
export async function tidyProject(
  store: Store,
  project: Project,
  options: TidyOptions,
): Promise<TidiedProject> {
  const { now = Date.now() } = options;
  const keep = await keepOf(project, options);
  const about = { project: project.name, keep, visits: 0, versions: 0, explorations: 0 };
  if (keep === null) return { ...about, heldUpBy: null };
  let claim: Awaited<ReturnType<Store['projects']['claim']>>;
  try {
    claim = await store.projects.claim(project.id);
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STORE_LOCKED')
      return { ...about, heldUpBy: error.message };
    throw error;
  }
  try {
    const limits = await keepLimits(store, project, keep, { ...options, now });
    if (limits === null) return { ...about, heldUpBy: null };
    return { ...about, ...(await store.retention.tidy(limits, now)), heldUpBy: null };
  } finally {
    await claim.release();
  }
}

/** Removes the contents that nothing needs any more, and gives space back. */
export async function giveSpaceBack(store: Store): Promise<Pick<Tidied, 'contents' | 'bytes'>> {
  const removed = await store.retention.removeUnused();
  await store.retention.sweepObjects();
  await store.retention.compact();
  return removed;
}

/** What is stored of a project, and what of it could go. */
interface KeptOfProject extends KeptAmounts {
  readonly project: string;
  readonly couldGo: Omit<Awaited<ReturnType<typeof surveyProject>>, 'project' | 'heldUpBy'>;
}

interface KeptData {
  readonly databaseBytes: number;
  /** Bodies that are too large for a row, where they are in files. */
  readonly fileBytes: number;
  /** By name. */
  readonly projects: readonly KeptOfProject[];
}

/** Everything that is stored; null where there is nothing, or where it cannot be read. Changes nothing. */
export async function keptData(config: Config): Promise<KeptData | null> {
  let store: Store;
  try {
    store = await openDataFolder(config, 'read', 'tidemark doctor');
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
  try {
    const facts = new StoredFacts();
    const projects: KeptOfProject[] = [];
    for (const project of await store.projects.list()) {
      const { project: name, heldUpBy: _, ...couldGo } = await surveyProject(store, project, { facts });
      projects.push({ project: name, ...(await store.retention.amounts(project.id)), couldGo });
    }
    const databaseBytes = await store.retention.databaseBytes();
    return { databaseBytes, fileBytes: await bytesIn(join(config.data, 'content')), projects };
  } finally {
    await store.close();
  }
}

async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const file of files)
    if (file.isFile()) bytes += (await stat(join(file.parentPath, file.name)).catch(() => null))?.size ?? 0;
  return bytes;
}
