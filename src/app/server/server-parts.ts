import type { Supervisor } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import { notFound } from '../../publish/index.ts';
import type { ClusterStore, Project, Store } from '../../store/index.ts';
import type { LogInElsewhere, PeopleParts, ServerPlace } from '../people/index.ts';
import type { FoundPage, RecentNews, StoredVersion } from '../report/index.ts';
import type { ProjectWatch } from '../watch/watch-projects.ts';
import type { ActiveExplorations } from './active-explorations.ts';
import type { ActiveRuns } from './active-runs.ts';
import type { RunLog } from './run-log.ts';

/** What the services of a server share. */
export interface ServerParts {
  readonly store: Store;
  readonly config: Config;
  readonly runs: ActiveRuns;
  /** What several machines share; null on SQLite. */
  readonly cluster: ClusterStore | null;
  readonly explorations: ActiveExplorations;
  readonly log: RunLog;
  readonly news: RecentNews;
  readonly people: PeopleParts;
  readonly place: ServerPlace;
  /** Null when the operator named no identity provider. */
  readonly elsewhere: LogInElsewhere | null;
  /** Where browsers find the server. */
  readonly address: () => string;
  /** Whether the server is about to stop. */
  readonly isStopping: () => boolean;
}

/** What runs for as long as the server does. */
export interface ServerTasks {
  readonly supervisor: Pick<Supervisor, 'statuses'>;
  readonly schedules: Pick<ProjectWatch, 'failedStarts' | 'lateness'>;
}

/** Throws API_NOT_FOUND without naming other projects, which the caller may not know of. */
export async function projectCalled(store: Pick<Store, 'projects'>, name: string): Promise<Project> {
  const project = await store.projects.find(name);
  if (project === null) throw notFound(`project "${name}"`);
  return project;
}

/** The page with this file id, or the one that it turned out to be. Throws API_NOT_FOUND. */
export async function pageWithId(store: Store, name: string, file: string): Promise<FoundPage> {
  const project = await projectCalled(store, name);
  const { findPages } = await import('../report/index.ts');
  const [found] = await findPages(store, [project], file);
  if (found === undefined) throw notFound(`page ${file} in the project "${name}"`);
  return found;
}

/** The version that a page had when a run ended; the newest without one. Throws API_NOT_FOUND. */
export async function versionAsOf(
  store: Store,
  project: string,
  file: string,
  number: number | undefined,
): Promise<StoredVersion> {
  const { storedVersions, versionAsOfRun } = await import('../report/index.ts');
  const history = await storedVersions(store, await pageWithId(store, project, file));
  const version = versionAsOfRun(history, number ?? Number.POSITIVE_INFINITY);
  if (version === 'lost')
    throw notFound(`content of page ${file} in the project "${project}" as of run ${number} any more`);
  if (version === null) throw notFound(`version of page ${file} in the project "${project}"`);
  return version;
}

export const isoTime = (at: number): string => new Date(at).toISOString();

export const isoTimeOrNull = (at: number | null): string | null => (at === null ? null : isoTime(at));

export const hexOrNull = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString('hex');
