import { type Config, readConfig } from '../config/index.ts';
import type { CrawlEvent } from '../crawl/engine/crawl-event.ts';
import { type ReportPage, type RunSummary, runReport } from '../crawl/history/run-report.ts';
import { addProject } from '../crawl/projects/add-project.ts';
import { storedSecrets } from '../crawl/projects/stored-secrets.ts';
import { unknownProject } from '../crawl/projects/unknown-project.ts';
import { visitTarget, whatToVisit } from '../crawl/projects/what-to-visit.ts';
import { AppError } from '../crawl/run/errors.ts';
import type { RunEnding, RunHandle } from '../crawl/run/run-request.ts';
import type { RunSettings } from '../crawl/run/run-settings.ts';
import { startRun } from '../crawl/run/start-run.ts';
import type { StepAction } from '../crawl/steps/step-action.ts';
import type { Project } from '../crawl/tables/project.ts';
import { openDataFolder } from '../database/open-data-folder.ts';
import type { Store } from '../database/store.ts';
import { useFeatures } from '../features/index.ts';
import type { Protocol } from '../fetch/index.ts';
import type { PageDiff } from '../presentation/diff/page-diff.ts';
import type { ChangeGroup, LastingPages } from '../presentation/summary/change-summary.ts';

export interface TidemarkOptions {
  /** The data folder. Default: from the environment (docs/configuration.md). */
  readonly data?: string;
  /** A PostgreSQL server to use instead: `postgres://user:password@host/database`. */
  readonly databaseUrl?: string;
  /** In addition to the built-in ones: docs/extending/protocol.md. */
  readonly protocols?: readonly Protocol[];
  /** In addition to the built-in ones: docs/extending/step.md. */
  readonly stepActions?: readonly StepAction<never>[];
}

/** Omitted settings are taken from the project. */
export interface VisitOptions extends Partial<RunSettings> {
  /** Default: the host of the address. */
  readonly project?: string;
  /** Only pages that are likely to have changed. */
  readonly onlyDue?: boolean;
}

/** A page that changed, with its words before and after when it was updated. */
export interface ChangedSitePage extends ReportPage {
  readonly diff: PageDiff | null;
}

/** What a run found. */
export interface SiteReport extends RunSummary {
  /** What changed, each change once, with all pages that have it. */
  readonly groups: readonly ChangeGroup[];
  /** Pages that were missing or failing before and still are: they are not changes of this run. */
  readonly lasting: LastingPages;
  /** Updated, new, missing and failed pages. */
  readonly changes: readonly ChangedSitePage[];
}

/** Tidemark with one data folder. Only one process at a time may write to a folder; several may share a PostgreSQL server. */
export interface Tidemark extends AsyncDisposable {
  /**
   * Starts a visit that finds what changed since the last one, or resumes a paused one. `what` is an address, a folder,
   * the path of a project file, or the name of a project.
   */
  track(what: string, options?: VisitOptions): Promise<RunHandle>;
  /** Starts a visit that fetches every page completely, changed or not. */
  crawl(what: string, options?: VisitOptions): Promise<RunHandle>;
  /** What a run found; the newest run unless a number is given. Throws APP_PROJECT_UNKNOWN and APP_RUN_UNKNOWN. */
  report(project: string, options?: { readonly run?: number }): Promise<SiteReport>;
  /** Pauses all active runs, and closes the database. */
  close(): Promise<void>;
}

/** Opens a data folder, and creates it if needed. */
export async function openTidemark(options: TidemarkOptions = {}): Promise<Tidemark> {
  useFeatures();
  const { data, databaseUrl, protocols = [], stepActions = [] } = options;
  const config = readConfig({
    ...(data !== undefined && { data }),
    ...(databaseUrl !== undefined && { databaseUrl }),
  });
  const store = await openDataFolder(config, 'write', 'a program that uses Tidemark');
  return new OpenTidemark(store, config, protocols, stepActions);
}

class OpenTidemark implements Tidemark {
  readonly #store: Store;
  readonly #config: Config;
  readonly #protocols: readonly Protocol[];
  readonly #stepActions: readonly StepAction<never>[];
  readonly #runs = new Set<RunHandle>();

