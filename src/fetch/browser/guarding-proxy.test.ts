import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { serveThisTest } from '../../../test/fixtures/servers/for-this-test.ts';
import { loopbackEgress } from '../../../test/fixtures/servers/loopback-egress.ts';
import { GuardingProxy } from './guarding-proxy.ts';

/** What a client that knows the password gets from a site that sends these bytes, and then closes. */
async function askedThroughProxy(bytes: string): Promise<IncomingMessage> {
  const site = await serveThisTest(({ socket }) => socket.end(bytes));
  const proxy = await GuardingProxy.start(loopbackEgress());
  onTestFinished(() => proxy.close());
  const asked = request(proxy.url, {
    path: `${site.origin}/`,
    headers: { 'Proxy-Authorization': `Basic ${btoa(`${proxy.username}:${proxy.password}`)}` },
  });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response;
}

test('an answer is passed on as it is', async () => {
  const response = await askedThroughProxy(
    'HTTP/1.1 404 Gone fishing\r\nX-Tide: low\r\nContent-Length: 4\r\n\r\nebb.',
  );
  expect([response.statusCode, response.headers['x-tide'], await text(response)]).toEqual([
    404,
    'low',
    'ebb.',
  ]);
});

test.each([
  ['a status that does not exist', 'HTTP/1.1 042 Hello\r\nContent-Length: 0\r\n\r\n'],
  ['no HTTP at all', 'SSH-2.0-OpenSSH_9.9\r\n\r\n'],
  ['nothing', ''],
])('a site that answers with %s does no harm', async (_, bytes) => {
  const response = await askedThroughProxy(bytes);
  response.resume();
  expect(response.statusCode).toBe(502);
});

test('an answer that breaks off breaks off', async () => {
  const response = await askedThroughProxy('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nebb.');
  await expect(text(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
});
