import type { z } from 'zod';
import type { Endpoints } from '../../../../src/features/endpoints.ts';
import { account } from '../api/account.ts';
import { api } from '../api/api.ts';
import { type ObservedValue, observedValue } from '../api/observed-value.ts';
import { hasTooManyStreams, isNotLoggedIn } from '../api/problem-words.ts';
import { queryClient } from '../api/query-client.ts';
import { atMostEvery } from './at-most-every.ts';
import { readEvents, type StreamEvent } from './read-events.ts';

export type RunUpdate = z.output<Endpoints['watchRuns']['answer']['schema']>;

/** What is under way on the server, by project. */
export const liveRuns: ObservedValue<ReadonlyMap<string, RunUpdate>> = observedValue<
  ReadonlyMap<string, RunUpdate>
>(new Map());

/** `lost`: the server does not answer; `back`: it does again, said for a moment. */
export const connection = observedValue<'here' | 'lost' | 'back'>('here');

/** Runs of many projects send many events at once, and each costs a rendering or a request. */
const SHOWN_EVERY_MS = 200;
const ASKED_EVERY_MS = 1000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
const SAID_BACK_MS = 4000;

/** Follows the server's events until the signal, through every loss of the connection. */
export async function followRuns(signal: AbortSignal): Promise<void> {
  let last: string | null = null;
  for (let wait = FIRST_WAIT_MS; !signal.aborted; ) {
    try {
      const headers = last === null ? {} : { 'last-event-id': last };
      const answer = await api.watchRuns({}, { signal, headers });
      if (connection.get() === 'lost') comeBack();
      wait = FIRST_WAIT_MS;
      for await (const event of readEvents(answer.body as ReadableStream<Uint8Array>)) {
        last = event.id;
        take(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isNotLoggedIn(error)) {
        account.set(null);
        return;
      }
      if (hasTooManyStreams(error)) {
        // The server answers, but other tabs use all streams: this tab polls.
        await pause(LONGEST_WAIT_MS, signal);
        void queryClient.invalidateQueries();
        continue;
      }
    }
    if (signal.aborted) return;
    connection.set('lost');
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

/** Everything may have changed meanwhile. */
function comeBack(): void {
  connection.set('back');
  setTimeout(() => {
    if (connection.get() === 'back') connection.set('here');
  }, SAID_BACK_MS);
  void queryClient.invalidateQueries();
}

const reported = new Map<string, RunUpdate>();
const showReported = atMostEvery(SHOWN_EVERY_MS, () => liveRuns.set(new Map(reported)));

function take({ event, data }: StreamEvent): void {
  if (event === 'runs') {
    reported.clear();
    for (const notice of data as readonly RunUpdate[]) reported.set(notice.project, notice);
  } else {
    const notice = data as RunUpdate;
    if (event === 'settled') reported.delete(notice.project);
    else reported.set(notice.project, notice);
    if (event !== 'progress') refresh(notice.project);
  }
  showReported();
}

const outdated = new Set<string>();
const askAgain = atMostEvery(ASKED_EVERY_MS, () => {
  const projects = new Set(outdated);
  outdated.clear();
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [scope, name] }) =>
      scope === 'everywhere' || (scope === 'project' && projects.has(String(name))),
  });
});

/** Refreshes what a run changed: its project, and everything over all projects. */
function refresh(project: string): void {
  outdated.add(project);
  askAgain();
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    // The network is back, or the page has the focus again: there is no reason to wait longer.
    addEventListener('online', end, { once: true });
    addEventListener('focus', end, { once: true });
  });
