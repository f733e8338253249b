import { describe, expect, test } from 'vitest';
import {
  fetcherOfThisTest,
  fetchInThisTest,
  serveThisTest,
} from '../../../test/fixtures/servers/for-this-test.ts';
import { failureCode, fetchFailure } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import { answer } from '../../../test/fixtures/servers/scripted-server.ts';
import { HttpSession } from './http-session.ts';

describe('an answer', () => {
  test('comes with status, headers, body and address', async () => {
    const server = await serveThisTest(({ socket }) =>
      socket.write(
        answer(200, { 'Content-Type': 'text/plain', 'X-Twice': 'a', 'x-twice': 'b' }, 'high tide'),
      ),
    );
    const result = await fetcherOfThisTest().fetch({
      url: `${server.origin}/page?x=1#part`,
      session: new HttpSession(),
    });
    expect(result).toMatchObject({
      status: 200,
      httpVersion: '1.1',
      remoteAddress: '127.0.0.1',
      wireBytes: 9,
    });
    expect(Buffer.from(result.body).toString()).toBe('high tide');
    expect(result.headers.get('content-TYPE')).toBe('text/plain');
    expect(result.headers.all('x-twice')).toEqual(['a', 'b']);
    expect(result.headers.get('x-twice')).toBe('a, b');
    expect(result.durationMs).toBeGreaterThan(0);
    expect(result.headers.get('constructor')).toBeNull();
    expect(result.headers.list().slice(0, 2)).toEqual([
      ['Content-Type', 'text/plain'],
      ['X-Twice', 'a'],
    ]);
    expect(result.hops).toEqual([{ url: `${server.origin}/page?x=1#part`, status: 200, location: null }]);
    expect(server.requests[0]?.target).toBe('/page?x=1');
    expect(server.requests[0]?.headers.get('user-agent')).toBe('Tidemark/test (+https://tidemark.test)');
  });

  test.each([404, 410, 429, 500, 503])('of status %d is a result', async (status) => {
    const server = await serveThisTest(({ socket }) =>
      socket.write(answer(status, { 'Retry-After': '7' }, 'sorry')),
    );
    const result = await fetcherOfThisTest().fetch({ url: server.origin, session: new HttpSession() });
    expect(result).toMatchObject({ status, retryAfterMs: 7000 });
  });

  test('of 304 follows a conditional request', async () => {
    const server = await serveThisTest(({ socket, headers }) =>
      socket.write(
        headers.get('if-none-match') === '"1"' && headers.has('if-modified-since')
          ? 'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n'
          : answer(500),
      ),
    );
    const result = await fetcherOfThisTest().fetch({
      url: `${server.origin}/`,
      session: new HttpSession(),
      conditional: { etag: '"1"', lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT' },
    });
    expect(result).toMatchObject({ status: 304, wireBytes: 0 });
  });

  test('to a validator goes only to the URL that the validator came from', async () => {
    const server = await serveThisTest(({ socket, target, headers }) => {
      if (target === '/old') socket.write(answer(302, { Location: '/new' }));
      else socket.write(answer(headers.has('if-none-match') ? 304 : 200));
    });
    const made = fetcherOfThisTest();
    const ask = (url: string) =>
      made.fetch({
        url: `${server.origin}/old`,
        session: new HttpSession(),
        conditional: { etag: '"1"', url },
      });
    expect((await ask(`${server.origin}/old`)).status).toBe(200);
    expect((await ask(`${server.origin}/new`)).status).toBe(304);
  });

  test('has a body that can be handed to another thread', async () => {
    const server = await serveThisTest(({ socket }) => socket.write(answer(200, {}, 'x')));
    const { body } = await fetcherOfThisTest().fetch({ url: server.origin, session: new HttpSession() });
    expect(structuredClone(body, { transfer: [body.buffer as ArrayBuffer] })).toHaveLength(1);
  });

  test('to the next request comes over the same connection', async () => {
    const server = await serveThisTest(({ socket }) => socket.write(answer(200, {}, 'x')));
    const made = fetcherOfThisTest();
    for (const path of ['/a', '/b', '/c']) {
      await made.fetch({ url: server.origin + path, session: new HttpSession() });
    }
    expect(server.connections()).toBe(1);
  });

  test('comes although the server closes a kept connection just as it is reused', async () => {
    const server = await serveThisTest(({ socket, index }) => {
      if (index === 1) socket.destroy();
      else socket.write(answer(200, {}, 'x'));
    });
    const made = fetcherOfThisTest();
    await made.fetch({ url: server.origin, session: new HttpSession() });
    expect((await made.fetch({ url: server.origin, session: new HttpSession() })).status).toBe(200);
    expect(server.requests).toHaveLength(3);
  });

  test('to a POST does not come from a second try', async () => {
    const server = await serveThisTest(({ socket, index }) => {
      if (index === 1) socket.destroy();
      else socket.write(answer(200, {}, 'x'));
    });
    const made = fetcherOfThisTest();
    await made.fetch({ url: server.origin, session: new HttpSession() });
    const post = made.fetch({ url: server.origin, method: 'POST', session: new HttpSession() });
    expect(await failureCode(post)).toBe('FETCH_CLOSED');
    expect(server.requests).toHaveLength(2);
  });

  test('that does not come over a new connection is not asked for again', async () => {
    const server = await serveThisTest(({ socket }) => socket.destroy());
    expect(await failureCode(fetchInThisTest(server))).toBe('FETCH_CLOSED');
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['begins', 'HTTP/1.1 200', {}],
    ['is too slow', '', { headersTimeoutMs: 60 }],
  ])('that %s over a kept connection and fails is not asked for again', async (_, bytes, limits) => {
    const server = await serveThisTest(({ socket, index }) => {
      if (index === 0) socket.write(answer(200, {}, 'x'));
      else if (bytes !== '') socket.end(bytes);
    });
    const made = fetcherOfThisTest({ limits });
    await made.fetch({ url: server.origin, session: new HttpSession() });
    await fetchFailure(made.fetch({ url: server.origin, session: new HttpSession() }));
    expect(server.requests).toHaveLength(2);
  });

  test('to HEAD has no body', async () => {
    const server = await serveThisTest(({ socket }) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n'),
    );
    const result = await fetcherOfThisTest().fetch({
      url: server.origin,
      method: 'HEAD',
      session: new HttpSession(),
    });
    expect(result).toMatchObject({ status: 200, wireBytes: 0 });
  });

  test('after interim answers is the last one', async () => {
    const server = await serveThisTest(({ socket }) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n');
      socket.write(answer(200, {}, 'body'));
    });
    expect((await fetcherOfThisTest().fetch({ url: server.origin, session: new HttpSession() })).status).toBe(
      200,
    );
  });
});

