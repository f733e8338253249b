import { messageOf } from '../../base/index.ts';
import { StoreError } from '../../database/errors.ts';
import { lists } from '../../fetch/index.ts';
import { commitRows } from '../commit-rows.ts';
import { CrawlError } from '../errors.ts';
import { StepError } from '../steps/step-error.ts';
import { type BegunRun, beginRun, type RunWatchers } from './begin-run.ts';
import { pageRunner } from './page-run.ts';
import type { RunContext, Runner } from './run-context.ts';
import { runNotices } from './run-notices.ts';
import type { RunDependencies, RunEnding, RunHandle, RunRequest } from './run-request.ts';

const PROGRESS_EVERY = 500;

/**
 * Starts a run of a project, or resumes one that was paused or killed: the only way to do so, for the command line,
 * schedulers, servers and workers. Throws errors in the request before anything is sent to the site, and STORE_LOCKED
 * when a run of the project is active.
 */
export async function startRun(given: RunDependencies, request: RunRequest): Promise<RunHandle> {
  return visitWhole(await beginRun(given, request));
}

/** Visits all hosts of a run here. */
export async function visitWhole({
  context,
  protocol,
  claim,
  watchers,
  pause,
}: BegunRun): Promise<RunHandle> {
  const { definition, project, run, isResumed: resumed } = context;
  try {
    const runner = lists(protocol)
      ? await (await import('./list-run.ts')).listRunner(context, protocol)
      : await pageRunner(context, protocol);
    // Lets the caller watch the run before its first event.
    const begun = new Promise((resolve) => setImmediate(resolve));
    const ended = begun.then(() => runToEnd(runner, context, watchers)).finally(() => claim.release());
    ended.catch(() => undefined); // the caller may not be waiting for the end
    return {
      project: project.name,
      number: run.number,
      resumed,
      hasDetectors: definition.detectors.length > 0,
      hasChannels: definition.notify.length > 0,
      watch: (listener) => watchers.add(listener),
      progress: () => runner.progress(),
      pause,
      ended,
    };
  } catch (error) {
    await pauseAfter(error, context).finally(() => claim.release());
    throw error;
  }
}

/** How long a failed run waits, in milliseconds: as long as it has taken so far, so that the pauses of a run that fails each time grow. */
const REST = { shortest: 60_000, longest: 3_600_000 };

/**
 * Pauses a run that has failed, so that it neither seems to be running nor is retried all the time. A step that cannot be taken waits for its
 * user; all other failures are retried automatically. A run that the database interrupted continues as soon as the database is back.
 */
async function pauseAfter(error: unknown, context: RunContext): Promise<void> {
  if (error instanceof StoreError) return;
  const at = context.clock.now();
  const pauseReason = messageOf(error);
  const wait = error instanceof CrawlError ? error.retryAfterMs : null;
  const rest = Math.min(Math.max(at - context.run.startedAt, REST.shortest), REST.longest);
  const resumeAt = error instanceof StepError ? null : at + (wait ?? rest);
  // A process that has lost the run to another one may not write, and reports the original failure.
  await commitRows(context, { run: { state: 'paused', at, pauseReason, resumeAt } }).catch(() => undefined);
}

/** Runs until the end. The record of the run is closed before the "ended" event. */
async function runToEnd(runner: Runner, context: RunContext, watchers: RunWatchers): Promise<RunEnding> {
  const { project, run, onEvent, store, clock, isResumed: resumed } = context;
  const progress = setInterval(() => onEvent({ event: 'progress', ...runner.progress() }), PROGRESS_EVERY);
  let isFinished = false;
  try {
    const queued = await store.frontier.count(run.id);
    onEvent({ event: 'started', project: project.name, run: run.number, resumed, queued });
    const ending = withReason(await runner.run(), context.pausedBecause());
    const { state, reason, resumeAt, rules, ...counts } = ending;
    isFinished = state === 'finished';
    const pause = reason === null ? {} : { pauseReason: reason, resumeAt };
    await commitRows(context, { run: { state, at: clock.now(), ...pause } });
    const notices = [...(await runNotices(store, run)), ...watchers.notices];
    onEvent({ event: 'ended', state, reason, resumeAt, ...counts, notices });
    return { ...ending, notices };
  } catch (error) {
    await pauseAfter(error, context);
    throw error;
  } finally {
    clearInterval(progress);
    await runner.leave(isFinished);
  }
}

/** A runner knows only that it was interrupted: adds the reason of the user. */
function withReason<T extends Pick<RunEnding, 'reason'>>(ending: T, asked: string | null): T {
  return ending.reason === 'interrupted' && asked !== null ? { ...ending, reason: asked } : ending;
}
