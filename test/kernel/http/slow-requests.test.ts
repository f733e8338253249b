import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { Place } from '../database/store-databases.ts';
import { storePlaceForEachTest } from '../database/store-for-each-test.ts';
import { serverForThisTest } from './server-for-this-test.ts';
import { eventsIn } from './started-server.ts';

let place: Place;
storePlaceForEachTest('sqlite', (fresh) => {
  place = fresh;
});

test('a request whose body never ends is ended, while a stream of events lives on', {
  timeout: 300_000,
}, async () => {
  const server = await serverForThisTest(place, {}, { requestTimeoutMs: 1000 });
  const leaving = new AbortController();
  const stream = await server.ask('/api/events', { signal: leaving.signal });
  const events = eventsIn(stream)[Symbol.asyncIterator]();
  expect((await events.next()).value).toMatchObject({ event: 'runs' });

  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const received: string[] = [];
  socket.on('data', (chunk) => received.push(String(chunk)));
  // The server may reset a connection on which bytes still come.
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(
    // As a page of our own sends it; strangers send little.
    `POST /api/login HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${server.url}\r\nX-Tidemark-Client: test\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n`,
  );
  const trickle = setInterval(() => socket.write(' '), 100);
  await closed;
  clearInterval(trickle);
  expect(received.join('')).toMatch(/^(?:HTTP\/1\.1 408 |$)/);

  // Long after its own request arrived.
  const reported = events.next();
  await server.post('/api/projects', {
    file: 'name: x\nsource: http://127.0.0.1:9/\ncrawl: { attempts: 1 }\n',
  });
  await server.post('/api/projects/x/runs');
  expect((await reported).value).toMatchObject({ event: 'started', data: { project: 'x' } });
  leaving.abort();
});