  constructor(
    store: Store,
    config: Config,
    protocols: readonly Protocol[],
    stepActions: readonly StepAction<never>[],
  ) {
    this.#store = store;
    this.#config = config;
    this.#protocols = protocols;
    this.#stepActions = stepActions;
  }

  track(what: string, options: VisitOptions = {}): Promise<RunHandle> {
    return this.#start(what, options, 'changes');
  }

  crawl(what: string, options: VisitOptions = {}): Promise<RunHandle> {
    return this.#start(what, options, 'everything');
  }

  async report(name: string, { run }: { readonly run?: number } = {}): Promise<SiteReport> {
    const found = await runReport.required(this.#store, await this.#projectNamed(name), { run });
    const { pages, diff, summary, ...about } = found;
    const changes: ChangedSitePage[] = [];
    for await (const page of pages(['UPD', 'NEW', 'MIS', 'ERR']))
      changes.push({ ...page, diff: page.flag === 'UPD' ? await diff(page.file) : null });
    const groups = await Array.fromAsync(summary.groups(Number.POSITIVE_INFINITY));
    return { ...about, groups, lasting: summary.lasting, changes };
  }

  async close(): Promise<void> {
    for (const run of this.#runs) run.pause();
    await Promise.allSettled([...this.#runs].map(({ ended }) => ended));
    await this.#store.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #start(
    what: string,
    { project: name, onlyDue = false, ...settings }: VisitOptions,
    visits: 'everything' | 'changes',
  ): Promise<RunHandle> {
    const store = this.#store;
    const stepActions = this.#stepActions;
    const wanted = await whatToVisit(what, name, { stepActions });
    if (wanted.file !== null) await addProject(store, { ...wanted.file, stepActions });
    const { project, url } = await visitTarget(wanted, { store, config: this.#config, settings });
    const run = await startRun(
      {
        store,
        config: this.#config,
        protocols: this.#protocols,
        stepActions,
        storedSecret: storedSecrets(store, this.#config).find,
      },
      { project, url, settings, onlyDue, visits },
    );
    this.#runs.add(run);
    run.ended.catch(() => undefined).finally(() => this.#runs.delete(run));
    return run;
  }

  async #projectNamed(name: string): Promise<Project> {
    const project = await this.#store.projects.find(name);
    if (project !== null) return project;
    throw new AppError('APP_PROJECT_UNKNOWN', await unknownProject(this.#store, name));
  }
}

/** How a visit ended, and what it found. */
export interface VisitedSite {
  readonly ending: RunEnding;
  readonly report: SiteReport;
}

export interface OneVisitOptions extends VisitOptions, TidemarkOptions {
  /** Called with every event of the visit. */
  readonly onEvent?: (event: CrawlEvent) => void;
  /** Aborting it pauses the visit. */
  readonly signal?: AbortSignal;
}

/** One complete visit: opens the data folder, finds what changed, and closes it again. */
export function track(what: string, options: OneVisitOptions = {}): Promise<VisitedSite> {
  return visitOnce('track', what, options);
}

/** The same, but fetches every page completely. */
export function crawl(what: string, options: OneVisitOptions = {}): Promise<VisitedSite> {
  return visitOnce('crawl', what, options);
}

/** What the newest run of a project found, or the run with the given number. */
export async function report(
  project: string,
  { run, ...options }: TidemarkOptions & { readonly run?: number } = {},
): Promise<SiteReport> {
  const tidemark = await openTidemark(options);
  try {
    return await tidemark.report(project, run === undefined ? {} : { run });
  } finally {
    await tidemark.close();
  }
}

async function visitOnce(
  how: 'track' | 'crawl',
  what: string,
  options: OneVisitOptions,
): Promise<VisitedSite> {
  const { data, databaseUrl, protocols, stepActions, onEvent, signal, ...visit } = options;
  const tidemark = await openTidemark({
    ...(data !== undefined && { data }),
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(protocols !== undefined && { protocols }),
    ...(stepActions !== undefined && { stepActions }),
  });
  try {
    const run = await tidemark[how](what, visit);
    if (onEvent !== undefined) run.watch(onEvent);
    if (signal?.aborted) run.pause();
    signal?.addEventListener('abort', () => run.pause(), { once: true });
    const ending = await run.ended;
    return { ending, report: await tidemark.report(run.project, { run: run.number }) };
  } finally {
    await tidemark.close();
  }
}
