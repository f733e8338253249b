import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EditedSite, editedSite } from '../database/edited-site.ts';
import { databaseKinds, type Place } from '../database/store-databases.ts';
import { storePlaceForEachTest } from '../database/store-for-each-test.ts';
import { endedRun, type StartedServer, startedServer } from './started-server.ts';

interface Part<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

describe.each(databaseKinds)('the server, on %s', (kind) => {
  let place: Place;
  let site: EditedSite;
  let server: StartedServer;
  storePlaceForEachTest(kind, (fresh) => {
    place = fresh;
  });
  beforeEach(async () => {
    site = await editedSite();
    server = await startedServer(place);
  });
  afterEach(async () => {
    await server.close();
    await site.close();
  });

  /** Visits the site once, as the project `tides`. */
  async function visited(): Promise<void> {
    await server.post('/api/projects', { url: site.url, name: 'tides' });
    await server.post('/api/projects/tides/runs');
    expect(await endedRun(server, 'tides', 1)).toBe('finished');
  }

  test('visits a site twice, and tells what changed', async () => {
    await visited();
    site.edit();
    const { number } = await server.post('/api/projects/tides/runs');
    expect([number, await endedRun(server, 'tides', 2)]).toEqual([2, 'finished']);
    const runs = await server.json<Part<{ number: number }>>('/api/projects/tides/runs');
    expect(runs.items.map((run) => run.number)).toEqual([2, 1]);
    const report = await server.json<{ totals: object }>('/api/projects/tides/runs/2/report');
    expect(report.totals).toEqual({ NEW: 1, SAM: 4, UPD: 2, MIS: 1, ERR: 0 });
    const pages =
      await server.json<Part<{ file: string; url: string; flag: string }>>('/api/projects/tides/pages');
    const gauge = pages.items.find(({ url }) => url.endsWith('/gauge'));
    expect(gauge?.flag).toBe('UPD');
    const path = `/api/projects/tides/pages/${gauge?.file}`;
    expect(await server.json(path)).toEqual(gauge);
    const versions = await server.json<Part<{ run: number }>>(`${path}/versions`);
    expect(versions.items.map(({ run }) => run)).toEqual([2, 1]);
    const { changes } = await server.json<{ changes: { words: object[] }[] }>(`${path}/diff`);
    expect(changes[0]?.words).toContainEqual({ kind: 'added', text: ' 4.2' });
    const { visits } = await server.json<{ visits: { flag: string }[] }>(`${path}/explain`);
    expect(visits.map(({ flag }) => flag)).toEqual(['NEW', 'UPD']);
    const found = await server.json<Part<object>>('/api/search?q=harbour&limit=1');
    expect(found.items).toMatchObject([{ project: 'tides', matches: ['harbour'] }]);
  });

  test('lists are read part by part, each row once', async () => {
    await visited();
    const seen: string[] = [];
    let after = '';
    for (let parts = 0; parts < 10; parts++) {
      const part: Part<{ url: string }> = await server.json(`/api/projects/tides/pages?limit=3${after}`);
      seen.push(...part.items.map(({ url }) => new URL(url).pathname));
      if (part.next === null) break;
      after = `&after=${part.next}`;
    }
    expect(seen.toSorted()).toEqual(['/', '/chart', '/gauge', '/harbour', '/moon', '/storm', '/tides']);
  });

  test('a project is kept as a file, which is changed and removed', async () => {
    const file = `name: tides\nsource: ${site.url} # where it starts\n`;
    expect(await server.post('/api/projects', { file })).toMatchObject({ name: 'tides', file });
    const changed = file.replace('tides', 'tides\npreference: { depth: 1 }');
    const put = (body: object) =>
      server.ask('/api/projects/tides', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await put({ file: changed, was: file })).status).toBe(200);
    const late = await put({ file, was: file });
    expect([late.status, await late.json()]).toMatchObject([409, { code: 'APP_PROJECT_CHANGED' }]);
    expect((await server.ask('/api/projects/tides', { method: 'DELETE' })).status).toBe(204);
    expect(await server.json('/api/projects')).toEqual({ items: [], next: null });
  });

  test('two runs of one project at once are refused', async () => {
    const held = site.hold('/moon');
    await server.post('/api/projects', { url: site.url, name: 'tides' });
    await server.post('/api/projects/tides/runs');
    await held.asked;
    const second = await server.ask('/api/projects/tides/runs', { method: 'POST' });
    expect([second.status, await second.json()]).toMatchObject([409, { code: 'STORE_LOCKED' }]);
    held.release();
    expect(await endedRun(server, 'tides', 1)).toBe('finished');
  });

  test('a run is stopped, and resumed where it was', async () => {
    const held = site.hold('/moon');
    await server.post('/api/projects', { url: site.url, name: 'tides' });
    await server.post('/api/projects/tides/runs');
    await held.asked;
    const stopping = server.post('/api/projects/tides/runs/1/stop');
    // Answers that take as long show that the stop has reached the run: a small site would end before it.
    for (let n = 0; n < 5; n++) await server.json('/api/projects/tides/runs/1/report');
    held.release();
    expect(await stopping).toMatchObject({ state: 'paused', pauseReason: 'stopped by admin' });
    await server.close();
    // It was stopped by somebody: a new server does not go on with it by itself.
    server = await startedServer(place);
    expect(await server.json('/api/projects/tides')).toMatchObject({ isRunning: false });
    const asked = site.requests.length;
    await server.post('/api/projects/tides/runs/1/resume');
    expect(await endedRun(server, 'tides', 1)).toBe('finished');
    expect(site.requests.slice(asked)).not.toContain('/tides');
    const again = await server.ask('/api/projects/tides/runs/1/resume', { method: 'POST' });
    expect(again.status).toBe(400);
  });

  test('closing pauses what is under way, and the next server goes on with it', async () => {
    const held = site.hold('/moon');
    await server.post('/api/projects', { url: site.url, name: 'tides' });
    await server.post('/api/projects/tides/runs');
    await held.asked;
    const closing = server.close();
    held.release();
    await closing;
    server = await startedServer(place);
    // The schedules of the new server go on with it a moment after the server answers.
    await expect
      .poll(async () => (await server.json('/api/projects/tides/runs/1'))['state'])
      .toBe('finished');
    const { totals } = await server.json<{ totals: object }>('/api/projects/tides/runs/1/report');
    expect(totals).toMatchObject({ NEW: 7, ERR: 0 });
    const twice = site.requests.filter((path) => path === '/moon');
    expect(twice.length).toBeLessThanOrEqual(2);
  });

  test('nobody without the token learns anything', async () => {
    await visited();
    for (const path of ['/api/projects', '/api/projects/tides', '/api/projects/none', '/api/search?q=a']) {
      const answer = await fetch(`${server.url}${path}`);
      expect([answer.status, answer.headers.get('content-type'), await answer.json()], path).toMatchObject([
        401,
        'application/problem+json; charset=utf-8',
        { code: 'API_NOT_LOGGED_IN', status: 401 },
      ]);
    }
    const wrong = await fetch(`${server.url}/api/projects`, { headers: { authorization: 'Bearer no' } });
    expect(wrong.status).toBe(401);
    for (const path of ['/healthz', '/readyz'])
      expect((await fetch(`${server.url}${path}`)).status).toBe(200);
  });

  test('what is not there, and what cannot be understood, is told apart', async () => {
    await server.post('/api/projects', { url: site.url, name: 'tides' });
    for (const [path, status, code] of [
      ['/api/projects/none', 404, 'API_NOT_FOUND'],
      ['/api/projects/tides/runs/9', 404, 'API_NOT_FOUND'],
      ['/api/projects/tides/runs/9/report', 404, 'API_NOT_FOUND'],
      ['/api/projects/tides/pages/999999', 404, 'API_NOT_FOUND'],
      ['/api/projects/tides/pages/x', 400, 'API_REQUEST_INVALID'],
      ['/api/projects/tides/pages?after=x', 400, 'API_CURSOR_INVALID'],
      ['/api/projects/tides/pages?limit=0', 400, 'API_REQUEST_INVALID'],
      ['/api/search?q=(', 422, 'STORE_QUERY_INVALID'],
      ['/nowhere', 404, 'API_NOT_FOUND'],
    ] as const) {
      const answer = await server.ask(path);
      const problem = (await answer.json()) as { detail: string };
      expect([answer.status, problem], path).toMatchObject([status, { code, status }]);
      expect(problem.detail, path).not.toBe('');
    }
    const deep = await server.ask('/api/projects/tides/detectors', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
    });
    expect([deep.status, await deep.json()]).toMatchObject([400, { code: 'API_REQUEST_INVALID' }]);
  });
});
