import { describe, expect, test } from 'vitest';
import {
  fetcherOfThisTest,
  fetchInThisTest,
  serveThisTest,
} from '../../../test/fixtures/servers/for-this-test.ts';
import { fetchFailure } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import { answer } from '../../../test/fixtures/servers/scripted-server.ts';
import { TidemarkError } from '../../base/index.ts';
import { HttpSession } from './http-session.ts';
import { followRedirect } from './redirect.ts';

describe('a redirect', () => {
  test('is followed and recorded', async () => {
    const server = await serveThisTest(({ socket, target }) => {
      if (target === '/1') socket.write(answer(301, { Location: '/2' }, 'moved'));
      else if (target === '/2') socket.write(answer(307, { Location: '3?q=ä' }));
      else socket.write(answer(200, {}, target));
    });
    const result = await fetcherOfThisTest().fetch({
      url: `${server.origin}/1#top`,
      session: new HttpSession(),
    });
    expect(result.url).toBe(`${server.origin}/3?q=%C3%A4#top`);
    expect(result.hops.map(({ status }) => status)).toEqual([301, 307, 200]);
    expect(result.requestedUrl).toBe(`${server.origin}/1#top`);
  });

  test('that leads in a circle is an error', async () => {
    const server = await serveThisTest(({ socket, target }) =>
      socket.write(answer(302, { Location: target === '/a' ? '/b' : '/a' })),
    );
    const failure = await fetchFailure(
      fetcherOfThisTest().fetch({ url: `${server.origin}/a`, session: new HttpSession() }),
    );
    expect(failure).toMatchObject({ code: 'FETCH_REDIRECT_LOOP', decision: 'skip' });
    expect(server.requests.length).toBeLessThanOrEqual(3);
    expect(failure.hops.length).toBeGreaterThanOrEqual(2);
  });

  test('to itself is followed when a cookie was set', async () => {
    const server = await serveThisTest(({ socket, headers }) =>
      socket.write(
        headers.get('cookie') === 'seen=1'
          ? answer(200, {}, 'in')
          : answer(302, { Location: '/', 'Set-Cookie': 'seen=1' }),
      ),
    );
    expect((await fetcherOfThisTest().fetch({ url: server.origin, session: new HttpSession() })).status).toBe(
      200,
    );
  });

  test('after ten others is an error', async () => {
    const server = await serveThisTest(({ socket, index }) =>
      socket.write(answer(302, { Location: `/${index + 1}` })),
    );
    const failure = await fetchFailure(
      fetcherOfThisTest().fetch({ url: server.origin, session: new HttpSession() }),
    );
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
    const server = await serveThisTest(({ socket }) => socket.write(answer(302, { Location: location })));
    const failure = await fetchFailure(
      fetcherOfThisTest().fetch({ url: server.origin, session: new HttpSession() }),
    );
    expect(failure.code).toBe('FETCH_REDIRECT_SCHEME');
  });

  test('to something that is not a URL is an error', async () => {
    const server = await serveThisTest(({ socket }) => socket.write(answer(302, { Location: 'http://[' })));
    const failure = await fetchFailure(
      fetcherOfThisTest().fetch({ url: server.origin, session: new HttpSession() }),
    );
    expect(failure.code).toBe('FETCH_REDIRECT_INVALID');
  });

  test('without a Location is a result', async () => {
    const server = await serveThisTest(({ socket }) => socket.write(answer(302)));
    expect((await fetcherOfThisTest().fetch({ url: server.origin, session: new HttpSession() })).status).toBe(
      302,
    );
  });

  test('that the caller does not want is a result', async () => {
    const server = await serveThisTest(({ socket }) => socket.write(answer(302, { Location: '/admin' })));
    const result = await fetcherOfThisTest().fetch({
      url: server.origin,
      session: new HttpSession(),
      follow: () => false,
    });
    expect(result.status).toBe(302);
    expect(server.requests).toHaveLength(1);
  });

  test('whose `follow` throws is an error with a code', async () => {
    const server = await serveThisTest(({ socket }) => socket.write(answer(302, { Location: '/b' })));
    const follow = () => {
      throw new TypeError('a bug');
    };
    const failure = await fetchFailure(
      fetcherOfThisTest().fetch({ url: server.origin, session: new HttpSession(), follow }),
    );
    expect(failure).toMatchObject({ code: 'FETCH_FAILED', url: `${server.origin}/` });
    expect(failure.cause).toBeInstanceOf(TypeError);
  });

  test('into a private network is refused', async () => {
    const inside = await serveThisTest(({ socket }) => socket.write(answer(200)), { host: '127.0.0.2' });
    const server = await serveThisTest(({ socket }) =>
      socket.write(answer(302, { Location: `${inside.origin}/secret` })),
    );
    const failure = await fetchFailure(
      fetcherOfThisTest().fetch({ url: server.origin, session: new HttpSession() }),
    );
    expect(failure).toMatchObject({ code: 'FETCH_FORBIDDEN_ADDRESS', url: `${inside.origin}/secret` });
    expect(failure.hops).toHaveLength(1);
    expect(inside.connections()).toBe(0);
  });

  test('to another origin drops the headers for the first', async () => {
    const other = await serveThisTest(({ socket, target }) =>
      socket.write(target === '/' ? answer(302, { Location: `${server.origin}/back` }) : answer(200)),
    );
    const server = await serveThisTest(({ socket, target }) =>
      socket.write(target === '/back' ? answer(200) : answer(302, { Location: `${other.origin}/` })),
    );
    const secrets = {
      Authorization: 'Bearer 1',
      cookie: 'a=b',
      'Proxy-Authorization': 'Basic 1',
      'X-Api-Key': 'secret',
      Host: 'secret.test',
      Referer: 'http://secret.test/',
    };
    const harmless = { 'Accept-Language': 'de', Accept: 'text/plain', 'User-Agent': 'given' };
    await fetcherOfThisTest().fetch({
      url: server.origin.replace('//', '//me:secret@'),
      session: new HttpSession(),
      headers: { ...secrets, ...harmless },
    });
    const [first, back] = server.requests;
    for (const [name, value] of Object.entries({ ...secrets, ...harmless }))
      expect(first?.headers.get(name.toLowerCase())).toBe(value);
    // A chain that comes back from another origin is controlled by that origin, so nothing is sent again.
    for (const request of [other.requests[0], back]) {
      expect(request?.head).not.toMatch(/authorization|cookie|secret|referer|x-api-key/i);
      for (const [name, value] of Object.entries(harmless))
        expect(request?.headers.get(name.toLowerCase())).toBe(value);
    }
    expect(other.requests[0]?.headers.get('host')).toBe(new URL(other.origin).host);
  });

  test('within the origin keeps all headers', async () => {
    const server = await serveThisTest(({ socket, target }) =>
      socket.write(target === '/' ? answer(302, { Location: '/b' }) : answer(200)),
    );
    await fetcherOfThisTest().fetch({
      url: server.origin,
      session: new HttpSession(),
      headers: { 'X-Api-Key': 'secret', 'Content-Type': 'application/json' },
    });
    expect(server.requests[1]?.headers.get('x-api-key')).toBe('secret');
    expect(server.requests[1]?.headers.get('content-type')).toBe('application/json');
  });

  const describesBody = {
    'Content-Type': 'text/plain',
    'Content-Length': '3',
    'Content-Encoding': 'identity',
    'Content-Language': 'en',
    'Content-Location': '/form',
  };
  test.each([
    ['301', 'GET', false],
    ['302', 'GET', false],
    ['303', 'GET', false],
    ['307', 'POST', true],
    ['308', 'POST', true],
  ])('of status %s makes a POST a %s; what describes the body goes with it', async (status, method, kept) => {
    const server = await serveThisTest(({ socket, target }) => {
      const redirect = answer(Number(status), { Location: '/then', Connection: 'close' });
      if (target === '/') socket.write(redirect);
      else if (target === '/then') socket.write(answer(302, { Location: '/done', Connection: 'close' }));
      else socket.write(answer(200, { Connection: 'close' }));
    });
    await fetcherOfThisTest().fetch({
      url: server.origin,
      method: 'POST',
      body: 'a=1',
      session: new HttpSession(),
      headers: { ...describesBody, 'X-Kept': 'yes' },
    });
    const [, then, done] = server.requests.filter(({ target }) => target.startsWith('/'));
    expect(then?.method).toBe(method);
    for (const [name, value] of Object.entries(describesBody))
      expect(then?.headers.get(name.toLowerCase())).toBe(kept ? value : undefined);
    expect(then?.headers.get('x-kept')).toBe('yes');
    expect(done?.head).not.toMatch(/content-/i);
    expect(done?.headers.get('x-kept')).toBe('yes');
  });

  test('turns a POST into a GET, or repeats it at the same origin only', async () => {
    const other = await serveThisTest(({ socket }) => socket.write(answer(200)));
    const server = await serveThisTest(({ socket, target }) => {
      if (target === '/303') socket.write(answer(303, { Location: '/done', Connection: 'close' }));
      else if (target === '/307') socket.write(answer(307, { Location: other.origin, Connection: 'close' }));
      else socket.write(answer(200, { Connection: 'close' }));
    });
    const made = fetcherOfThisTest();
    const post = (path: string) =>
      made.fetch({ url: server.origin + path, method: 'POST', body: 'a=1', session: new HttpSession() });
    expect((await post('/303')).status).toBe(200);
    expect(server.requests.find(({ target }) => target === '/done')?.method).toBe('GET');
    expect((await fetchFailure(post('/307'))).code).toBe('FETCH_REDIRECT_BODY');
    expect(other.requests).toHaveLength(0);
  });

  test('from a POST to the same URL is not a loop', async () => {
    const server = await serveThisTest(({ socket, method, target }) => {
      if (target === '/done') socket.write(answer(200));
      else socket.write(answer(303, { Location: method === 'POST' ? '/' : '/done' }));
    });
    const result = await fetchInThisTest(server, {}, { method: 'POST' });
    expect(result.hops.map(({ url }) => url)).toEqual([
      `${server.origin}/`,
      `${server.origin}/`,
      `${server.origin}/done`,
    ]);
  });

  test.each([
    [301, 'PUT', 'PUT'],
    [302, 'HEAD', 'HEAD'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [308, 'DELETE', 'DELETE'],
  ])('of status %i makes a %s a %s', (status, method, expected) => {
    const from = { url: new URL('http://site.test/'), method, hasBody: false };
    expect(followRedirect(from, status, '/then').method).toBe(expected);
  });

  test('without a Location is a result even if its body cannot be decoded', async () => {
    const server = await serveThisTest(({ socket }) =>
      socket.write(answer(302, { 'Content-Encoding': 'gzip' }, 'not gzip')),
    );
    expect((await fetchInThisTest(server)).status).toBe(302);
  });

  test('whose `follow` throws an error of ours passes it on', async () => {
    const server = await serveThisTest(({ socket }) => socket.write(answer(302, { Location: '/b' })));
    class Refusal extends TidemarkError {
      constructor() {
        super('TEST_REFUSED', 'stop', 'not there');
      }
    }
    const follow = () => {
      throw new Refusal();
    };
    await expect(fetchInThisTest(server, {}, { follow })).rejects.toBeInstanceOf(Refusal);
  });
});
