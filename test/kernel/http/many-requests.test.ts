import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Place } from '../database/store-databases.ts';
import { storePlaceForEachTest } from '../database/store-for-each-test.ts';
import { serverForThisTest } from './server-for-this-test.ts';

let place: Place;
storePlaceForEachTest('sqlite', (fresh) => {
  place = fresh;
});

/** Sends requests in one packet, and returns the statuses of all answers. */
async function inOnePacket(url: string, path: string, count: number): Promise<readonly string[]> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(count));
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    const statuses = text.match(/HTTP\/1\.1 \d+/g) ?? [];
    if (statuses.length >= count) return statuses;
  }
  throw new Error('the server closed the connection');
}

test('of many requests of a stranger in one packet, a few are answered and the others refused', async () => {
  const server = await serverForThisTest(place);
  const statuses = await inOnePacket(server.url, '/api/openapi.json', 300);
  const refused = statuses.filter((status) => status.endsWith('429')).length;
  expect(refused).toBeGreaterThan(200);
  expect(statuses.filter((status) => status.endsWith('200')).length).toBe(300 - refused);
});

test('a request with two hosts is refused, whichever of them comes first', async () => {
  const server = await serverForThisTest(place);
  const { hostname, port, host } = new URL(server.url);
  for (const hosts of [
    [host, 'evil.test'],
    ['evil.test', host],
    [host, host],
  ]) {
    const socket = connect(Number(port), hostname);
    const lines = hosts.map((each) => `Host: ${each}\r\n`).join('');
    socket.write(`GET /healthz HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);
    expect(await text(socket), hosts.join()).toMatch(/^HTTP\/1\.1 400 .*more than one Host header/s);
  }
});

test('a body of very many values is refused, and so are many messages of an assistant in one request', async () => {
  const server = await serverForThisTest(place);
  const keys = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`k${n}`, n]));
  const post = (path: string, body: unknown) =>
    server.ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const many = await post('/api/projects', keys);
  expect({ status: many.status, problem: await many.json() }).toMatchObject({
    status: 400,
    problem: { code: 'API_REQUEST_INVALID', detail: expect.stringContaining('20000 values') },
  });
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const batch = await post(
    '/mcp',
    Array.from({ length: 11 }, () => message),
  );
  expect({ status: batch.status, problem: await batch.json() }).toMatchObject({
    status: 400,
    problem: { detail: 'Send at most 10 messages in one request.' },
  });
});
