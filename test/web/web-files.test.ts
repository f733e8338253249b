import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config/index.ts';
import { type RunningServer, startServer } from '../../src/main/server/start-server.ts';
import { builtWeb } from './built-web.ts';

let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-web-'));
  const config = readConfig({ data: folder, databaseUrl: '' }, { TIDEMARK_PORT: '0' });
  const webFolder = await builtWeb();
  server = await startServer({ config, host: '127.0.0.1', port: 0, log: null, webFolder });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  fetch(`${server.url}${path}`, { headers });

test('every view is the one page, with a policy that lets nothing else in', async () => {
  for (const path of ['/', '/welcome', '/new', '/projects/a%2Fb%20c/runs/2?flag=UPD', '/api-news']) {
    const answer = await get(path);
    expect({ path, status: answer.status }).toEqual({ path, status: 200 });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const policy = answer.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /'nonce-([\w-]{22})'/.exec(policy) ?? [];
    expect(policy).not.toContain('unsafe');
    const html = await answer.text();
    expect(html).toContain(`nonce="${nonce}"`);
    expect(html).not.toMatch(/<style|<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/);
  }
  const nonces = await Promise.all(
    [get('/'), get('/')].map(async (one) => (await one).headers.get('content-security-policy')),
  );
  expect(nonces[0]).not.toBe(nonces[1]);
});

test('browsers learn with the page what its view asks first', async () => {
  const asked = async (path: string) =>
    [
      ...((await get(path)).headers.get('link') ?? '').matchAll(
        /<([^>]+)>; rel=preload; as=fetch; crossorigin/g,
      ),
    ].map(([, question]) => question);
  expect(await asked('/')).toEqual(['/api/me', '/api/projects?limit=30', '/api/home']);
  expect(await asked('/projects/a/runs/2')).toEqual(['/api/me', '/api/projects?limit=30']);
  expect(await asked('/welcome')).toEqual(['/api/me']);
});

test('scripts and styles are compressed, and kept for good', async () => {
  const html = await (await get('/')).text();
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['gzip;q=0, br;q=0', null],
    ] as const) {
      const answer = await get(file, { 'accept-encoding': accepted });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.headers.get('cache-control')).toContain('immutable');
      expect(answer.headers.get('content-type')).toMatch(/^text\/(?:javascript|css)/);
    }
  }
});

test('what does not exist, or is not for browsers, does not look like a view', async () => {
  for (const path of ['/api/nothing', '/assets/gone.js', '/mcp/x']) {
    const answer = await get(path);
    expect({ path, status: answer.status, type: answer.headers.get('content-type') }).toEqual({
      path,
      status: 404,
      type: 'application/problem+json; charset=utf-8',
    });
  }
  expect((await get('/projects/x', { accept: 'application/json' })).status).toBe(404);
  expect(
    (await fetch(`${server.url}/new`, { method: 'POST', headers: { accept: 'text/html' } })).status,
  ).toBe(404);
  const hidden = await get('/assets/..%2f..%2f..%2fpackage.json');
  expect(hidden.status).toBe(404);
});
