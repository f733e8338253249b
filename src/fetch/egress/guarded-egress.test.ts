import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import {
  certificate,
  certificateOfAnotherHost,
  expiredCertificate,
} from '../../../test/fixtures/servers/certificates.ts';
import {
  fetcherOfThisTest,
  fetchInThisTest,
  serveThisTest,
} from '../../../test/fixtures/servers/for-this-test.ts';
import { loopbackEgress } from '../../../test/fixtures/servers/loopback-egress.ts';
import { failureCode, type LoopbackOptions } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import { answer, type ScriptedOptions } from '../../../test/fixtures/servers/scripted-server.ts';
import { HttpSession } from '../http/http-session.ts';
import { egressPolicy } from './egress-policy.ts';
import { GuardedEgress } from './guarded-egress.ts';

const serve = (options?: ScriptedOptions) =>
  serveThisTest(({ socket }) => socket.write(answer(200, { Connection: 'close' }, 'ok')), options);

const get = (url: string, options?: LoopbackOptions) => fetchInThisTest({ origin: url }, options);

describe('on a server', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    'localhost.',
    '127.1',
    '0x7f000001',
    '2130706433',
    '[::ffff:127.0.0.1]',
    '[::1]',
    '0',
  ])('no connection reaches %s', async (host) => {
    const server = await serve();
    expect(await failureCode(get(`http://${host}:${server.port}/`, { egress: {} }))).toBe(
      'FETCH_FORBIDDEN_ADDRESS',
    );
    expect(server.connections()).toBe(0);
  });

  test('a user is not told which private address a name leads to', async () => {
    const resolve = async () => ['10.1.2.3'];
    const refusalOf = (url: string, hidesAddresses: boolean) =>
      get(url, { egress: { hidesAddresses }, resolve }).catch(({ message }: Error) => message);
    const said = await refusalOf('http://site.test/', true);
    expect(said).toMatch(/site\.test does not lead to a public address.*TIDEMARK_ALLOWED_NETWORKS/);
    expect(said).not.toMatch(/10\.1\.2\.3|private/i);
    expect(await refusalOf('http://site.test/', false)).toContain('site.test (10.1.2.3)');
    expect(await refusalOf('http://10.9.9.9/', true)).toContain('10.9.9.9 is not a public address');
  });

  test('a public name that leads to a private address is refused', async () => {
    const server = await serve();
    const work = get(`http://site.test:${server.port}/`, { egress: {}, resolve: async () => ['127.0.0.1'] });
    expect(await failureCode(work)).toBe('FETCH_FORBIDDEN_ADDRESS');
    expect(server.connections()).toBe(0);
  });

  test('a name with a private address among others never leads there', async () => {
    const inside = await serve({ host: '127.0.0.2' });
    const options: LoopbackOptions = {
      egress: { allowedNetworks: ['127.0.0.1/32'] },
      resolve: async () => ['127.0.0.2', '127.0.0.1'],
    };
    // No server listens at 127.0.0.1 on this port: the private address would have answered.
    expect(await failureCode(get(`http://site.test:${inside.port}/`, options))).toBe('FETCH_REFUSED');
    expect(inside.connections()).toBe(0);
  });

  test('a name that is rebound between check and connection leads to the checked address', async () => {
    const inside = await serve({ host: '127.0.0.2' });
    const outside = await serve({ host: '127.0.0.1' });
    const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.2'];
    let asked = 0;
    // 127.0.0.1 acts as the public address here.
    const fetcher = fetcherOfThisTest({
      egress: { allowedNetworks: ['127.0.0.1/32'] },
      resolve: async () => [answers[asked++] ?? ''],
    });
    const first = await fetcher.fetch({
      url: `http://site.test:${outside.port}/`,
      session: new HttpSession(),
    });
    expect(first).toMatchObject({ status: 200, remoteAddress: '127.0.0.1' });
    expect(asked).toBe(1);
    const again = fetcher.fetch({ url: `http://site.test:${inside.port}/`, session: new HttpSession() });
    expect(await failureCode(again)).toBe('FETCH_FORBIDDEN_ADDRESS');
    expect(inside.connections()).toBe(0);
  });

  test('the operator can allow a network, or all', async () => {
    const server = await serve();
    expect((await get(server.origin, { egress: { allowedNetworks: ['127.0.0.0/8'] } })).status).toBe(200);
    expect((await get(server.origin, { egress: { allowPrivate: true } })).status).toBe(200);
    expect(() => egressPolicy({ allowedNetworks: ['intranet'] })).toThrow(
      expect.objectContaining({ code: 'FETCH_SETTINGS_INVALID', decision: 'stop' }),
    );
  });
});

