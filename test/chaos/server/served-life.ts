import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { runTidemark, startTidemark } from '../../kernel/cli/run-tidemark.ts';
import type { Place } from '../../kernel/database/store-databases.ts';

/** An answer, or null when the connection broke: then nobody knows whether it was done. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** A connection on which nothing has come for this long counts as broken, in milliseconds. */
const LONGEST_ANSWER = 60_000;
const LONGEST_START = 180_000;

/** The program, from its start to its death. */
export interface ServedLife {
  ask(method: string, path: string, body?: object): Promise<Answered | null>;
  /** kill -9; returns when it is dead. */
  kill(): Promise<void>;
  /** SIGTERM; returns its exit code. */
  stop(): Promise<number | null>;
  readonly pid: number;
  /** Its log, for what went wrong. */
  readonly log: readonly string[];
}

export const environmentOf = (place: Place, folder: string): Readonly<Record<string, string>> => ({
  TIDEMARK_ALLOWED_NETWORKS: '127.0.0.0/8',
  TIDEMARK_DATA: place.kind === 'sqlite' ? place.folder : folder,
  ...(place.kind === 'postgres' && { DATABASE_URL: place.url }),
});

export async function serveOnce(
  environment: Readonly<Record<string, string>>,
  token: string,
): Promise<ServedLife> {
  const child = startTidemark(['serve', '--port', '0', '--json'], environment);
  const log: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    if (!line.includes('"level":30')) log.push(line);
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line') as Promise<[string]>,
    once(AbortSignal.timeout(LONGEST_START), 'abort').then(() =>
      Promise.reject(new Error(`the server does not start: ${log.join('\n')}`)),
    ),
    exited.then(([code]) => Promise.reject(new Error(`the server ended with ${code}: ${log.join('\n')}`))),
  ]);
  const { url } = JSON.parse(line[0]) as { url: string };
  return {
    log,
    pid: child.pid ?? 0,
    ask: (method, path, body) =>
      askServer(url, token, body === undefined ? [method, path] : [method, path, body]),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
  };
}

/** Asks a server for something; null when the connection broke, or nothing came for too long. */
export async function askServer(
  url: string,
  token: string,
  [method, path, body]: readonly [string, string, object?],
  longest = LONGEST_ANSWER,
): Promise<Answered | null> {
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(longest),
    });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  } catch {
    return null;
  }
}

/** A token for everything, as the operator makes it before the first start. */
export async function tokenFor(environment: Readonly<Record<string, string>>): Promise<string> {
  const args = ['tokens', 'add', 'admin', '--name', 'chaos', '--scope', 'admin', '--json'];
  const { stdout, stderr } = await runTidemark(args, { environment });
  if (stdout === '') throw new Error(`no token: ${stderr}`);
  return (JSON.parse(stdout) as { token: string }).token;
}
