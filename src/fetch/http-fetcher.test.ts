import { afterEach, describe, expect, test } from 'vitest';
import { fetchFailure, type LoopbackOptions, loopbackFetcher } from '../../test/servers/loopback-fetcher.ts';
import {
  answer,
  type ScriptedRequest,
  type ScriptedServer,
  scriptedServer,
} from '../../test/servers/scripted-server.ts';
import { HttpSession } from './http-session.ts';

const cleanup: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanup.splice(0)) await close();
});

async function serve(script: (request: ScriptedRequest) => void): Promise<ScriptedServer> {
  const server = await scriptedServer(script);
  cleanup.push(server.close);
  return server;
}

function fetcher(options: LoopbackOptions = {}) {
  const made = loopbackFetcher(options);
  cleanup.push(() => made.destroy());
  return made;
}

describe('an answer', () => {
  test('comes with status, headers, body and where it came from', async () => {
    const server = await serve(({ socket }) =>
      socket.write(
        answer(200, { 'Content-Type': 'text/plain', 'X-Twice': 'a', 'x-twice': 'b' }, 'high tide'),
      ),
    );
    const result = await fetcher().fetch({
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
    const server = await serve(({ socket }) => socket.write(answer(status, { 'Retry-After': '7' }, 'sorry')));
    const result = await fetcher().fetch({ url: server.origin, session: new HttpSession() });
    expect(result).toMatchObject({ status, retryAfterMs: 7000 });
  });

  test('of 304 follows a conditional request', async () => {
    const server = await serve(({ socket, headers }) =>
      socket.write(
        headers.get('if-none-match') === '"1"' && headers.has('if-modified-since')
          ? 'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n'
          : answer(500),
      ),
    );
    const result = await fetcher().fetch({
      url: `${server.origin}/`,
      session: new HttpSession(),
      conditional: { etag: '"1"', lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT' },
    });
    expect(result).toMatchObject({ status: 304, wireBytes: 0 });
  });

  test('to a validator goes only to the URL that the validator came from', async () => {
    const server = await serve(({ socket, target, headers }) => {
      if (target === '/old') socket.write(answer(302, { Location: '/new' }));
      else socket.write(answer(headers.has('if-none-match') ? 304 : 200));
    });
    const made = fetcher();
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
    const server = await serve(({ socket }) => socket.write(answer(200, {}, 'x')));
    const { body } = await fetcher().fetch({ url: server.origin, session: new HttpSession() });
    expect(structuredClone(body, { transfer: [body.buffer as ArrayBuffer] })).toHaveLength(1);
  });

  test('to the next request comes over the same connection', async () => {
    const server = await serve(({ socket }) => socket.write(answer(200, {}, 'x')));
    const made = fetcher();
    for (const path of ['/a', '/b', '/c']) {
      await made.fetch({ url: server.origin + path, session: new HttpSession() });
    }
    expect(server.connections()).toBe(1);
  });

  test('comes although the server closes a kept connection just when it is used again', async () => {
    const server = await serve(({ socket, index }) => {
      if (index === 1) socket.destroy();
      else socket.write(answer(200, {}, 'x'));
    });
    const made = fetcher();
    await made.fetch({ url: server.origin, session: new HttpSession() });
    expect((await made.fetch({ url: server.origin, session: new HttpSession() })).status).toBe(200);
    expect(server.requests).toHaveLength(3);
  });

  test('to HEAD has no body', async () => {
    const server = await serve(({ socket }) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n'),
    );
    const result = await fetcher().fetch({ url: server.origin, method: 'HEAD', session: new HttpSession() });
    expect(result).toMatchObject({ status: 200, wireBytes: 0 });
  });

  test('after interim answers is the last one', async () => {
    const server = await serve(({ socket }) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n');
      socket.write(answer(200, {}, 'body'));
    });
    expect((await fetcher().fetch({ url: server.origin, session: new HttpSession() })).status).toBe(200);
  });
});

describe('a redirect', () => {
  test('is followed and recorded', async () => {
    const server = await serve(({ socket, target }) => {
      if (target === '/1') socket.write(answer(301, { Location: '/2' }, 'moved'));
      else if (target === '/2') socket.write(answer(307, { Location: '3?q=ä' }));
      else socket.write(answer(200, {}, target));
    });
    const result = await fetcher().fetch({ url: `${server.origin}/1#top`, session: new HttpSession() });
    expect(result.url).toBe(`${server.origin}/3?q=%C3%A4#top`);
    expect(result.hops.map(({ status }) => status)).toEqual([301, 307, 200]);
    expect(result.requestedUrl).toBe(`${server.origin}/1#top`);
  });

  test('that leads in a circle is an error', async () => {
    const server = await serve(({ socket, target }) =>
      socket.write(answer(302, { Location: target === '/a' ? '/b' : '/a' })),
    );
    const failure = await fetchFailure(
      fetcher().fetch({ url: `${server.origin}/a`, session: new HttpSession() }),
    );
    expect(failure).toMatchObject({ code: 'FETCH_REDIRECT_LOOP', decision: 'skip' });
    expect(server.requests.length).toBeLessThanOrEqual(3);
    expect(failure.hops.length).toBeGreaterThanOrEqual(2);
  });

  test('to itself is followed when a cookie was set', async () => {
    const server = await serve(({ socket, headers }) =>
      socket.write(
        headers.get('cookie') === 'seen=1'
          ? answer(200, {}, 'in')
          : answer(302, { Location: '/', 'Set-Cookie': 'seen=1' }),
      ),
    );
    expect((await fetcher().fetch({ url: server.origin, session: new HttpSession() })).status).toBe(200);
  });

  test('after ten others is an error', async () => {
    const server = await serve(({ socket, index }) =>
      socket.write(answer(302, { Location: `/${index + 1}` })),
    );
    const failure = await fetchFailure(fetcher().fetch({ url: server.origin, session: new HttpSession() }));
    expect(failure.code).toBe('FETCH_REDIRECT_LIMIT');
    expect(server.requests).toHaveLength(11);
  });

  test.each([
    'file:///etc/passwd',
    'ftp://example.com/',
    'data:text/html,x',
    'javascript:alert(1)',
    'gopher://x/',
  ])('to %s is an error', async (location) => {
    const server = await serve(({ socket }) => socket.write(answer(302, { Location: location })));
    const failure = await fetchFailure(fetcher().fetch({ url: server.origin, session: new HttpSession() }));
    expect(failure.code).toBe('FETCH_REDIRECT_SCHEME');
  });

  test('to what is no URL is an error', async () => {
    const server = await serve(({ socket }) => socket.write(answer(302, { Location: 'http://[' })));
    const failure = await fetchFailure(fetcher().fetch({ url: server.origin, session: new HttpSession() }));
    expect(failure.code).toBe('FETCH_REDIRECT_INVALID');
  });

  test('without a Location is a result', async () => {
    const server = await serve(({ socket }) => socket.write(answer(302)));
    expect((await fetcher().fetch({ url: server.origin, session: new HttpSession() })).status).toBe(302);
  });

  test('that the caller does not want is a result', async () => {
    const server = await serve(({ socket }) => socket.write(answer(302, { Location: '/admin' })));
    const result = await fetcher().fetch({
      url: server.origin,
      session: new HttpSession(),
      follow: () => false,
    });
    expect(result.status).toBe(302);
    expect(server.requests).toHaveLength(1);
  });

  test('whose judge fails is an error with a code', async () => {
    const server = await serve(({ socket }) => socket.write(answer(302, { Location: '/b' })));
    const follow = () => {
      throw new TypeError('a bug');
    };
    const failure = await fetchFailure(
      fetcher().fetch({ url: server.origin, session: new HttpSession(), follow }),
    );
    expect(failure).toMatchObject({ code: 'FETCH_FAILED', url: `${server.origin}/` });
    expect(failure.cause).toBeInstanceOf(TypeError);
  });

  test('into a private network is refused', async () => {
    const inside = await scriptedServer(({ socket }) => socket.write(answer(200)), { host: '127.0.0.2' });
    cleanup.push(inside.close);
    const server = await serve(({ socket }) =>
      socket.write(answer(302, { Location: `${inside.origin}/secret` })),
    );
    const failure = await fetchFailure(fetcher().fetch({ url: server.origin, session: new HttpSession() }));
    expect(failure).toMatchObject({ code: 'FETCH_FORBIDDEN_ADDRESS', url: `${inside.origin}/secret` });
    expect(failure.hops).toHaveLength(1);
    expect(inside.connections()).toBe(0);
  });

  test('to another origin goes without what names the user', async () => {
    const other = await serve(({ socket }) => socket.write(answer(200)));
    const server = await serve(({ socket }) => socket.write(answer(302, { Location: `${other.origin}/` })));
    await fetcher().fetch({
      url: server.origin.replace('//', '//me:secret@'),
      session: new HttpSession(),
      headers: { Authorization: 'Bearer 1', cookie: 'a=b', 'X-Kept': 'yes' },
    });
    expect(server.requests[0]?.headers.get('authorization')).toBe('Bearer 1');
    expect(other.requests[0]?.head).not.toMatch(/authorization|cookie|secret/i);
    expect(other.requests[0]?.headers.get('x-kept')).toBe('yes');
  });

  test('turns a POST into a GET, or repeats it at the same origin only', async () => {
    const other = await serve(({ socket }) => socket.write(answer(200)));
    const server = await serve(({ socket, target }) => {
      if (target === '/303') socket.write(answer(303, { Location: '/done', Connection: 'close' }));
      else if (target === '/307') socket.write(answer(307, { Location: other.origin, Connection: 'close' }));
      else socket.write(answer(200, { Connection: 'close' }));
    });
    const made = fetcher();
    const post = (path: string) =>
      made.fetch({ url: server.origin + path, method: 'POST', body: 'a=1', session: new HttpSession() });
    expect((await post('/303')).status).toBe(200);
    expect(server.requests.find(({ target }) => target === '/done')?.method).toBe('GET');
    expect((await fetchFailure(post('/307'))).code).toBe('FETCH_REDIRECT_BODY');
    expect(other.requests).toHaveLength(0);
  });
});

describe('a request', () => {
  test.each(['', 'example.com', 'file:///etc/passwd', 'http://', 'ftp://x/'])(
    'for "%s" is refused',
    async (url) => {
      const failure = await fetchFailure(fetcher().fetch({ url, session: new HttpSession() }));
      expect(failure.code).toBe('FETCH_URL_INVALID');
    },
  );

  test('with a header that smuggles another is refused', async () => {
    const server = await serve(({ socket }) => socket.write(answer(200)));
    const failure = await fetchFailure(
      fetcher().fetch({ url: server.origin, session: new HttpSession(), headers: { 'x-a': 'b\r\nx-c: d' } }),
    );
    expect(failure).toMatchObject({ code: 'FETCH_REQUEST_INVALID', decision: 'stop' });
    expect(server.requests).toHaveLength(0);
  });

  test('that the caller gives up ends at once', async () => {
    const giveUp = new AbortController();
    const server = await serve(() => giveUp.abort());
    const failure = await fetchFailure(
      fetcher().fetch({ url: server.origin, session: new HttpSession(), signal: giveUp.signal }),
    );
    expect(failure).toMatchObject({ code: 'FETCH_ABORTED', decision: 'stop' });
    const again = fetcher().fetch({ url: server.origin, session: new HttpSession(), signal: giveUp.signal });
    expect((await fetchFailure(again)).code).toBe('FETCH_ABORTED');
  });

  test('in flight ends when the fetcher is shut down', async () => {
    const made = fetcher();
    const server = await serve(() => void made.destroy());
    const failure = await fetchFailure(made.fetch({ url: server.origin, session: new HttpSession() }));
    expect(failure.code).toBe('FETCH_ABORTED');
  });

  test('after the end of the fetcher is refused', async () => {
    const made = fetcher();
    await made.close();
    const failure = await fetchFailure(
      made.fetch({ url: 'http://127.0.0.1:1/', session: new HttpSession() }),
    );
    expect(failure.code).toBe('FETCH_ABORTED');
  });
});
