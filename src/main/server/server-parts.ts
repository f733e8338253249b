import type { Supervisor } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { Project } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';
import type { ClusterStore } from '../../features/cluster/tables/open-cluster-store.ts';
import type { ServerPlace } from '../../features/people/admit.ts';
import type { LogInElsewhere } from '../../features/people/log-in-elsewhere.ts';
import type { PeopleParts } from '../../features/people/people-parts.ts';
import type { FoundPage } from '../../features/reports/find-page.ts';
import type { StoredVersion } from '../../features/reports/page-versions.ts';
import type { RecentNews } from '../../features/reports/recent-news.ts';
import type { ActiveExplorations } from '../../features/states/active-explorations.ts';
import type { ProjectWatch } from '../../features/watching/watch-projects.ts';
import { notFound } from '../../http/errors.ts';
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
  readonly supervisor: Pick<Supervisor, 'statuses' | 'retryFailed'>;
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
  const { findPages } = await import('../../features/reports/find-page.ts');
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
  const { storedVersions, versionAsOfRun } = await import('../../features/reports/page-versions.ts');
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
