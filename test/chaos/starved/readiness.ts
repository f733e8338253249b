import { setTimeout } from 'node:timers/promises';
import type { FaultWindow } from './faults.ts';
import type { StarvedPart } from './parts.ts';

/** What a server said about itself at a moment, in milliseconds since 1970. */
export interface Sample {
  readonly at: number;
  /** Of `/readyz`; null when there was no answer. */
  readonly status: number | null;
  /** Supervised tasks that it says are not alive. */
  readonly dead: readonly string[];
  /** How late the most overdue schedule is, in seconds, as `/metrics` says; null when it says nothing about that. */
  readonly late: number | null;
}

/** Milliseconds between two looks, and how many of them ask for figures too. */
const EVERY = 1000;
const METRICS_EVERY = 10;
/** Who waits longer than this for `/readyz` takes the server for dead. Milliseconds. */
const LONGEST_ANSWER = 5000;
/** A server may be wrong for so long after the database has gone, and after it is back. Milliseconds. */
const NOTICED = 10_000;

/** Asks the server of a part about itself until the signal is aborted. */
export async function watchReadiness(part: StarvedPart, signal: AbortSignal): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  let late: number | null = null;
  for (let number = 0; !signal.aborted; number++) {
    const at = Date.now();
    const answer = await part.ask(['GET', '/readyz'], LONGEST_ANSWER);
    if (number % METRICS_EVERY === 0) late = latenessIn(await part.ask(['GET', '/metrics'], LONGEST_ANSWER));
    samples.push({ at, status: answer?.status ?? null, dead: deadTasks(answer?.body), late });
    await setTimeout(Math.max(0, at + EVERY - Date.now()), undefined, { signal }).catch(() => undefined);
  }
  return samples;
}

function deadTasks(body: unknown): readonly string[] {
  const { tasks } = (body ?? {}) as { readonly tasks?: unknown };
  if (!Array.isArray(tasks)) return [];
  return tasks
    .filter((task: { readonly isAlive?: boolean }) => task.isAlive !== true)
    .map((task: unknown) => (typeof task === 'string' ? task : JSON.stringify(task)));
}

/** The largest figure whose name says that it is about late schedules. */
function latenessIn(answer: { readonly body: unknown } | null): number | null {
  const figures = String(answer?.body ?? '').matchAll(
    /^tidemark_schedule\w*(?:late|overdue)\w*(?:{[^}]*})? (\S+)$/gm,
  );
  const values = [...figures].map(([, value]) => Number(value));
  return values.length === 0 ? null : Math.max(...values);
}

/** Tasks that `/metrics` says are not up. */
export async function deadInMetrics(part: StarvedPart): Promise<readonly string[]> {
  const figures = await taskFigures(part, 'up');
  return figures.flatMap(([task, value]) => (value === 0 ? [task] : []));
}

/** Tasks that the server had to start again, in words. */
export async function restartedTasks(part: StarvedPart): Promise<readonly string[]> {
  const figures = await taskFigures(part, 'restarts_total');
  return figures.flatMap(([task, value]) =>
    value > 0 ? [`"${task}" was started again ${value} times`] : [],
  );
}

async function taskFigures(part: StarvedPart, figure: string) {
  const answer = await part.ask(['GET', '/metrics']);
  const lines = new RegExp(`^tidemark_task_${figure}{[^}]*task="([^"]+)"[^}]*} (\\S+)$`, 'gm');
  return [...String(answer?.body ?? '').matchAll(lines)].map(
    ([, task = '', value]) => [task, Number(value)] as const,
  );
}

export interface ReadinessTruth {
  readonly windows: readonly FaultWindow[];
  /** When runs of the part began, in order. */
  readonly begun: readonly number[];
  /** With no run for so long, and nothing that excuses it, nothing is ready. Milliseconds. */
  readonly longestSilence: number;
  /** After a fault, for this long, nothing is said about what is right. Milliseconds. */
  readonly recovery: number;
}

/** Seconds in which `/readyz` was not true to the state, with the reason. */
export function wrongSeconds(
  samples: readonly Sample[],
  { windows, begun, longestSilence, recovery }: ReadinessTruth,
): ReadonlyMap<string, number> {
  const wrong = new Map<string, number>();
  const count = (why: string) => wrong.set(why, (wrong.get(why) ?? 0) + 1);
  for (const { at, status, dead } of samples) {
    const isGone = windows.some(
      ({ takesDatabase, from, to }) => takesDatabase && at > from + NOTICED && at < to,
    );
    const isCalm = windows.every(({ from, to }) => at < from || at > to + recovery);
    const last = begun.findLast((time) => time <= at) ?? samples[0]?.at ?? at;
    const isSilent =
      isCalm &&
      at - last > longestSilence &&
      windows.every(({ to }) => to < last || at - to > longestSilence);
    if (isGone && status === 200) count('ready without a database');
    else if (isCalm && dead.length > 0) count(`not alive without a reason: ${dead.join(', ')}`);
    // No answer at all is what a starved processor looks like.
    else if (isCalm && status !== 200 && status !== null) count('not ready, and nothing is wrong');
    else if (isSilent && status === 200) count('ready, and no run begins');
  }
  return wrong;
}