describe('on the command line', () => {
  test('a host that was typed is allowed in every spelling, others are not', async () => {
    const server = await serve();
    const egress = { allowedHosts: ['0x7f.1'] };
    expect((await get(`http://127.0.0.1:${server.port}/`, { egress })).status).toBe(200);
    expect(await failureCode(get(`http://127.0.0.2:${server.port}/`, { egress }))).toBe(
      'FETCH_FORBIDDEN_ADDRESS',
    );
    expect(await failureCode(get(`http://localhost:${server.port}/`, { egress }))).toBe(
      'FETCH_FORBIDDEN_ADDRESS',
    );
    expect(
      (await get(`http://localhost.:${server.port}/`, { egress: { allowedHosts: ['LOCALHOST'] } })).status,
    ).toBe(200);
  });
});

describe('a name', () => {
  test('that is not in the DNS is an error', async () => {
    const resolve = async () => {
      throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    };
    expect(await failureCode(get('http://nowhere.test/', { resolve }))).toBe('FETCH_DNS');
    expect(await failureCode(get('http://nowhere.test/', { resolve: async () => [] }))).toBe('FETCH_DNS');
  });

  test('that is never resolved runs into the connection limit', async () => {
    const options = { resolve: () => new Promise<never>(() => undefined), connectTimeoutMs: 30 };
    expect(await failureCode(get('http://slow.test/', options))).toBe('FETCH_TIMEOUT_CONNECT');
  });

  test('that many ask for at once is resolved once', async () => {
    const server = await serve();
    let asked = 0;
    const fetcher = fetcherOfThisTest({
      egress: { allowedHosts: ['site.test'] },
      resolve: async () => {
        asked++;
        return ['127.0.0.1'];
      },
    });
    const url = `http://site.test:${server.port}/`;
    await Promise.all(Array.from({ length: 8 }, () => fetcher.fetch({ url, session: new HttpSession() })));
    expect(asked).toBe(1);
  });
});

describe('TLS', () => {
  test('with a trusted certificate works, by name and by address', async () => {
    const server = await serve({ tls: certificate });
    const options = { trust: [certificate.cert] };
    expect((await get(`https://localhost:${server.port}/`, options)).status).toBe(200);
    expect((await get(`https://127.0.0.1:${server.port}/`, options)).status).toBe(200);
  });

  test.each([
    ['no authority confirms', certificate, []],
    ['has expired', expiredCertificate, [expiredCertificate.cert]],
    ['is for another host', certificateOfAnotherHost, [certificateOfAnotherHost.cert]],
  ])('with a certificate that %s is refused', async (_, tls, trust) => {
    const server = await serve({ tls });
    expect(await failureCode(get(`https://localhost:${server.port}/`, { trust }))).toBe('FETCH_TLS');
    expect(server.requests).toHaveLength(0);
  });

  test('with a server that speaks plain HTTP is an error', async () => {
    const server = await serveThisTest(() => undefined);
    const work = get(`https://localhost:${server.port}/`, { connectTimeoutMs: 100 });
    expect(await failureCode(work)).toBe('FETCH_TIMEOUT_CONNECT');
    const talkative = await serveThisTest(() => undefined, { greeting: 'HTTP/1.1 400 Bad Request\r\n\r\n' });
    expect(await failureCode(get(`https://localhost:${talkative.port}/`))).toBe('FETCH_TLS');
  });

  test('that ends during the handshake may be tried again', async () => {
    const server = await serveThisTest(() => undefined, { greeting: null });
    expect(await failureCode(get(`https://localhost:${server.port}/`))).toBe('FETCH_CLOSED');
  });
});

describe('a second connection to the same machine', () => {
  test('uses the address of the first without a second lookup, and checks it', async () => {
    const server = await serve();
    const names: string[] = [];
    const egress = new GuardedEgress({
      policy: egressPolicy({ allowedNetworks: ['127.0.0.1/32'] }),
      resolve: async (host) => {
        names.push(host);
        return ['127.0.0.1'];
      },
    });
    const target = { host: 'site.test', port: server.port };
    const { socket, address } = await egress.connect({ ...target, address: '127.0.0.1' });
    socket.destroy();
    expect(address).toBe('127.0.0.1');
    expect(names).toEqual([]);
    expect(await failureCode(egress.connect({ ...target, address: '127.0.0.2' }))).toBe(
      'FETCH_FORBIDDEN_ADDRESS',
    );
  });
});

describe('TLS sessions', () => {
  test('are resumed, and names of servers are never addresses', async () => {
    const reused: boolean[] = [];
    const server = await serveThisTest(
      ({ socket }) => {
        reused.push((socket as TLSSocket).isSessionReused());
        socket.end(answer(200, { Connection: 'close' }, 'ok'));
      },
      { tls: certificate },
    );
    const fetcher = fetcherOfThisTest({ trust: [certificate.cert] });
    for (const path of ['/1', '/2']) {
      await fetcher.fetch({ url: server.origin + path, session: new HttpSession() });
    }
    expect(reused).toEqual([false, true]);
    expect(loopbackEgress().tlsOptions('127.0.0.1').servername).toBe('');
    expect(loopbackEgress().tlsOptions('site.test').servername).toBe('site.test');
  });
});
