import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { databaseKinds, type Place } from '../database/store-databases.ts';
import { storePlaceForEachTest } from '../database/store-for-each-test.ts';
import { newUser } from './people-of-a-server.ts';
import { serverForThisTest } from './server-for-this-test.ts';
import { fromOwnPage, type StartedServer } from './started-server.ts';

/** Sends all but the last byte of a request. The server has let it in when it says "100 Continue". */
async function begunRequest({ url }: StartedServer, path: string, cookie: string, body: object) {
  const { host, hostname, port } = new URL(url);
  const json = JSON.stringify(body);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\nx-tidemark-client: test\r\nsec-fetch-site: same-origin\r\nexpect: 100-continue\r\nconnection: close\r\ncontent-length: ${json.length}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  socket.write(json.slice(0, -1));
  // Answers to requests that came later: by then this one has passed the gate.
  for (let later = 0; later < 5; later++) await fetch(`${url}/api/me`, { headers: { cookie } });
  return async () => {
    socket.write(json.slice(-1));
    return (await text(socket)).split('\r\n')[0];
  };
}

describe.each(databaseKinds)('a request whose body arrives slowly, on %s', (kind) => {
  let place: Place;
  storePlaceForEachTest(kind, (fresh) => {
    place = fresh;
  });

  test('does nothing for a caller who has lost the role, the session or the account meanwhile', async () => {
    const server = await serverForThisTest(place);
    const change = (body: object, method: string) =>
      fromOwnPage(server.url, '/api/users/eve', body, { cookie: server.cookie }, method);
    const events = [
      () => change({ role: 'reader' }, 'PUT'),
      (cookie: string) =>
        fromOwnPage(server.url, '/api/logout/everywhere', { keepTokens: false }, { cookie }),
      () => change({}, 'DELETE'),
    ];
    const statuses: unknown[] = [];
    for (const event of events) {
      const cookie = await newUser(server, 'eve', 'administrator');
      const finish = await begunRequest(server, '/api/users', cookie, {
        name: 'mallory',
        role: 'administrator',
      });
      expect((await event(cookie)).ok).toBe(true);
      statuses.push(await finish());
      await change({}, 'DELETE');
    }
    expect(statuses).toEqual([
      'HTTP/1.1 403 Forbidden',
      'HTTP/1.1 401 Unauthorized',
      'HTTP/1.1 401 Unauthorized',
    ]);
    const { items } = await server.json<{ items: { name: string }[] }>('/api/users');
    expect(items.map(({ name }) => name)).toEqual(['admin']);
  });
});
