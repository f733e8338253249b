import { expect, test } from 'vitest';
import { failureCode, loopbackFetcher } from '../../../test/servers/loopback-fetcher.ts';
import { scriptedServer } from '../../../test/servers/scripted-server.ts';
import { httpProtocol } from './http-protocol.ts';
import { Protocols } from './protocols.ts';
import { canList } from './spider.ts';

test('HTTP is a spider that does not list', async () => {
  const server = await scriptedServer(({ target, headers, socket }) => {
    const status = target === '/' ? '200 OK' : headers.has('authorization') ? '403 No' : '404 Not Found';
    socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 5\r\n\r\nhello`);
  });
  const fetcher = loopbackFetcher();
  const protocols = new Protocols([httpProtocol(fetcher)]);
  expect(protocols.schemes).toEqual(['http:', 'https:']);
  expect(protocols.protocolOf(server.origin).capabilities.lists).toBe(false);

  const spider = await protocols.start({ url: server.origin });
  expect(canList(spider)).toBe(false);
  const options = { offset: 0, signal: new AbortController().signal };
  const body = await Array.fromAsync(spider.fetch(`${server.origin}/`, options));
  expect(Buffer.concat(body).toString()).toBe('hello');
  expect(await failureCode(Array.fromAsync(spider.fetch(`${server.origin}/none`, options)))).toBe(
    'FETCH_NOT_FOUND',
  );
  await spider.close();
  await fetcher.close();
  await server.close();
});

test('a scheme that nobody serves is told with those that are', () => {
  const protocols = new Protocols([httpProtocol(loopbackFetcher())]);
  expect(() => protocols.protocolOf('gopher://h/')).toThrow(/"gopher:".*http: https:/);
  expect(() => protocols.protocolOf('no url')).toThrow(
    expect.objectContaining({ code: 'FETCH_SCHEME_UNKNOWN' }),
  );
});
