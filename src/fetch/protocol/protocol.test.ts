import { expect, test } from 'vitest';
import { loopbackEgress } from '../../../test/fixtures/servers/loopback-egress.ts';
import { scriptedServer } from '../../../test/fixtures/servers/scripted-server.ts';
import { httpProtocol } from '../http/http-fetcher.ts';
import { HttpSession } from '../http/http-session.ts';
import { lists, Protocols, pageAnswer } from './protocol.ts';

const http = () => httpProtocol({ egress: loopbackEgress(), userAgent: 'test' });

test('HTTP is a page protocol with robots.txt', async () => {
  const server = await scriptedServer(({ target, socket }) => {
    const status = target === '/' ? '200 OK' : '404 Not Found';
    socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 5\r\n\r\nhello`);
  });
  const protocols = new Protocols([http()]);
  expect(protocols.schemes).toEqual(['http:', 'https:']);
  const protocol = protocols.protocolOf(server.origin);
  expect(protocol.capabilities).toEqual({ lists: false, robots: true });
  if (lists(protocol)) throw new Error('HTTP does not list');

  const spider = await protocol.start({ url: server.origin });
  const session = new HttpSession();
  const { status, body } = await spider.fetch({ url: `${server.origin}/`, session });
  expect([status, Buffer.from(body).toString()]).toEqual([200, 'hello']);
  expect((await spider.fetch({ url: `${server.origin}/none`, session })).status).toBe(404);
  await spider.close();
  await server.close();
});

test('an unknown scheme is refused with a list of the known ones', () => {
  const protocols = new Protocols([http()]);
  expect(() => protocols.protocolOf('gopher://h/')).toThrow(/"gopher:".*http: https:/);
  expect(() => protocols.protocolOf('no url')).toThrow(
    expect.objectContaining({ code: 'FETCH_SCHEME_UNKNOWN' }),
  );
});

test('a later protocol replaces an earlier one of the same scheme', () => {
  const first = http();
  const second = { ...http(), schemes: ['https:'] };
  const protocols = new Protocols([first]).register(second);
  expect(protocols.protocolOf('http://a/')).toBe(first);
  expect(protocols.protocolOf('https://a/')).toBe(second);
});

test('the answer of a protocol without headers is complete, with a body of its own', () => {
  const shared = Buffer.from('a page');
  const answer = pageAnswer({ url: 'x://a/' }, { type: 'text/plain', body: shared });
  shared.fill(0);
  expect(answer).toMatchObject({
    requestedUrl: 'x://a/',
    url: 'x://a/',
    status: 200,
    hops: [{ url: 'x://a/', status: 200, location: null }],
    wireBytes: 6,
    cut: false,
  });
  expect(Buffer.from(answer.body).toString()).toBe('a page');
  expect(answer.headers.get('Content-Type')).toBe('text/plain');
  expect(pageAnswer({ url: 'x://a/' }, { status: 404, type: '', body: shared }).status).toBe(404);
});
