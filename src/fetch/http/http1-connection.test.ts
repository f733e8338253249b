import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { certificate } from '../../../test/fixtures/servers/certificates.ts';
import {
  bodyOf,
  fetcherOfThisTest,
  fetchInThisTest,
  serveThisTest,
} from '../../../test/fixtures/servers/for-this-test.ts';
import { loopbackEgress } from '../../../test/fixtures/servers/loopback-egress.ts';
import { failureCode } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import { listenOnLoopback } from '../../../test/fixtures/servers/loopback-server.ts';
import { answer } from '../../../test/fixtures/servers/scripted-server.ts';
import { BodyMemory, roomOfVisit } from '../transfer/body-memory.ts';
import { HttpFetcher } from './http-fetcher.ts';
import { HttpSession } from './http-session.ts';

const session = new HttpSession();

describe('a kept connection', () => {
  test('is closed by bytes that nobody asked for, and they are no answer', async () => {
    const server = await serveThisTest(({ socket, target }) => socket.write(answer(200, {}, target)));
    const fetcher = fetcherOfThisTest();
    await fetcher.fetch({ url: `${server.origin}/first`, session });
    const [first] = server.requests;
    first?.socket.write(answer(200, {}, 'smuggled'));
    if (first !== undefined) await once(first.socket, 'close');
    expect(bodyOf(await fetcher.fetch({ url: `${server.origin}/next`, session }))).toBe('/next');
    expect(server.connections()).toBe(2);
  });

  test('is read once more before the next request: a second answer that comes apart from the first is none', async () => {
    // As many bytes as are read at once: the rest is read when the answer is complete already.
    const head = answer(200, {}, Buffer.alloc(60_000)).length - 60_000;
    const first = answer(200, {}, Buffer.alloc(64 * 1024 - head));
    const server = await serveThisTest(({ socket, target }) =>
      socket.write(
        target === '/first' ? Buffer.concat([first, answer(200, {}, 'smuggled')]) : answer(200, {}, target),
      ),
    );
    const fetcher = fetcherOfThisTest({ connectionsPerOrigin: 1 });
    for (let time = 0; time < 20; time++) {
      const [, next] = await Promise.allSettled([
        fetcher.fetch({ url: `${server.origin}/first`, session }),
        fetcher.fetch({ url: `${server.origin}/next`, session }),
      ]);
      expect(next.status === 'fulfilled' && bodyOf(next.value)).toBe('/next');
    }
  });

  test('that the server closes after each answer without a word costs no page', async () => {
    const server = await serveThisTest(({ socket, target }) => socket.end(answer(200, {}, target)));
    const fetcher = fetcherOfThisTest({ connectionsPerOrigin: 4 });
    const paths = Array.from({ length: 100 }, (_, i) => `/${i}`);
    const pages = await Promise.all(
      paths.map((path) => fetcher.fetch({ url: server.origin + path, session })),
    );
    expect(pages.map(bodyOf)).toEqual(paths);
  });

  test.each([
    ['timeout=60', 1],
    ['timeout=60, max=100', 1],
    ['timeout=-5, max=x', 1],
    ['timeout=1', 2],
    ['timeout=0', 2],
  ])('carries the next request if the server keeps it long enough: %s', async (value, connections) => {
    const server = await serveThisTest(({ socket }) => socket.write(answer(200, { 'Keep-Alive': value })));
    const fetcher = fetcherOfThisTest();
    for (let page = 0; page < 2; page++) await fetcher.fetch({ url: server.origin, session });
    expect(server.connections()).toBe(connections);
  });

  test('is closed when nobody needs it for a while', async () => {
    const server = await serveThisTest(({ socket }) => socket.write(answer(200)));
    const fetcher = new HttpFetcher({
      egress: loopbackEgress(),
      userAgent: 'Tidemark/test',
      keepAliveMs: 30,
    });
    onTestFinished(() => fetcher.destroy());
    await fetcher.fetch({ url: server.origin, session });
    const [request] = server.requests;
    if (request?.socket.destroyed === false) await once(request.socket, 'close');
    await fetcher.fetch({ url: server.origin, session });
    expect(server.connections()).toBe(2);
  });

  test.each([
    ['HEAD', {}],
    ['GET', { connection: 'close' }],
  ])('carries nothing after %s with %j', async (method, headers) => {
    const server = await serveThisTest(({ socket }) => socket.write(answer(200)));
    const fetcher = fetcherOfThisTest();
    await fetcher.fetch({ url: server.origin, method, headers, session });
    await fetcher.fetch({ url: server.origin, session });
    expect(server.connections()).toBe(2);
    expect(server.requests.map(({ headers: sent }) => sent.get('connection'))).toEqual([
      'close',
      'keep-alive',
    ]);
  });
});

