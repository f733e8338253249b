import { parentPort, workerData } from 'node:worker_threads';
import { sentFailure } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import { readFacts } from '../../crawl/projects/stored-facts.ts';
import { storeFailureFrom } from '../../database/errors.ts';
import { openDataFolder } from '../../database/open-data-folder.ts';
import type { Store } from '../../database/store.ts';
import { useFeatures } from '../../features/index.ts';
import type { Asking, SentBytes } from '../../http/services.ts';
import { type AnyServices, servicesInThreads } from './services-in-threads.ts';
import type { FromThread, SentCaller, ToThread } from './work-pool.ts';

useFeatures();

interface Call {
  readonly resolve: (result: unknown) => void;
  readonly reject: (cause: unknown) => void;
}

const calls = new Map<number, Call>();
let lastCall = 0;
let leaving = new AbortController();

const send = (message: FromThread): void => parentPort?.postMessage(message);

const config = workerData as Config;

/** A search in SQLite blocks the thread in which it runs, so this thread has its own connection for it. */
let searcher: Promise<Store> | null = null;
async function askOwnConnection(part: string, method: string, given: readonly unknown[]): Promise<unknown> {
  searcher ??= openDataFolder(config, 'read', 'tidemark serve');
  const parts = (await searcher) as unknown as Record<
    string,
    Record<string, (...given: readonly unknown[]) => unknown>
  >;
  return parts[part]?.[method]?.(...given);
}

/** Every other call goes to the store of the main thread. */
const store = new Proxy({} as Store, {
  get: (_, part) =>
    new Proxy(
      {},
      {
        get:
          (_part, method) =>
          (...parameters: unknown[]) => {
            if (part === 'search' && method === 'find' && config.databaseUrl === '')
              return askOwnConnection(part, method, parameters);
            const call = Promise.withResolvers<unknown>();
            lastCall++;
            calls.set(lastCall, call);
            send({
              kind: 'call',
              call: lastCall,
              part: part as keyof Store,
              method: String(method),
              parameters,
            });
            return call.promise;
          },
      },
    ),
});

const services = servicesInThreads({ store, config });
const own: AnyServices = {
  readFacts: async (given) => readFacts((given as { readonly settings: string }).settings),
};

function ownCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

parentPort?.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'work':
      return void work(message);
    case 'abort':
      return leaving.abort();
    case 'result':
      return settle(message.call, ({ resolve }) => resolve(message.result));
    case 'failure':
      return settle(message.call, ({ reject }) => reject(storeFailureFrom(message.failure)));
  }
});

function settle(number: number, how: (call: Call) => void): void {
  const call = calls.get(number);
  calls.delete(number);
  if (call !== undefined) how(call);
}

async function work({ name, given, caller }: ToThread & { readonly kind: 'work' }): Promise<void> {
  leaving = new AbortController();
  try {
    const service = own[name] ?? (await services)[name];
    if (service === undefined) throw new TypeError(`no feature has the service ${name}`);
    send({ kind: 'begun', cpuMs: ownCpuMs() });
    const result = await gathered(await service(given as object, askingOf(caller)));
    send({ kind: 'done', result, cpuMs: ownCpuMs() });
  } catch (error) {
    send({ kind: 'failed', failure: sentFailure(error) });
  }
}

/** Joins bytes that are generated in pieces. */
async function gathered(result: unknown): Promise<unknown> {
  const { body } = (result ?? {}) as Partial<SentBytes>;
  if (body === undefined || !(Symbol.asyncIterator in (body as object))) return result;
  const pieces: Uint8Array[] = [];
  for await (const piece of body as AsyncIterable<string | Uint8Array>) pieces.push(Buffer.from(piece));
  return { ...(result as SentBytes), body: new Uint8Array(Buffer.concat(pieces)) };
}

const askingOf = ({ seen, mayChange, ...caller }: SentCaller): Asking => ({
  caller: {
    ...caller,
    setCookie: null,
    sees: (id) => seen.includes(id),
    mayChange: () => mayChange,
    seesNow: unknownHere,
  },
  signal: leaving.signal,
  lastEventId: null,
  agent: '',
  cookies: undefined,
  setCookie: unknownHere,
});

function unknownHere(): never {
  throw new TypeError('only the main thread knows who may see what, and sends cookies');
}
