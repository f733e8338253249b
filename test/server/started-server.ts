import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localGate, type RunningServer, startServer } from '../../src/app/server/index.ts';
import { readConfig } from '../../src/config/index.ts';
import type { Place } from '../databases/store-databases.ts';

/** A server on a real socket, and how to ask it. */
export interface StartedServer extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** Asks with the token. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** The JSON of an answer that must be good. */
  json<T = Record<string, unknown>>(path: string, init?: RequestInit): Promise<T>;
  post<T = Record<string, unknown>>(path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

const token = 'a-token-for-tests';

/** Starts a server at the place of a test. On PostgreSQL it gets a folder for its keys. */
export async function startedServer(place: Place): Promise<StartedServer> {
  const folder = place.kind === 'sqlite' ? place.folder : await mkdtemp(join(tmpdir(), 'tidemark-keys-'));
  const config = readConfig(
    { data: folder, databaseUrl: place.kind === 'postgres' ? place.url : '' },
    { TIDEMARK_PORT: '0' },
  );
  const server: RunningServer = await startServer({
    config,
    gate: localGate(token),
    host: '127.0.0.1',
    port: 0,
    log: null,
  });
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${server.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
  const json = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const answer = await ask(path, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  };
  const close = async () => {
    await server.close();
    if (place.kind === 'postgres') await rm(folder, { recursive: true, force: true });
  };
  return {
    url: server.url,
    token,
    ask,
    json,
    post: (path, body = {}) =>
      json(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** The events of a stream, as a browser would get them. */
export async function* eventsIn(answer: Response): AsyncGenerator<StreamedEvent> {
  let rest = '';
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = `${rest}${piece}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.split(': ')[0], line.replace(/^\w*: /, '')]),
      );
      const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')];
      if (id !== undefined && event !== undefined) yield { id, event, data: JSON.parse(data ?? 'null') };
    }
  }
}

/** The last state of a run, once it has ended and everything after it is done. */
export async function endedRun(server: StartedServer, project: string, run: number): Promise<string> {
  const leaving = new AbortController();
  const name = encodeURIComponent(project);
  const events = await server.ask(`/api/events?project=${name}`, { signal: leaving.signal });
  try {
    for await (const { event, data } of eventsIn(events)) {
      if (event === 'runs' && (data as object[]).length > 0) continue;
      if (event !== 'runs' && event !== 'settled') continue;
      return (await server.json<{ state: string }>(`/api/projects/${name}/runs/${run}`)).state;
    }
    throw new Error(`the server ended before run ${run} of ${project}`);
  } finally {
    leaving.abort();
  }
}