test('a server that greets us is no HTTP server', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).write('220 Welcome\r\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { readonly port: number };
  const work = fetchInThisTest({ origin: `http://127.0.0.1:${port}` });
  expect(await failureCode(work)).toBe('FETCH_PROTOCOL');
});

describe.each([
  ['http', undefined],
  ['https', certificate],
] as const)('over %s', (_, tls) => {
  test('a body waits for memory, and comes whole', async () => {
    const sent = Buffer.alloc(30_000_000, 'tide and ');
    const server = await serveThisTest(
      ({ socket }) => socket.write(answer(200, {}, sent)),
      tls ? { tls } : {},
    );
    const memory = new BodyMemory({ held: 1_000_000, read: 1_000_000, small: 1000, free: 1000 });
    // The oldest visit never waits, so it takes another one to fill the memory.
    const other = memory.open();
    void other.take(2_000_000);
    const fetcher = fetcherOfThisTest({ trust: [certificate.cert] });
    const room = memory.open();
    const waits = Promise.withResolvers<void>();
    const watched = {
      take: (bytes: number) => {
        const wait = room.take(bytes);
        if (wait !== null) waits.resolve();
        return wait;
      },
      give: (bytes: number) => room.give(bytes),
      startReading: (bytes: number) => room.startReading(bytes),
      endReading: () => room.endReading(),
      close: () => room.close(),
    };
    const work = roomOfVisit.run(watched, () => fetcher.fetch({ url: server.origin, session }));
    await waits.promise;
    const [request] = server.requests;
    expect(request?.socket.writableLength).toBeGreaterThan(0);
    other.close();
    expect(Buffer.from((await work).body).equals(sent)).toBe(true);
    room.close();
  });

  test('a body that is paid for piece by piece comes whole', async () => {
    const sent = Buffer.alloc(1_000_000, 'ebb and ');
    const server = await serveThisTest(
      ({ socket }) => socket.write(answer(200, {}, sent)),
      tls ? { tls } : {},
    );
    const fetcher = fetcherOfThisTest({ trust: [certificate.cert], bandwidth: { take: () => 1 } });
    for (let page = 0; page < 2; page++)
      expect(Buffer.from((await fetcher.fetch({ url: server.origin, session })).body).equals(sent)).toBe(
        true,
      );
    expect(server.connections()).toBe(1);
  });
});

describe('a request with a body', () => {
  test('is sent whole, and the next one follows on its connection', async () => {
    const ports = new Set<number | undefined>();
    const server = await listenOnLoopback(
      createHttpServer(async (request, response) => {
        ports.add(request.socket.remotePort);
        const pieces: Buffer[] = [];
        for await (const piece of request) pieces.push(piece as Buffer);
        response.end(Buffer.concat(pieces));
      }),
    );
    onTestFinished(server.close);
    const fetcher = fetcherOfThisTest();
    const sent = Buffer.alloc(3_000_000, 'spring tide ');
    for (const body of [sent, 'größer', sent]) {
      const result = await fetcher.fetch({ url: server.origin, method: 'POST', body, session });
      expect(Buffer.from(result.body).equals(Buffer.from(body))).toBe(true);
    }
    expect(ports.size).toBe(1);
  });

  test('that is answered before it is sent leaves its rest on a connection that is closed', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket
        .on('error', () => undefined)
        .once('data', () => {
          socket.pause();
          socket.write(answer(413));
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as { readonly port: number };
    const fetcher = fetcherOfThisTest();
    for (let page = 0; page < 2; page++) {
      const body = Buffer.alloc(30_000_000);
      const url = `http://127.0.0.1:${port}`;
      expect((await fetcher.fetch({ url, method: 'POST', body, session })).status).toBe(413);
    }
    expect(connections).toBe(2);
  });
});

test('pages over HTTP/1.1 do not load undici', async () => {
  const server = await serveThisTest(({ socket }) => socket.write(answer(200, {}, 'high tide')));
  const index = new URL('../index.ts', import.meta.url).href;
  const program = `
    import { createRequire } from 'node:module';
    const { egressPolicy, GuardedEgress, HttpFetcher, HttpSession } = await import(${JSON.stringify(index)});
    const egress = new GuardedEgress({ policy: egressPolicy({ allowedHosts: ['127.0.0.1'] }) });
    const fetcher = new HttpFetcher({ egress, userAgent: 'Tidemark/test' });
    const { status } = await fetcher.fetch({ url: process.argv[1], session: new HttpSession() });
    const loaded = Object.keys(createRequire(${JSON.stringify(index)}).cache);
    // Nothing is closed: a kept connection does not keep the program running.
    console.log(status, loaded.some((file) => file.includes('undici')));
  `;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
    server.origin,
  ]);
  expect({ stdout, stderr }).toEqual({ stdout: '200 false\n', stderr: '' });
});
