import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/index.ts';
import { firstUnreadRun } from '../../crawl/history/unread-changes.ts';
import { StoredFacts } from '../../crawl/projects/stored-facts.ts';
import { explorations } from '../../crawl/run/explorations.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { Run } from '../../crawl/tables/run.ts';
import { StoreError } from '../../database/errors.ts';
import { openDataFolder } from '../../database/open-data-folder.ts';
import type { Store } from '../../database/store.ts';
import type { KeepEntry } from '../../project/index.ts';
import type { KeepLimits, KeptAmounts, Removed } from './tables/retention.ts';

const DAY = 86_400_000;

/** What was removed of a project, or would be. */
interface RetentionResult extends Pick<Removed, 'visits' | 'versions' | 'explorations'> {
  readonly project: string;
  /** What its file says; null when it keeps everything. */
  readonly keep: KeepEntry | null;
  /** Why nothing was removed: a run is under way. Null otherwise. */
  readonly heldUpBy: string | null;
}

/** The rule of the project's file, or the given one where it has none; null when everything stays. */
async function keepOf(
  project: Project,
  { facts, given = null }: RetentionOptions,
): Promise<KeepEntry | null> {
  return (await facts.of(project))?.keep ?? given;
}

/** What has to stay of a project; null when everything does. */
async function keepLimits(
  store: Store,
  project: Project,
  keep: KeepEntry | null,
  { facts, now = Date.now() }: RetentionOptions,
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

/** What else decides which runs are kept. */
interface KeepFacts {
  /** Newest first. */
  readonly runs: readonly Run[];
  /** Whether a run of the project waits until a user has confirmed the one before. */
  readonly confirms: boolean;
  /** The first run, by id, with changes that a reader of the feed has not seen; null when all have seen all. */
  readonly unread: number | null;
  readonly now: number;
}

/**
 * The id of the first run that is kept in full, as all later runs are; null when nothing may be removed. It is never later
 * than the last finished run, the first run that is not confirmed yet, or the first run with changes that a user has not
 * read.
 */
export function firstKeptRun({ days = 0 }: KeepEntry, facts: KeepFacts): number | null {
  const { runs, confirms, unread, now } = facts;
  const finished = runs.find(({ state }) => state === 'finished');
  if (finished === undefined) return null;
  const confirmed = runs.find((run) => run.confirmedAt !== null);
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

interface RetentionOptions {
  /** What the files of projects say. */
  readonly facts: StoredFacts;
  /** Applies when the project's file has no rule. */
  readonly given?: KeepEntry | null;
  readonly now?: number;
}

/** What `applyRetention` would remove. Changes nothing. */
export async function surveyProject(
  store: Store,
  project: Project,
  options: RetentionOptions,
): Promise<RetentionResult & Removed> {
  const keep = await keepOf(project, options);
  const limits = await keepLimits(store, project, keep, options);
  const would = limits === null ? nothing : await store.retention.survey(limits);
  return { project: project.name, keep, heldUpBy: null, ...would };
}

/** Removes what the project's rule does not keep. A project with a run under way is skipped. */
export async function applyRetention(
  store: Store,
  project: Project,
  options: RetentionOptions,
): Promise<RetentionResult> {
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
    return { ...about, ...(await store.retention.apply(limits, now)), heldUpBy: null };
  } finally {
    await claim.release();
  }
}

/** Removes the contents that nothing needs any more, and frees the space. */
export async function giveSpaceBack(store: Store): Promise<Pick<Removed, 'contents' | 'bytes'>> {
  const removed = await store.retention.removeUnused();
  await store.retention.sweepObjects();
  await store.retention.compact();
  return removed;
}

/** What is stored of a project, and what of it could be removed. */
interface KeptOfProject extends KeptAmounts {
  readonly project: string;
  readonly couldGo: Omit<Awaited<ReturnType<typeof surveyProject>>, 'project' | 'heldUpBy'>;
}

interface KeptData {
  readonly databaseBytes: number;
  /** Bytes of the bodies in files: those that are too large for a row. */
  readonly fileBytes: number;
  /** By name. */
  readonly projects: readonly KeptOfProject[];
}

/** All stored data; null when there is none, or when it cannot be read. Changes nothing. */
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
