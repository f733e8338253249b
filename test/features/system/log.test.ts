import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config/index.ts';
import { startServer } from '../../../src/main/server/start-server.ts';

interface Line {
  readonly level: number;
  readonly msg?: string;
  readonly req?: { readonly method: string; readonly url: string };
  readonly res?: { readonly statusCode: number };
}

/** A server with its log, on a new folder. */
async function loggingServer(environment: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-log-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const webFolder = join(folder, 'web');
  await mkdir(webFolder);
  await writeFile(join(webFolder, 'index.html'), '<title>Tidemark</title>');
  await writeFile(join(webFolder, 'robots.txt'), 'User-agent: *\n');
  const written: string[] = [];
  const server = await startServer({
    config: readConfig({ data: join(folder, 'data') }, environment),
    host: '127.0.0.1',
    port: 0,
    log: { write: (line) => written.push(line) },
    webFolder,
  });
  const closed = Promise.withResolvers<void>();
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await server.close().then(closed.resolve, closed.reject);
    isClosed = true;
  };
  onTestFinished(close);
  return {
    ...{ url: server.url, written },
    ask: async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${server.url}${path}`, { headers });
      await answer.arrayBuffer();
      return answer.status;
    },
    /** All lines, once the server has ended: an answer comes before its line. */
    lines: async (): Promise<readonly Line[]> => {
      await close();
      return written.map((line) => JSON.parse(line) as Line);
    },
  };
}

const asked = (lines: readonly Line[]) => lines.flatMap(({ req }) => (req === undefined ? [] : [req.url]));

test('a request is one line, with its path, the names of its query, and nothing of what they hold', async () => {
  const server = await loggingServer();
  await server.ask('/api/login/return?code=SECRETCODE123&state=SECRETSTATE&SECRETWORD', {
    authorization: 'Bearer SECRETTOKEN',
    cookie: 'tidemark=SECRETCOOKIE',
  });
  await server.ask('/api/search?q=SECRETTERM');
  const lines = await server.lines();
  expect(asked(lines)).toEqual(['/api/login/return?code&state', '/api/search?q']);
  expect(lines.filter(({ req }) => req !== undefined)).toHaveLength(2);
  expect(server.written.join('')).not.toContain('SECRET');
});

test('health probes are logged only where the operator asks for everything', async () => {
  const probes = ['/healthz', '/readyz', '/metrics'];
  const environment = { TIDEMARK_OPEN_METRICS: 'yes' };
  const usual = await loggingServer(environment);
  for (const path of probes) expect(await usual.ask(path)).toBe(200);
  expect(asked(await usual.lines())).toEqual([]);
  const all = await loggingServer({ ...environment, TIDEMARK_LOG_LEVEL: 'debug' });
  for (const path of probes) await all.ask(path);
  expect(new Set(asked(await all.lines()))).toEqual(new Set(probes));
  const few = await loggingServer({ TIDEMARK_LOG_LEVEL: 'error' });
  await few.ask('/api/projects');
  expect(await few.lines()).toEqual([]);
});

test('a probe gets its answer with a token that is no longer good', async () => {
  const server = await loggingServer({ TIDEMARK_OPEN_METRICS: 'yes' });
  const stale = { authorization: 'Bearer tdm_00', cookie: 'tidemark=gone' };
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect([path, await server.ask(path, stale)]).toEqual([path, 200]);
  expect(await server.ask('/api/projects', stale)).toBe(401);
});

test('a page and a file of the web interface are answered once', async () => {
  const server = await loggingServer();
  for (const [path, accept] of [
    ['/', 'text/html'],
    ['/projects/tides', 'text/html'],
    ['/robots.txt', '*/*'],
    ['/', '*/*'],
  ] as const)
    expect([path, await server.ask(path, { accept })]).toEqual([path, 200]);
  expect((await server.lines()).filter(({ level }) => level >= 40)).toEqual([]);
});
