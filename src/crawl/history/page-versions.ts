import type { Store } from '../../database/store.ts';
import { AppError } from '../run/errors.ts';
import type { Run } from '../tables/run.ts';
import type { PageVisit } from '../tables/visit.ts';
import type { FoundPage } from './find-page.ts';

/** The content of a page over one or more visits. */
export interface StoredVersion {
  /** The run that brought it, and the last one that found it unchanged. */
  readonly run: Run;
  readonly until: Run;
  /** The visit that brought it: its headers belong to the content. */
  readonly visit: PageVisit;
  readonly sha256: Uint8Array;
}

/** The versions of a page, newest first. A visit without content (MIS, ERR) does not end a version. */
export function versionsOf(visits: readonly PageVisit[], runs: readonly Run[]): readonly StoredVersion[] {
  const runOf = new Map(runs.map((run) => [run.id, run]));
  const versions: StoredVersion[] = [];
  for (const visit of visits) {
    const run = runOf.get(visit.runId);
    const { sha256 } = visit;
    if (sha256 === null || run === undefined) continue;
    const later = versions.at(-1);
    if (later !== undefined && isSame(later.sha256, sha256)) {
      versions[versions.length - 1] = { ...later, run, visit };
    } else versions.push({ run, until: run, visit, sha256 });
  }
  return versions;
}

/** What is known about the versions of a page. */
export interface VersionHistory {
  /** Newest first. */
  readonly versions: readonly StoredVersion[];
  /** Numbers of runs that brought a version whose content is no longer kept. */
  readonly lost: readonly number[];
}

export function versionHistory(visits: readonly PageVisit[], runs: readonly Run[]): VersionHistory {
  const numberOf = new Map(runs.map(({ id, number }) => [id, number]));
  const lost = visits.filter(({ flag, sha256 }) => sha256 === null && (flag === 'NEW' || flag === 'UPD'));
  return { versions: versionsOf(visits, runs), lost: lost.flatMap(({ runId }) => numberOf.get(runId) ?? []) };
}

/** The version that a page had when a run ended; null when it had none, `lost` when that version is no longer kept. */
export function versionAsOfRun(
  { versions, lost }: VersionHistory,
  number: number,
): StoredVersion | 'lost' | null {
  const version = versions.find(({ run }) => run.number <= number) ?? null;
  const isLost = lost.some((run) => run <= number && run > (version?.run.number ?? 0));
  return isLost ? 'lost' : version;
}

/** How many visits of a page are searched for its versions. */
export const mostVisitsSearched = 1000;

/** The versions of a page. */
export async function storedVersions(
  store: Pick<Store, 'visits' | 'runs'>,
  { project, page }: FoundPage,
): Promise<VersionHistory> {
  const visits = await store.visits.ofPage(page.id, mostVisitsSearched);
  return versionHistory(visits, await store.runs.list(project.id));
}

/** Which versions to compare; runs by number. */
export interface VersionChoice {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * Two versions of a page: those of the given runs, or the newest and the one before it. Throws
 * APP_RUN_UNKNOWN, and APP_VERSION_MISSING when there is no version to compare with.
 */
export function chooseVersions(
  url: string,
  history: VersionHistory,
  runs: readonly Run[],
  { from, to }: VersionChoice,
): readonly [StoredVersion, StoredVersion] {
  const { versions, lost } = history;
  const [newest] = versions;
  if (newest === undefined) {
    throw new AppError('APP_VERSION_MISSING', `there is no version of ${url}: no visit has succeeded yet.`);
  }
  const after = to === undefined ? newest : versionAt(url, history, runs, to);
  if (from !== undefined) return [versionAt(url, history, runs, from), after];
  const before = versions[versions.indexOf(after) + 1];
  const [lastLost] = lost.filter((run) => run < after.run.number && run > (before?.run.number ?? 0));
  if (lastLost !== undefined) throw removedByRetention(url, lastLost);
  if (before !== undefined) return [before, after];
  const since = after.run === after.until ? '' : ` to run ${after.until.number}`;
  throw new AppError(
    'APP_VERSION_MISSING',
    `there is nothing to compare: ${url} had only one version, from run ${after.run.number}${since}.`,
  );
}

/** The version that the page had when a run ended. */
function versionAt(
  url: string,
  history: VersionHistory,
  runs: readonly Run[],
  number: number,
): StoredVersion {
  const version = versionAsOfRun(history, runNumbered(runs, number).number);
  if (version === 'lost') throw removedByRetention(url, number);
  if (version !== null) return version;
  throw new AppError(
    'APP_VERSION_MISSING',
    `${url} had no version in run ${number}; its first is from run ${history.versions.at(-1)?.run.number}.`,
  );
}

const removedByRetention = (url: string, run: number): AppError =>
  new AppError(
    'APP_VERSION_MISSING',
    `the version of ${url} from run ${run} is not kept any more; what was reported about it still is.`,
  );

/** The run with this number; the newest without one. Throws APP_RUN_UNKNOWN. */
export function runNumbered(runs: readonly Run[], number: number | undefined): Run {
  const run = number === undefined ? runs[0] : runs.find((candidate) => candidate.number === number);
  if (run !== undefined) return run;
  const known = runs.map((candidate) => candidate.number).reverse();
  throw new AppError(
    'APP_RUN_UNKNOWN',
    runs.length === 0
      ? 'the project has not run yet; "tidemark track PROJECT" runs it.'
      : `there is no run ${number}; ${known.length === 1 ? 'the only run is' : `there are runs ${known[0]} to`} ${known.at(-1)}.`,
  );
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
