import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { certificate } from '../../../test/fixtures/servers/certificates.ts';
import { fetchInThisTest, serveThisTest } from '../../../test/fixtures/servers/for-this-test.ts';
import { loopbackEgress } from '../../../test/fixtures/servers/loopback-egress.ts';
import { failureCode, type LoopbackOptions } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import { httpProxy, socks5Proxy, type TestProxyOptions } from '../../../test/fixtures/servers/proxies.ts';
import {
  answer,
  type ScriptedOptions,
  type ScriptedServer,
} from '../../../test/fixtures/servers/scripted-server.ts';
import type { ProxySettings } from './egress-policy.ts';

const serve = (options?: ScriptedOptions) =>
  serveThisTest(({ socket }) => socket.write(answer(200, { Connection: 'close' }, 'ok')), options);

const get = (url: string, options?: LoopbackOptions) => fetchInThisTest({ origin: url }, options);

describe.each([
  ['http', httpProxy],
  ['socks5', socks5Proxy],
] as const)('through a %s proxy', (kind, start) => {
  async function proxied(
    url: string,
    proxyOptions: Omit<TestProxyOptions, 'route'> & { readonly port: number },
    settings: Partial<ProxySettings> = {},
    allowedHosts: readonly string[] = [],
  ) {
    const proxy = await start({ ...proxyOptions, route: { host: '127.0.0.1', port: proxyOptions.port } });
    onTestFinished(proxy.close);
    const egress = {
      proxy: { kind, host: '127.0.0.1', port: proxy.port, ...settings },
      allowedHosts: ['127.0.0.1', ...allowedHosts],
    };
    return { proxy, work: get(url, { egress, trust: [certificate.cert] }) };
  }

  test('a page comes, and the proxy resolves the name', async () => {
    const server = await serve();
    const { proxy, work } = await proxied('http://site.test/page', { port: server.port });
    expect((await work).status).toBe(200);
    expect(proxy.asked).toEqual([
      kind === 'http' ? 'GET http://site.test/page HTTP/1.1' : 'socks5 site.test:80',
    ]);
  });

  test('an encrypted page comes', async () => {
    const server = await serve({ tls: certificate });
    const { proxy, work } = await proxied('https://site.test/', { port: server.port });
    expect((await work).status).toBe(200);
    expect(proxy.asked).toEqual([
      kind === 'http' ? 'CONNECT site.test:443 HTTP/1.1' : 'socks5 site.test:443',
    ]);
  });

  test('a proxy that wants a password gets it', async () => {
    const server = await serve({ tls: certificate });
    const login = { username: 'me', password: 'secret' };
    const right = await proxied('https://site.test/', { port: server.port, login: 'me:secret' }, login);
    expect((await right.work).status).toBe(200);
    const wrong = await proxied('https://site.test/', { port: server.port, login: 'me:other' }, login);
    expect(await failureCode(wrong.work)).toBe('FETCH_PROXY_AUTH');
    const none = await proxied('https://site.test/', { port: server.port, login: 'me:other' });
    expect(await failureCode(none.work)).toBe('FETCH_PROXY_AUTH');
  });

  test('a proxy that wants a password gets it for plain HTTP too', async () => {
    const server = await serve();
    const login = { username: 'me', password: 'secret' };
    const { work } = await proxied('http://site.test/', { port: server.port, login: 'me:secret' }, login);
    expect((await work).status).toBe(200);
  });

  test('addresses are passed on as such', async () => {
    const server = await serve({ tls: certificate });
    const asked: (readonly string[])[] = [];
    for (const host of ['93.184.216.34', '[2606:4700::1111]']) {
      const { proxy, work } = await proxied(`https://${host}/`, { port: server.port });
      // The certificate is for other hosts.
      expect(await failureCode(work)).toBe('FETCH_TLS');
      asked.push(proxy.asked);
    }
    expect(asked).toEqual(
      kind === 'http'
        ? [['CONNECT 93.184.216.34:443 HTTP/1.1'], ['CONNECT [2606:4700::1111]:443 HTTP/1.1']]
        : [['socks5 93.184.216.34:443'], ['socks5 [26064700000000000000000000001111]:443']],
    );
  });

  test.each(['10.0.0.1', '169.254.169.254', '[::1]', '[fd00::1]', '0x0a000001', 'localhost', 'db.localhost'])(
    '%s is refused before the proxy is asked',
    async (host) => {
      const server = await serve();
      for (const scheme of ['http', 'https']) {
        const { proxy, work } = await proxied(`${scheme}://${host}/`, { port: server.port });
        expect(await failureCode(work)).toBe('FETCH_FORBIDDEN_ADDRESS');
        expect(proxy.asked).toEqual([]);
      }
    },
  );

  test('a proxy at a private address that is not allowed is refused', async () => {
    const egress = { proxy: { kind, host: '127.0.0.1', port: 1 } };
    expect(await failureCode(get('http://site.test/', { egress }))).toBe('FETCH_FORBIDDEN_ADDRESS');
  });

  test('a proxy that is down is an error of the proxy', async () => {
    const egress = { proxy: { kind, host: '127.0.0.1', port: 1 }, allowedHosts: ['127.0.0.1'] };
    expect(await failureCode(get('https://site.test/', { egress }))).toBe('FETCH_PROXY');
  });

  test.each(kind === 'http' ? [502, 504] : [3, 4, 5, 6])(
    'a site that the proxy cannot reach is refused (%i)',
    async (refuse) => {
      const { work } = await proxied('https://site.test/', { port: 1, refuse });
      expect(await failureCode(work)).toBe('FETCH_REFUSED');
    },
  );

  test.each(kind === 'http' ? [403, 500] : [1, 2, 7])(
    'a proxy that forbids is an error of the proxy (%i)',
    async (refuse) => {
      const { work } = await proxied('https://site.test/', { port: 1, refuse });
      expect(await failureCode(work)).toBe('FETCH_PROXY');
    },
  );

  test('a host on the bypass list is reached directly', async () => {
    const server = await serve();
    const { proxy, work } = await proxied(server.origin, { port: 1 }, { bypass: ['127.0.0.1'] });
    expect((await work).status).toBe(200);
    expect(proxy.asked).toEqual([]);
  });
});

