import { environmentVariable, readConfig } from '../../config/index.ts';
import { type CrawlEvent, StepError } from '../../crawl/index.ts';
import { lists } from '../../fetch/index.ts';
import type { Project, Run, RunChange, Store } from '../../store/index.ts';
import { AppError } from '../errors.ts';
import { refuseUnconfirmed } from '../projects/confirmation.ts';
import { systemClock } from '../site/allowed-hours.ts';
import { siteProtocols } from '../site/protocols.ts';
import { collectedByRun, defineRun, type RunDefinition } from './define-run.ts';
import { pageRunner } from './page-run.ts';
import { runNotices } from './run-notices.ts';
import type { RunEnding, RunHandle, RunRequest, RunSurroundings } from './run-request.ts';
import type { Runner, RunParts } from './runner.ts';

const PROGRESS_EVERY = 500;

/**
 * Starts a run of a project, or resumes one that was paused or killed: the only way to do so, for the command line,
 * schedulers, servers and workers. Throws errors in the request before anything is sent to the site, and STORE_LOCKED
 * when a run of the project is active.
 */
export async function startRun(given: RunSurroundings, request: RunRequest): Promise<RunHandle> {
  const surroundings = {
    environment: environmentVariable,
    clock: systemClock,
    ...given,
    config: given.config ?? readConfig(),
  };
  const { store } = surroundings;
  const known = await store.projects.find(request.project);
  const definition = await defineRun(known, request, surroundings);
  const protocol = siteProtocols(definition, surroundings).protocolOf(definition.source);
  const { id } = known ?? (await newProject(surroundings, definition));
  const claim = await store.projects.claim(id);
  try {
    // Not before the claim: whoever is refused must leave no trace in the project.
    const project = await updatedProject(store, id, definition);
    const { run, resumed } = await openRun(surroundings, project, definition);
    const complaints = new WatcherComplaints();
    const watchers = new Set<(event: CrawlEvent) => void>();
    const tell = (event: CrawlEvent) => {
      for (const watcher of watchers) {
        try {
          watcher(event);
        } catch (error) {
          // Whoever watches a run must not end it. The notices say so: this must not print anything.
          complaints.add(error);
        }
      }
    };
    const pausing = new AbortController();
    let pauseReason: string | null = null;
    const parts: RunParts = {
      definition,
      request,
      surroundings,
      project,
      run,
      isResumed: resumed,
      onEvent: (event) => tell(redacted(event, definition)),
      signal: pausing.signal,
      pausedBecause: () => pauseReason,
    };
    const runner = lists(protocol)
      ? await (await import('./list-run.ts')).listRunner(parts, protocol)
      : await pageRunner(parts, protocol);
    // Not before the caller has had a chance to watch the run.
    const begun = new Promise((resolve) => setImmediate(resolve));
    const ended = begun
      .then(() => runToEnd(runner, parts, resumed, complaints))
      .finally(() => claim.release());
    ended.catch(() => undefined); // the caller may not be waiting for the end
    return {
      project: project.name,
      number: run.number,
      resumed,
      hasDetectors: definition.detectors.length > 0,
      hasChannels: definition.notify.length > 0,
      watch: (listener) => {
        watchers.add(listener);
        return () => watchers.delete(listener);
      },
      progress: () => runner.progress(),
      pause: (reason) => {
        if (!pausing.signal.aborted) pauseReason = reason ?? null;
        pausing.abort();
      },
      ended,
    };
  } catch (error) {
    await claim.release();
    throw error;
  }
}

/** Runs until the end. The record of the run is closed before the "ended" event. */
async function runToEnd(
  runner: Runner,
  parts: RunParts,
  resumed: boolean,
  complaints: WatcherComplaints,
): Promise<RunEnding> {
  const { project, run, onEvent, surroundings } = parts;
  const { store, clock = systemClock } = surroundings;
  const queued = await store.frontier.count(run.id);
  onEvent({ event: 'started', project: project.name, run: run.number, resumed, queued });
  const progress = setInterval(() => onEvent({ event: 'progress', ...runner.progress() }), PROGRESS_EVERY);
  let isFinished = false;
  try {
    const ending = withReason(await runner.run(), parts.pausedBecause());
    const { state, reason, resumeAt, rules, ...counts } = ending;
    isFinished = state === 'finished';
    const pause = reason === null ? {} : { pauseReason: reason, resumeAt };
    await closeRun(parts, { state, at: clock.now(), ...pause });
    const notices = [...(await runNotices(store, run)), ...complaints.notices];
    onEvent({ event: 'ended', state, reason, resumeAt, ...counts, notices });
    return { ...ending, notices };
  } catch (error) {
    if (error instanceof StepError)
      await closeRun(parts, { state: 'paused', at: clock.now(), pauseReason: error.message });
    throw error;
  } finally {
    clearInterval(progress);
    await runner.leave(isFinished);
  }
}

/** A runner knows only that it was interrupted. */
function withReason<T extends Pick<RunEnding, 'reason'>>(ending: T, asked: string | null): T {
  return ending.reason === 'interrupted' && asked !== null ? { ...ending, reason: asked } : ending;
}

/** What went wrong in those who watch a run. */
class WatcherComplaints {
  #first: string | null = null;

  add(error: unknown): void {
    this.#first ??= error instanceof Error ? error.message : String(error);
  }

  get notices(): readonly string[] {
    return this.#first === null ? [] : [`A program that watched this run failed: ${this.#first}`];
  }
}

function closeRun({ surroundings, run: { id, projectId } }: RunParts, run: RunChange): Promise<void> {
  const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };
  return surroundings.store.commit({ projectId, runId: id, ...nothing, run });
}

function newProject(
  { store, clock = systemClock }: RunSurroundings,
  definition: RunDefinition,
): Promise<Project> {
  const { project: name, source: startUrl, storedWithProject: settings } = definition;
  return store.projects.create({ name, startUrl, settings, createdAt: clock.now() });
}

/** The project as this run leaves it. */
async function updatedProject(store: Store, id: number, definition: RunDefinition): Promise<Project> {
  const { project: name, source: startUrl, storedWithProject: settings } = definition;
  const known = await store.projects.find(name);
  if (known === null || known.id !== id)
    throw new AppError('APP_PROJECT_CHANGED', `the project "${name}" was removed meanwhile: start again`);
  if (known.startUrl !== startUrl || known.settings !== settings)
    await store.projects.change(id, { startUrl, settings });
  return { ...known, startUrl, settings };
}

/** The last run if it is unfinished and collects the same, otherwise a new one. */
async function openRun(
  surroundings: RunSurroundings,
  project: Project,
  { collects, storedWithRun, needsConfirmation }: RunDefinition,
): Promise<{ run: Run; resumed: boolean }> {
  const { store, clock = systemClock } = surroundings;
  const last = await store.runs.latest(project.id);
  if (last !== null && last.state !== 'finished') {
    const resumed = (await collectedByRun(project.startUrl, last.settings, surroundings)) === collects;
    await store.runs.change(last.id, {
      at: clock.now(),
      ...(resumed ? { state: 'running' } : { state: 'paused', pauseReason: 'the project was changed' }),
    });
    if (resumed) return { run: last, resumed };
  }
  if (needsConfirmation) refuseUnconfirmed(project.name, last);
  const run = await store.runs.begin(project.id, { startedAt: clock.now(), settings: storedWithRun });
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
