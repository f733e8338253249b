import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/config/index.ts';
import { Passwords } from '../../../src/features/people/password-hash.ts';
import { startServer } from '../../../src/main/server/start-server.ts';
import { goodPassword } from '../../features/people/people-for-test.ts';
import type { Place } from '../database/store-databases.ts';

/** A server on a real socket, and how to ask it. */
export interface StartedServer extends AsyncDisposable {
  readonly url: string;
  /** Of the administrator, for everything. */
  readonly token: string;
  /** The session of the administrator. */
  readonly cookie: string;
  /** Asks with the token. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** The JSON of an answer that must be good. */
  json<T = Record<string, unknown>>(path: string, init?: RequestInit): Promise<T>;
  post<T = Record<string, unknown>>(path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

const cheap = new Passwords({ log2n: 4, r: 8, p: 1 });

/** Starts a server at the place of a test; its projects may visit this machine. On PostgreSQL it gets a folder for its keys. */
export async function startedServer(
  place: Place,
  environment: Readonly<Record<string, string>> = {},
  more: {
    readonly webFolder?: string;
    readonly requestTimeoutMs?: number;
    readonly heapBudget?: number;
    readonly threadSilence?: { readonly shown: number; readonly ended: number };
  } = {},
): Promise<StartedServer> {
  const folder = place.kind === 'sqlite' ? place.folder : await mkdtemp(join(tmpdir(), 'tidemark-keys-'));
  const config = readConfig(
    { data: folder, databaseUrl: place.kind === 'postgres' ? place.url : '' },
    { TIDEMARK_ALLOWED_NETWORKS: '127.0.0.0/8', ...environment },
  );
  const server = await startServer({
    config,
    host: '127.0.0.1',
    port: 0,
    log: null,
    passwords: cheap,
    // The plain pages: what was built of the web interface may be old.
    webFolder: '',
    ...more,
  });
  const cookie = await logInAsAdministrator(server);
  const token = await tokenOf(server.url, cookie, { name: 'tests', scope: 'admin' });
  return serverAt({ url: server.url, token, cookie }, async () => {
    await server.close();
    if (place.kind === 'postgres') await rm(folder, { recursive: true, force: true });
  });
}

/** How a server is asked that listens already. */
export function serverAt(
  { url, token, cookie }: Pick<StartedServer, 'url' | 'token' | 'cookie'>,
  close: () => Promise<void>,
): StartedServer {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
  const json = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const answer = await ask(path, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  };
  return {
    ...{ url, token, cookie, ask, json, close },
    post: (path, body = {}) =>
      json(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: close,
  };
}

/** Chooses a password with the link of the first start, or logs in with it: what a browser does. Returns its cookie. */
async function logInAsAdministrator({
  url,
  firstLink,
}: {
  readonly url: string;
  readonly firstLink: string | null;
}): Promise<string> {
  return firstLink === null
    ? logInOverHttp(url, 'admin', goodPassword)
    : chooseOverHttp(url, firstLink, goodPassword);
}

/** Uses a one-time link. */
export const chooseOverHttp = (url: string, link: string, password: string): Promise<string> =>
  cookieFrom(fromOwnPage(url, '/api/link/use', { token: new URL(link).hash.slice(1), password }));

export const logInOverHttp = (url: string, name: string, password: string): Promise<string> =>
  cookieFrom(fromOwnPage(url, '/api/login', { name, password }));

async function cookieFrom(asked: Promise<Response>): Promise<string> {
  const answer = await asked;
  const [cookie] = answer.headers.getSetCookie();
  if (!answer.ok || cookie === undefined) throw new Error(`${answer.status} ${await answer.text()}`);
  return cookie.split(';')[0] ?? '';
}

/** As a page of the server asks in a browser. */
export const fromOwnPage = (
  url: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
  method = 'POST',
) =>
  fetch(`${url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-tidemark-client': 'test',
      ...headers,
    },
    body: JSON.stringify(body),
  });

/** A token of whoever has the session. */
export async function tokenOf(url: string, cookie: string, wish: object): Promise<string> {
  const answer = await fromOwnPage(url, '/api/me/tokens', { password: goodPassword, ...wish }, { cookie });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
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
      const { state, pauseReason } = await server.json<{ state: string; pauseReason: string | null }>(
        `/api/projects/${name}/runs/${run}`,
      );
      // What the last process left goes on soon after the start.
      if (event === 'runs' && (state === 'running' || pauseReason === 'interrupted')) continue;
      return state;
    }
    throw new Error(`the server ended before run ${run} of ${project}`);
  } finally {
    leaving.abort();
  }
}
