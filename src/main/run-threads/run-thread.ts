// A thread of the server for runs, explorations and their follow-up work. It parses what sites send, apart from the thread that answers requests.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { failureFrom, sentFailure } from '../../base/index.ts';
import type { CrawlEvent } from '../../crawl/engine/crawl-event.ts';
import { storedSecrets } from '../../crawl/projects/stored-secrets.ts';
import type { RunDependencies, RunHandle } from '../../crawl/run/run-request.ts';
import { openDataFolder } from '../../database/open-data-folder.ts';
import type { Store } from '../../database/store.ts';
import type { ThreadHostLeases } from '../../features/feature.ts';
import { features, useFeatures } from '../../features/index.ts';
import { clockFrom } from './thread-clock.ts';
import type {
  FromRunThread,
  RunThreadStart,
  ThreadWork,
  ToRunThread,
  WorkProgress,
} from './thread-messages.ts';

useFeatures();

/** Events are sent in batches, this many milliseconds after the first event: a thousand pages a second are ten messages. */
const SEND_EVENTS_AFTER = 100;
/** PostgreSQL connections of each thread: runs commit one after the other, and the main thread has its own connections. */
const CONNECTIONS = 5;
/** Milliseconds. */
const HEARTBEAT_EVERY = 250;

const main = parentPort as MessagePort;
const { config, writer, time, retryDelays, heartbeats } = workerData as RunThreadStart;
setInterval(() => Atomics.add(heartbeats, 0, 1), HEARTBEAT_EVERY).unref();
const send = (message: FromRunThread): void => main.postMessage(message);

interface Call {
  readonly resolve: (result: never) => void;
  readonly reject: (cause: unknown) => void;
}
const calls = new Map<number, Call>();
let lastCall = 0;

/** Calls the main thread, which queries the database of the cluster. */
const call = (method: string, parameters: readonly unknown[]): Promise<never> => {
  const answer = Promise.withResolvers<never>();
  lastCall++;
  calls.set(lastCall, answer);
  send({ kind: 'call', call: lastCall, method, parameters });
  return answer.promise;
};
/** Null when no feature leases hosts to runs. */
const gates: Promise<ThreadHostLeases> | null =
  features
    .find(({ hostLeasesInThreads }) => hostLeasesInThreads !== undefined)
    ?.hostLeasesInThreads?.(call) ?? null;

/** Functions that stop the work under way, by its number. */
const stops = new Map<number, (reason: string | undefined) => void>();
let mayTake = true;

type Context = RunDependencies & Required<Pick<RunDependencies, 'config' | 'clock'>>;

const clock = clockFrom(time);
const opening: Promise<Context> = open();

async function open(): Promise<Context> {
  const store: Store = await openDataFolder(config, 'write', 'tidemark serve', {
    ...(writer !== null && { writer }),
    connections: CONNECTIONS,
  });
  return {
    ...{ store, config, clock, storedSecret: storedSecrets(store, config).find },
    ...(retryDelays !== undefined && { retryDelays }),
  };
}

main.on('message', (message: ToRunThread) => {
  switch (message.kind) {
    case 'start':
      return void work(message.id, message.work);
    case 'stop':
      return stops.get(message.id)?.(message.reason);
    case 'heartbeat':
      // A lease that cannot be renewed now expires by itself, and is taken again.
      return void gates?.then((opened) => opened.heartbeat()).catch(() => undefined);
    case 'may take':
      mayTake = message.isAllowed;
      return;
    case 'result':
      return settle(message.call, ({ resolve }) => resolve(message.result as never));
    case 'failure':
      return settle(message.call, ({ reject }) => reject(failureFrom(message.failure)));
    case 'close':
      return void close();
  }
});
opening.catch((error: unknown) => send({ kind: 'not open', failure: sentFailure(error) }));

async function close(): Promise<void> {
  const context = await opening.catch(() => null);
  await context?.store.close().catch(() => undefined);
  main.close();
}

function settle(number: number, how: (call: Call) => void): void {
  const found = calls.get(number);
  calls.delete(number);
  if (found !== undefined) how(found);
}

async function work(id: number, asked: ThreadWork): Promise<void> {
  const stopping = new AbortController();
  stops.set(id, () => stopping.abort());
  try {
    send({ kind: 'done', id, result: await done(await opening, id, asked, stopping.signal) });
  } catch (error) {
    send({ kind: 'failed', id, failure: sentFailure(error) });
  } finally {
    stops.delete(id);
  }
}

function done(context: Context, id: number, asked: ThreadWork, signal: AbortSignal): Promise<unknown> {
  switch (asked.kind) {
    case 'run':
      return run(context, id, asked, signal);
    case 'of a feature':
      return workOfFeature(context, id, asked, signal);
  }
}

function workOfFeature(
  context: Context,
  id: number,
  { name, given }: ThreadWork & { readonly kind: 'of a feature' },
  signal: AbortSignal,
): Promise<unknown> {
  const does = features.find(({ threadWork = {} }) => name in threadWork)?.threadWork?.[name];
  if (does === undefined) throw new TypeError(`no feature does ${name}`);
  return does({
    ...{ context, given, signal },
    begun: (facts) => send({ kind: 'begun', id, facts }),
    tell: (news) => tell(id, news),
    onStop: (stop) => stops.set(id, stop),
    mayTake: () => mayTake,
  });
}

const tell = (id: number, news: Partial<WorkProgress>): void =>
  send({ kind: 'news', id, news: { events: [], progress: null, ...news } });

async function run(
  context: Context,
  id: number,
  { request, leasesHosts }: ThreadWork & { readonly kind: 'run' },
  signal: AbortSignal,
): Promise<unknown> {
  const { startRun } = await import('../../crawl/run/start-run.ts');
  const hosts = leasesHosts ? ((await gates)?.open() ?? null) : null;
  try {
    const handle = await startRun(
      { ...context, ...(hosts !== null && { hostLeases: hosts.hostLeases }) },
      request,
    );
    const { project, number, resumed, hasDetectors, hasChannels } = handle;
    const progress = handle.progress();
    send({ kind: 'begun', id, facts: { project, number, resumed, hasDetectors, hasChannels, progress } });
    stops.set(id, (reason) => handle.pause(reason));
    if (signal.aborted) handle.pause();
    return await reportedToEnd(id, handle);
  } finally {
    await hosts?.close();
  }
}

/** Sends what happens in the run, and returns how it ended. */
async function reportedToEnd(id: number, handle: RunHandle): Promise<unknown> {
  let events: CrawlEvent[] = [];
  let timer: NodeJS.Timeout | null = null;
  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (events.length > 0) tell(id, { events, progress: handle.progress() });
    events = [];
  };
  handle.watch((event) => {
    events.push(event);
    timer ??= setTimeout(flush, SEND_EVENTS_AFTER);
  });
  try {
    return await handle.ended;
  } finally {
    flush();
  }
}
