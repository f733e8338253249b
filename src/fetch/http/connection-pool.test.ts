import { describe, expect, test } from 'vitest';
import { certificate } from '../../../test/fixtures/servers/certificates.ts';
import { fetcherOfThisTest, serveThisTest } from '../../../test/fixtures/servers/for-this-test.ts';
import { failureCode } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import { answer } from '../../../test/fixtures/servers/scripted-server.ts';
import { HttpSession } from './http-session.ts';

const numbers = Array.from({ length: 40 }, (_, number) => `/${number}`);

describe('many requests at once', () => {
  test.each([
    ['http', undefined],
    ['https', certificate],
  ] as const)('over %s share no more connections than allowed', async (_, tls) => {
    const server = await serveThisTest(
      ({ socket, target }) => socket.write(answer(200, {}, target)),
      tls ? { tls } : {},
    );
    const made = fetcherOfThisTest({ connectionsPerOrigin: 3, trust: [certificate.cert] });
    const session = new HttpSession();
    const results = await Promise.all(
      numbers.map((path) => made.fetch({ url: server.origin + path, session })),
    );
    expect(results.map(({ body }) => Buffer.from(body).toString())).toEqual(numbers);
    expect(server.connections()).toBeLessThanOrEqual(3);
  });

  test.each([
    ['http', undefined],
    ['https', certificate],
  ] as const)('over %s use as many connections as allowed', async (_, tls) => {
    const waiting: (() => void)[] = [];
    const server = await serveThisTest(
      ({ socket }) => {
        waiting.push(() => socket.write(answer(200, { Connection: 'close' })));
        if (waiting.length === 3) for (const reply of waiting) reply();
      },
      tls ? { tls } : {},
    );
    const made = fetcherOfThisTest({ connectionsPerOrigin: 3, trust: [certificate.cert] });
    const session = new HttpSession();
    // The server answers none of them before all three have come.
    await Promise.all(numbers.slice(0, 3).map((path) => made.fetch({ url: server.origin + path, session })));
    expect(server.connections()).toBe(3);
  });

  test('are all answered although the server closes after each', async () => {
    const server = await serveThisTest(({ socket, target }) =>
      socket.end(answer(200, { Connection: 'close' }, target)),
    );
    const made = fetcherOfThisTest({ connectionsPerOrigin: 3 });
    const session = new HttpSession();
    const results = await Promise.all(
      numbers.map((path) => made.fetch({ url: server.origin + path, session })),
    );
    expect(results.map(({ body }) => Buffer.from(body).toString())).toEqual(numbers);
  });

  test('fail one by one, and never hang', async () => {
    const server = await serveThisTest(({ socket, target }) => {
      if (Number(target.slice(1)) % 2 === 0) socket.write(answer(200, {}, target));
      else socket.destroy();
    });
    const made = fetcherOfThisTest({ connectionsPerOrigin: 2 });
    const session = new HttpSession();
    const outcomes = await Promise.allSettled(
      numbers.map((path) => made.fetch({ url: server.origin + path, session })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(
      numbers.map((_, number) => (number % 2 === 0 ? 'fulfilled' : 'rejected')),
    );
  });

  test('to a port without a listener all fail', async () => {
    const made = fetcherOfThisTest({ connectionsPerOrigin: 2 });
    const session = new HttpSession();
    const codes = await Promise.all(
      numbers.map((path) => failureCode(made.fetch({ url: `http://127.0.0.1:1${path}`, session }))),
    );
    expect(new Set(codes)).toEqual(new Set(['FETCH_REFUSED']));
  });

  test('that wait for a connection run into the total limit too', async () => {
    const server = await serveThisTest(() => undefined);
    const made = fetcherOfThisTest({ connectionsPerOrigin: 1, limits: { totalTimeoutMs: 60 } });
    const session = new HttpSession();
    const codes = await Promise.all(
      numbers.slice(0, 5).map((path) => failureCode(made.fetch({ url: server.origin + path, session }))),
    );
    expect(new Set(codes)).toEqual(new Set(['FETCH_TIMEOUT_TOTAL']));
  });
});

test('a request that is given up while it waits for a connection is never sent', async () => {
  const giveUp = new AbortController();
  const server = await serveThisTest(({ socket, target }) => {
    if (target !== '/1') return void socket.write(answer(200));
    giveUp.abort();
    socket.write(answer(200));
  });
  const made = fetcherOfThisTest({ connectionsPerOrigin: 1 });
  const ask = (path: string, signal?: AbortSignal) =>
    made.fetch({ url: server.origin + path, session: new HttpSession(), ...(signal && { signal }) });
  const work = [ask('/1'), ask('/2', giveUp.signal), ask('/3')];
  expect((await Promise.allSettled(work)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(server.requests.map(({ target }) => target)).toEqual(['/1', '/3']);
});

test('closing waits for requests in flight', async () => {
  const made = fetcherOfThisTest({});
  const closing: Promise<void>[] = [];
  const server = await serveThisTest(({ socket }) => {
    closing.push(made.close());
    socket.write(answer(200, {}, 'last'));
  });
  expect((await made.fetch({ url: server.origin, session: new HttpSession() })).status).toBe(200);
  await Promise.all(closing);
});
