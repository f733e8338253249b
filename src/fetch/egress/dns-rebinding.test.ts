import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { failureCode } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import { HttpFetcher } from '../http/http-fetcher.ts';
import { HttpSession } from '../http/http-session.ts';
import { egressPolicy } from './egress-policy.ts';
import { GuardedEgress } from './guarded-egress.ts';

/** Stands for a public address: nothing of these tests leaves the machine. */
const PUBLIC = '127.0.0.2';
const PRIVATE = '127.0.0.1';

/** A DNS server (RFC 1035) on loopback that answers each question with the next of these lists of IPv4 addresses; null for silence. */
async function dnsServer(answers: readonly (readonly string[] | null)[]) {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, 12) + 5;
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? null;
    if (addresses === null) return;
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(addresses.length, 6);
    header.writeUInt32BE(0, 8);
    // The name of the question, type A, class IN, valid for 0 seconds, 4 bytes.
    const record = Buffer.from('c00c00010001000000000004', 'hex');
    const records = addresses.map((each) =>
      Buffer.concat([record, Buffer.from(each.split('.').map(Number))]),
    );
    socket.send(Buffer.concat([header, question.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, PRIVATE);
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  const resolver = new Resolver({ timeout: 5000, tries: 1 });
  resolver.setServers([`${PRIVATE}:${socket.address().port}`]);
  onTestFinished(() => resolver.cancel());
  return { resolve: (host: string) => resolver.resolve4(host), asked: () => asked };
}

describe('a name that leads elsewhere the next time', () => {
  let port = 0;
  let [publicRequests, privateConnections] = [0, 0];
  beforeEach(async () => {
    [publicRequests, privateConnections] = [0, 0];
    const site = createServer((request, response) => {
      publicRequests++;
      const isRedirect = request.url === '/redirect';
      response.writeHead(isRedirect ? 302 : 200, { connection: 'close', location: '/secret' });
      response.end('public');
    });
    const canary = createServer((_, response) => response.end('secret'));
    canary.on('connection', () => privateConnections++);
    const listen = async (server: Server, host: string, at: number) => {
      server.listen(at, host);
      await once(server, 'listening');
      onTestFinished(() => void server.closeAllConnections());
      onTestFinished(() => void server.close());
      return (server.address() as AddressInfo).port;
    };
    // Both at one port: one that is free at the first address may be in use at the second.
    for (let isFree = false; !isFree; ) {
      port = await listen(site, PUBLIC, 0);
      isFree = await listen(canary, PRIVATE, port).then(
        () => true,
        () => false,
      );
      if (!isFree) site.close();
    }
  });

  const visitor = (resolve: (host: string) => Promise<readonly string[]>, timeoutMs = 10_000) => {
    const policy = egressPolicy({ allowedNetworks: [`${PUBLIC}/32`] });
    const egress = new GuardedEgress({ policy, resolve, timeoutMs });
    const fetcher = new HttpFetcher({ egress, userAgent: 'test' });
    onTestFinished(() => fetcher.destroy());
    return (path: string) =>
      fetcher.fetch({ url: `http://rebind.example:${port}${path}`, session: new HttpSession() });
  };

  test('is refused at the next connection, and the address is not asked', async () => {
    const dns = await dnsServer([[PUBLIC], [PRIVATE]]);
    const visit = visitor(dns.resolve);
    expect(Buffer.from((await visit('/')).body).toString()).toBe('public');
    for (let time = 0; time < 3; time++)
      expect(await failureCode(visit('/secret'))).toBe('FETCH_FORBIDDEN_ADDRESS');
    expect([publicRequests, privateConnections]).toEqual([1, 0]);
    expect(dns.asked()).toBe(4);
  });

  test('is refused in the middle of a redirect', async () => {
    const dns = await dnsServer([[PUBLIC], [PRIVATE]]);
    expect(await failureCode(visitor(dns.resolve)('/redirect'))).toBe('FETCH_FORBIDDEN_ADDRESS');
    expect([publicRequests, privateConnections]).toEqual([1, 0]);
  });

  test('gives both addresses: only the one that is allowed is tried, in whatever order, and only once resolved', async () => {
    for (const answer of [
      [PRIVATE, PUBLIC],
      [PUBLIC, PRIVATE],
      [...Array.from({ length: 20 }, (_, i) => `10.0.0.${i}`), PUBLIC],
    ]) {
      const dns = await dnsServer([answer, [PRIVATE]]);
      expect(Buffer.from((await visitor(dns.resolve)('/')).body).toString()).toBe('public');
      expect(dns.asked()).toBe(1);
    }
    expect(privateConnections).toBe(0);
  });

  test('a name without an address, and a server that is silent, are failures of the DNS', async () => {
    const none = await dnsServer([[]]);
    expect(await failureCode(visitor(none.resolve)('/'))).toBe('FETCH_DNS');
    const silent = await dnsServer([null]);
    expect(await failureCode(visitor(silent.resolve, 50)('/'))).toBe('FETCH_TIMEOUT_CONNECT');
    expect([publicRequests, privateConnections]).toEqual([0, 0]);
  });
});
