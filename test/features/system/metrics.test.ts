import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../../src/config/index.ts';
import { startServer } from '../../../src/main/server/start-server.ts';
import { editedSite } from '../../kernel/database/edited-site.ts';
import { lineTo } from '../../kernel/database/line-to-postgres.ts';
import type { Place } from '../../kernel/database/store-databases.ts';
import { storePlaceForEachTest } from '../../kernel/database/store-for-each-test.ts';
import { endedRun, startedServer } from '../../kernel/http/started-server.ts';

/** The samples of a text, by name and labels. */
const samplesIn = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );

describe('metrics', () => {
  let place: Place;
  storePlaceForEachTest('sqlite', (fresh) => {
    place = fresh;
  });

  test('count requests and pages, and are closed to strangers', async () => {
    const site = await editedSite();
    onTestFinished(() => site.close());
    const server = await startedServer(place);
    onTestFinished(() => server.close());
    expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
    await server.post('/api/projects', { url: site.url, name: 'tides' });
    await server.post('/api/projects/tides/runs');
    expect(await endedRun(server, 'tides', 1)).toBe('finished');
    await server.ask('/nowhere');
    const answer = await server.ask('/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const samples = samplesIn(await answer.text());
    expect(samples.get('tidemark_pages_total{flag="NEW"}')).toBe(7);
    expect(samples.get('tidemark_runs_total{state="finished"}')).toBe(1);
    expect(samples.get('tidemark_runs_under_way')).toBe(0);
    expect(samples.get('tidemark_outbox_waiting')).toBe(0);
    expect(samples.get('tidemark_database_up')).toBe(1);
    expect(samples.get('tidemark_database_bytes')).toBeGreaterThan(0);
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    const requests = (route: string, status: number) =>
      `tidemark_http_requests_total{method="GET",route="${route}",status="${status}"}`;
    expect(samples.get(requests('/metrics', 401))).toBe(1);
    expect(samples.get(requests('', 404))).toBe(1);
    // A stream lasts as long as somebody listens: its time says nothing.
    expect([...samples.keys()].some((name) => name.includes('duration') && name.includes('events'))).toBe(
      false,
    );
  });

  test('are open where the operator says so, and every line of the log has the id of its request', async () => {
    const lines: string[] = [];
    const config = readConfig(
      { data: place.kind === 'sqlite' ? place.folder : '' },
      { TIDEMARK_OPEN_METRICS: 'yes' },
    );
    const log = { write: (line: string) => lines.push(line) };
    const server = await startServer({
      config,
      host: '127.0.0.1',
      port: 0,
      log,
    });
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
    const headers = { authorization: 'Bearer secret-token' };
    const answer = await fetch(`${server.url}/api/projects`, { headers });
    const id = answer.headers.get('x-request-id');
    await answer.text();
    await server.close();
    const reported = lines.map(
      (line) => JSON.parse(line) as { reqId?: string; res?: { statusCode: number } },
    );
    expect(reported.filter(({ reqId }) => reqId === id).map(({ res }) => res?.statusCode)).toEqual([401]);
    expect(lines.join('')).not.toContain('secret-token');
  });
});

describe('a server whose PostgreSQL is gone', () => {
  let place: Place;
  storePlaceForEachTest('postgres', (fresh) => {
    place = fresh;
  });

  test('is alive, not ready, and ready again when it is back', { timeout: 300_000 }, async () => {
    if (place.kind !== 'postgres') throw new Error('a database is needed');
    const line = await lineTo(place.url);
    const server = await startedServer({ kind: 'postgres', url: line.url }, { TIDEMARK_OPEN_METRICS: 'yes' });
    onTestFinished(async () => {
      await server.close();
      line.close();
    });
    const ready = async () => {
      const answer = await fetch(`${server.url}/readyz`);
      const { code = null } = (await answer.json()) as { code?: string };
      return [answer.status, code];
    };
    expect(await ready()).toEqual([200, null]);
    line.cut();
    expect(await ready()).toEqual([503, 'STORE_UNREACHABLE']);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(samplesIn(await (await fetch(`${server.url}/metrics`)).text()).get('tidemark_database_up')).toBe(
      0,
    );
    line.mend();
    // Tasks that failed meanwhile are repeated after a pause.
    await vi.waitFor(async () => expect(await ready()).toEqual([200, null]), WAITS);
    // It takes the question, and never answers.
    line.hang();
    expect(await ready()).toEqual([503, 'STORE_UNREACHABLE']);
    line.mend();
    // Tasks that failed meanwhile are repeated after a pause.
    await vi.waitFor(async () => expect(await ready()).toEqual([200, null]), WAITS);
  });
});

const WAITS = { timeout: 300_000, interval: 200 } as const;