describe('a request', () => {
  test.each(['', 'example.com', 'file:///etc/passwd', 'http://', 'ftp://x/'])(
    'for "%s" is refused',
    async (url) => {
      const failure = await fetchFailure(fetcherOfThisTest().fetch({ url, session: new HttpSession() }));
      expect(failure.code).toBe('FETCH_URL_INVALID');
    },
  );

  test('has the header of the caller instead of ours, in any spelling', async () => {
    const server = await serveThisTest(({ socket }) => socket.write(answer(200)));
    await fetchInThisTest(server, {}, { headers: { 'USER-Agent': 'mine' } });
    expect(server.requests[0]?.head.match(/^user-agent: .*$/gim)).toEqual(['user-agent: mine']);
  });

  test('with a header that smuggles another is refused', async () => {
    const server = await serveThisTest(({ socket }) => socket.write(answer(200)));
    const failure = await fetchFailure(
      fetcherOfThisTest().fetch({
        url: server.origin,
        session: new HttpSession(),
        headers: { 'x-a': 'b\r\nx-c: d' },
      }),
    );
    expect(failure).toMatchObject({ code: 'FETCH_REQUEST_INVALID', decision: 'stop' });
    expect(server.requests).toHaveLength(0);
  });

  test('that the caller gives up ends at once', async () => {
    const giveUp = new AbortController();
    const server = await serveThisTest(() => giveUp.abort());
    const failure = await fetchFailure(
      fetcherOfThisTest().fetch({ url: server.origin, session: new HttpSession(), signal: giveUp.signal }),
    );
    expect(failure).toMatchObject({ code: 'FETCH_ABORTED', decision: 'stop' });
    const again = fetcherOfThisTest().fetch({
      url: server.origin,
      session: new HttpSession(),
      signal: giveUp.signal,
    });
    expect((await fetchFailure(again)).code).toBe('FETCH_ABORTED');
  });

  test('in flight ends when the fetcher is shut down', async () => {
    const made = fetcherOfThisTest();
    const server = await serveThisTest(() => void made.destroy());
    const failure = await fetchFailure(made.fetch({ url: server.origin, session: new HttpSession() }));
    expect(failure.code).toBe('FETCH_ABORTED');
  });

  test('after the end of the fetcher is refused', async () => {
    const made = fetcherOfThisTest();
    await made.close();
    const failure = await fetchFailure(
      made.fetch({ url: 'http://127.0.0.1:1/', session: new HttpSession() }),
    );
    expect(failure.code).toBe('FETCH_ABORTED');
  });
});
