import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EditedSite, editedSite } from '../database/edited-site.ts';
import type { Place } from '../database/store-databases.ts';
import { storePlaceForEachTest } from '../database/store-for-each-test.ts';
import { newUser } from './people-of-a-server.ts';
import {
  endedRun,
  eventsIn,
  type StartedServer,
  type StreamedEvent,
  startedServer,
} from './started-server.ts';

let place: Place;
let site: EditedSite;
let server: StartedServer;
storePlaceForEachTest('sqlite', (fresh) => {
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

/** Reads events until one of this kind, then lets the connection break. */
async function until(kind: string, lastEventId?: string): Promise<readonly StreamedEvent[]> {
  const leaving = new AbortController();
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const answer = await server.ask('/api/events', { signal: leaving.signal, headers });
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const seen: StreamedEvent[] = [];
  for await (const event of eventsIn(answer)) {
    seen.push(event);
    if (event.event === kind) break;
  }
  leaving.abort();
  return seen;
}

test('whoever loses the connection goes on where it broke, and misses nothing', async () => {
  const held = site.hold('/moon');
  await server.post('/api/projects', { url: site.url, name: 'tides' });
  const beginning = until('started');
  await server.post('/api/projects/tides/runs');
  const first = await beginning;
  expect(first.map(({ event }) => event)).toEqual(['runs', 'started']);
  await held.asked;
  held.release();
  expect(await endedRun(server, 'tides', 1)).toBe('finished');
  // All of it happened while nobody listened.
  const rest = await until('settled', first.at(-1)?.id);
  const kinds = rest.map(({ event }) => event).filter((event) => event !== 'progress');
  expect(kinds).toEqual(['ended', 'settled']);
  expect(rest.at(-1)?.data).toMatchObject({
    project: 'tides',
    run: 1,
    state: 'finished',
    progress: { pages: 7 },
  });
});

test('one user has 20 streams at most, others still have theirs, and one that ends makes room', async () => {
  const ada = await newUser(server, 'ada', 'reader');
  const leaving = new AbortController();
  const open = (headers: Record<string, string>, signal = leaving.signal) =>
    fetch(`${server.url}/api/events`, { headers, signal });
  const ending = new AbortController();
  const first = await open({ cookie: ada }, ending.signal);
  const others = await Promise.all(Array.from({ length: 19 }, () => open({ cookie: ada })));
  expect([first, ...others].map(({ status }) => status)).toEqual(Array(20).fill(200));
  const refused = await open({ cookie: ada });
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'API_TOO_MANY_STREAMS' }]);
  const ofOthers = await open({ authorization: `Bearer ${server.token}` });
  expect(ofOthers.status).toBe(200);
  ending.abort();
  // The server learns a little later that the connection is gone.
  await expect.poll(async () => (await open({ cookie: ada })).status).toBe(200);
  leaving.abort();
});

test('an id of another process says nothing: the state of all runs comes first', async () => {
  const [event] = await until('runs', '00000000-17');
  expect(event).toMatchObject({ event: 'runs', data: [] });
});
