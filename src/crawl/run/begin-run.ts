import { messageOf } from '../../base/index.ts';
import { environmentVariable, readConfig } from '../../config/index.ts';
import type { ProjectClaim, Store } from '../../database/store.ts';
import type { Protocol } from '../../fetch/index.ts';
import type { CrawlEvent } from '../engine/crawl-event.ts';
import { refuseUnconfirmed } from '../projects/confirmation.ts';
import { storeNewProject } from '../projects/new-project.ts';
import { systemClock } from '../site/allowed-hours.ts';
import { siteProtocols } from '../site/protocols.ts';
import type { Project } from '../tables/project.ts';
import type { Run } from '../tables/run.ts';
import { collectedByRun, defineRun, type RunDefinition } from './define-run.ts';
import { AppError } from './errors.ts';
import type { RunContext } from './run-context.ts';
import type { ProcessContext, RunDependencies, RunRequest } from './run-request.ts';

/** A run that is recorded as running, before the first request to its site. */
export interface BegunRun {
  readonly context: RunContext;
  readonly protocol: Protocol;
  readonly claim: ProjectClaim;
  readonly watchers: RunWatchers;
  /** The first reason counts. */
  pause(reason?: string): void;
}

/** Throws errors in the request before anything is sent to the site, and STORE_LOCKED when a run of the project is active. */
export async function beginRun(given: RunDependencies, request: RunRequest): Promise<BegunRun> {
  const process = withDefaults(given);
  const { store } = process;
  const known = await store.projects.find(request.project);
  const definition = await defineRun(known, request, process);
  const protocol = siteProtocols(definition, process).protocolOf(definition.source);
  const { id } = known ?? (await newProject(process, definition));
  const claim = await store.projects.claim(id);
  try {
    // After the claim: a rejected request must leave no trace in the project.
    const project = await updatedProject(store, id, definition);
    const { run, resumed } = await openRun(process, project, definition, request);
    const watchers = new RunWatchers();
    const pausing = new AbortController();
    let pauseReason: string | null = null;
    const context: RunContext = {
      ...process,
      definition,
      request,
      project,
      run,
      isResumed: resumed,
      ownsHost: () => true,
      isShared: false,
      onEvent: (event) => {
        const shown = redacted(event, definition);
        watchers.notify(shown);
        process.onEvent?.(shown);
      },
      signal: pausing.signal,
      pausedBecause: () => pauseReason,
    };
    const pause = (reason?: string) => {
      if (!pausing.signal.aborted) pauseReason = reason ?? null;
      pausing.abort();
    };
    return { context, protocol, claim, watchers, pause };
  } catch (error) {
    await claim.release();
    throw error;
  }
}

export const withDefaults = (given: RunDependencies): ProcessContext => ({
  environment: environmentVariable,
  clock: systemClock,
  ...given,
  config: given.config ?? readConfig(),
});

function newProject({ store, clock }: ProcessContext, definition: RunDefinition): Promise<Project> {
  const { project: name, source: startUrl, storedWithProject: settings } = definition;
  return storeNewProject(store, { name, startUrl, settings, createdAt: clock.now() });
}

/** The project with the changes of this run. */
async function updatedProject(store: Store, id: number, definition: RunDefinition): Promise<Project> {
  const { project: name, source: startUrl, storedWithProject: settings } = definition;
  const known = await store.projects.find(name);
  if (known === null || known.id !== id)
    throw new AppError(
      'APP_PROJECT_CHANGED',
      `the project "${name}" was removed in the meantime: start again`,
    );
  if (known.startUrl !== startUrl || known.settings !== settings)
    await store.projects.change(id, { startUrl, settings });
  return { ...known, startUrl, settings };
}

/** The last run if it is unfinished and collects the same pages, otherwise a new one. */
async function openRun(
  process: ProcessContext,
  project: Project,
  { collects, storedWithRun, needsConfirmation }: RunDefinition,
  { dueAt }: RunRequest,
): Promise<{ run: Run; resumed: boolean }> {
  const { store, clock } = process;
  const last = await store.runs.latest(project.id);
  if (last !== null && last.state !== 'finished') {
    const resumed = (await collectedByRun(project.startUrl, last.settings, process)) === collects;
    await store.runs.change(last.id, {
      at: clock.now(),
      ...(resumed ? { state: 'running' } : { state: 'paused', pauseReason: 'the project was changed' }),
    });
    if (resumed) return { run: last, resumed };
  }
  // Two processes may watch the project. A run whose start is in the future was started while a clock was ahead.
  if (dueAt !== undefined && last !== null && last.startedAt >= dueAt && last.startedAt <= clock.now())
    throw new AppError('APP_ALREADY_RUN', `the run of "${project.name}" has taken place: run ${last.number}`);
  if (needsConfirmation) refuseUnconfirmed(project.name, last);
  const run = await store.runs.begin(project.id, {
    startedAt: clock.now(),
    settings: storedWithRun,
    dueAt: dueAt ?? null,
  });
  return { run, resumed: false };
}

function redacted(event: CrawlEvent, { secrets }: RunDefinition): CrawlEvent {
  if (!secrets.any) return event;
  const fields = Object.entries(event).map(([name, value]) => [
    name,
    typeof value === 'string'
      ? secrets.redactor.text(value)
      : Array.isArray(value)
        ? value.map((text: string) => secrets.redactor.text(text))
        : value,
  ]);
  return Object.fromEntries(fields) as CrawlEvent;
}

/** The listeners of a run, and the first of their failures. */
export class RunWatchers {
  readonly #watchers = new Set<(event: CrawlEvent) => void>();
  #failure: string | null = null;

  add(watcher: (event: CrawlEvent) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  notify(event: CrawlEvent): void {
    for (const watcher of this.#watchers) {
      try {
        watcher(event);
      } catch (error) {
        // A failing listener must not stop the run. The notices of the run say so; nothing is printed here.
        this.#failure ??= messageOf(error);
      }
    }
  }

  get notices(): readonly string[] {
    return this.#failure === null ? [] : [`A program that watched this run failed: ${this.#failure}`];
  }
}