describe('the answer of a SOCKS proxy', () => {
  const name = [...Buffer.from('proxy.test')];

  test.each([
    ['an IPv6 address', [4, ...Array<number>(15).fill(0), 1]],
    ['a name', [3, name.length, ...name]],
  ])('may contain %s', async (_, boundAddress) => {
    const server = await serve({ tls: certificate });
    const route = { host: '127.0.0.1', port: server.port };
    const proxy = await socks5Proxy({ route, boundAddress });
    onTestFinished(proxy.close);
    const egress = {
      proxy: { kind: 'socks5', host: '127.0.0.1', port: proxy.port },
      allowedHosts: ['127.0.0.1'],
    } as const;
    expect((await get('https://site.test/', { egress, trust: [certificate.cert] })).status).toBe(200);
  });

  test('is not awaited if the password does not fit into a request', async () => {
    const proxy = await socks5Proxy({ route: { host: '127.0.0.1', port: 1 }, login: 'me:x' });
    onTestFinished(proxy.close);
    const egress = {
      proxy: {
        kind: 'socks5',
        host: '127.0.0.1',
        port: proxy.port,
        username: 'me',
        password: 'x'.repeat(256),
      },
      allowedHosts: ['127.0.0.1'],
    } as const;
    expect(await failureCode(get('http://site.test/', { egress }))).toBe('FETCH_SETTINGS_INVALID');
  });
});

describe('the answer of an HTTP proxy', () => {
  const through = (proxy: ScriptedServer) =>
    loopbackEgress({
      proxy: { kind: 'http', host: '127.0.0.1', port: proxy.port },
      allowedHosts: ['127.0.0.1'],
    }).connect({ host: 'site.test', port: 21 });

  test('ends before the first bytes of the target', async () => {
    const proxy = await serveThisTest(({ socket }) =>
      socket.write('HTTP/1.1 200 OK\r\nVia: test\r\n\r\n220 hello'),
    );
    const { socket } = await through(proxy);
    onTestFinished(() => void socket.destroy());
    const [first] = await once(socket, 'data');
    expect(String(first)).toBe('220 hello');
  });

  test('is an error if it is nonsense or does not end', async () => {
    for (const bytes of ['SSH-2.0-OpenSSH\r\n\r\n', `HTTP/1.1 200 OK\r\nVia: ${'x'.repeat(20_000)}`]) {
      const proxy = await serveThisTest(({ socket }) => socket.write(bytes));
      expect(await failureCode(through(proxy))).toBe('FETCH_PROXY');
    }
  });
});
