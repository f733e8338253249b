import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fetcherOfThisTest, serveThisTest } from '../../../test/fixtures/servers/for-this-test.ts';
import { answer, type ScriptedRequest } from '../../../test/fixtures/servers/scripted-server.ts';
import { Cookies, HttpSession } from './http-session.ts';
import { maxCookiesPerSite } from './limited-cookie-jar.ts';

function visitor(session: HttpSession, names: readonly string[] = []) {
  const fetcher = fetcherOfThisTest({
    egress: { allowedHosts: ['127.0.0.1', 'localhost', ...names] },
    ...(names.length === 0 ? {} : { resolve: async () => ['127.0.0.1'] }),
  });
  return (url: string) => fetcher.fetch({ url, session });
}

function cookieCount(request: ScriptedRequest | undefined): number {
  return request?.headers.get('cookie')?.split('; ').length ?? 0;
}

describe('cookies', () => {
  test('come back to the server that set them, and stay in their session', async () => {
    const server = await serveThisTest(({ socket, target }) =>
      socket.write(answer(200, target === '/in' ? { 'Set-Cookie': 'sid=42; Path=/; HttpOnly' } : {})),
    );
    const session = new HttpSession();
    const visit = visitor(session);
    await visit(`${server.origin}/in`);
    await visit(`${server.origin}/page`);
    expect(server.requests[1]?.headers.get('cookie')).toBe('sid=42');
    await visitor(new HttpSession())(`${server.origin}/page`);
    expect(server.requests[2]?.headers.has('cookie')).toBe(false);
    const saved = session.cookies.save();
    if (saved === undefined) throw new Error('nothing saved');
    await visitor(new HttpSession({ cookies: await Cookies.restored(saved) }))(`${server.origin}/page`);
    expect(server.requests[3]?.headers.get('cookie')).toBe('sid=42');
  });

  test('for a public suffix or another site are refused', async () => {
    const lines = [
      'a=1; Domain=co.uk',
      'b=1; Domain=other.test',
      'c=1; Domain=shop.co.uk',
      'd=1; Domain=github.io',
    ];
    const server = await serveThisTest(({ socket }) =>
      socket.write(
        `HTTP/1.1 200 OK\r\n${lines.map((line) => `Set-Cookie: ${line}\r\n`).join('')}Content-Length: 0\r\n\r\n`,
      ),
    );
    const visit = visitor(new HttpSession(), [
      'www.shop.co.uk',
      'evil.co.uk',
      'me.github.io',
      'you.github.io',
    ]);
    const at = (host: string) => visit(`http://${host}:${server.port}/`);
    for (const host of ['www.shop.co.uk', 'evil.co.uk', 'www.shop.co.uk', 'me.github.io', 'you.github.io'])
      await at(host);
    expect(server.requests.map(({ headers }) => headers.get('cookie') ?? '')).toEqual([
      '',
      '',
      'c=1',
      '',
      '',
    ]);
  });

  test('are limited if a site sets ten thousand', async () => {
    const server = await serveThisTest(({ socket, index }) => {
      const lines = Array.from({ length: 500 }, (_, at) => `Set-Cookie: c${index}x${at}=1; Path=/\r\n`);
      socket.write(`HTTP/1.1 200 OK\r\n${lines.join('')}Content-Length: 0\r\n\r\n`);
    });
    const visit = visitor(new HttpSession());
    for (let page = 0; page < 21; page++) await visit(`${server.origin}/${page}`);
    const last = server.requests.at(-1);
    expect(cookieCount(last)).toBe(maxCookiesPerSite);
    // The newest stay.
    expect(last?.headers.get('cookie')).toContain('c19x499=1');
  });

  test('that are huge are not sent back as a huge header', async () => {
    const server = await serveThisTest(({ socket, index }) => {
      const lines = Array.from(
        { length: 10 },
        (_, at) => `Set-Cookie: c${index}x${at}=${'v'.repeat(4000)}\r\n`,
      );
      const tooBig = `Set-Cookie: big=${'v'.repeat(5000)}\r\n`;
      socket.write(`HTTP/1.1 200 OK\r\n${tooBig}${lines.join('')}Content-Length: 0\r\n\r\n`);
    });
    const visit = visitor(new HttpSession());
    for (let page = 0; page < 5; page++) await visit(server.origin);
    const cookie = server.requests.at(-1)?.headers.get('cookie') ?? '';
    expect(cookie.length).toBeGreaterThan(4000);
    expect(cookie.length).toBeLessThanOrEqual(16 * 1024);
    expect(cookie).not.toContain('big=');
  });

  test('that make no sense are dropped', async () => {
    const lines = [
      '',
      ';',
      '=',
      'a',
      'x=\u0001',
      'ok=1',
      `${'n'.repeat(3000)}`,
      'e=1; Expires=nonsense',
      'p=1; Max-Age=x',
    ];
    const server = await serveThisTest(({ socket }) =>
      socket.write(
        Buffer.from(
          `HTTP/1.1 200 OK\r\n${lines
            .filter((line) => !line.includes('\u0001'))
            .map((line) => `Set-Cookie: ${line}\r\n`)
            .join('')}Content-Length: 0\r\n\r\n`,
        ),
      ),
    );
    const visit = visitor(new HttpSession());
    await visit(server.origin);
    await visit(server.origin);
    expect(server.requests[1]?.headers.get('cookie')).toContain('ok=1');
  });
});

test('a cookie that is set again is the newest one', async () => {
  const cookies = new Cookies();
  const url = new URL('http://site.test/');
  const others = Array.from({ length: maxCookiesPerSite - 1 }, (_, at) => `c${at}=1`);
  await cookies.keep(url, ['first=1', ...others, 'first=2', 'last=1']);
  const header = cookies.headerFor(url)?.split('; ') ?? [];
  expect(header).toHaveLength(maxCookiesPerSite);
  expect(header).toContain('first=2');
  expect(header).not.toContain('c0=1');
});

describe('a log-in', () => {
  const me = { username: 'Ebb', password: 'fl\u00fct: "x"' };

  test('of the basic kind is sent when asked for, then at once', async () => {
    const expected = `Basic ${Buffer.from(`${me.username}:${me.password}`).toString('base64')}`;
    const server = await serveThisTest(({ socket, headers }) =>
      socket.write(
        headers.get('authorization') === expected
          ? answer(200, {}, 'in')
          : answer(401, { 'WWW-Authenticate': 'Basic realm="tide"' }),
      ),
    );
    const visit = visitor(new HttpSession({ credentials: new Map([[server.origin, me]]) }));
    expect((await visit(`${server.origin}/a`)).status).toBe(200);
    expect((await visit(`${server.origin}/b`)).status).toBe(200);
    expect(server.requests.map(({ headers }) => headers.has('authorization'))).toEqual([false, true, true]);
  });

  test('that is wrong ends with 401, without trying for ever', async () => {
    const server = await serveThisTest(({ socket }) =>
      socket.write(answer(401, { 'WWW-Authenticate': 'Basic realm="tide"' })),
    );
    const visit = visitor(new HttpSession({ credentials: new Map([[server.origin, me]]) }));
    expect((await visit(server.origin)).status).toBe(401);
    expect(server.requests).toHaveLength(2);
  });

  test('in the URL is used and does not appear in the result', async () => {
    const server = await serveThisTest(({ socket, headers }) =>
      socket.write(
        headers.has('authorization') ? answer(200) : answer(401, { 'WWW-Authenticate': 'Basic realm="x"' }),
      ),
    );
    const result = await visitor(new HttpSession())(server.origin.replace('//', '//ebb:fl%20ood@'));
    expect(result).toMatchObject({ status: 200, url: `${server.origin}/` });
    expect(server.requests[1]?.headers.get('authorization')).toBe(
      `Basic ${Buffer.from('ebb:fl ood').toString('base64')}`,
    );
  });

  test('is not sent to another origin that asks for one', async () => {
    const asking = (request: ScriptedRequest) =>
      request.socket.write(answer(401, { 'WWW-Authenticate': 'Basic realm="tide"' }));
    const other = await serveThisTest(asking);
    const server = await serveThisTest(({ socket }) =>
      socket.write(answer(302, { Location: `${other.origin}/` })),
    );
    const session = new HttpSession({ credentials: new Map([[server.origin, me]]) });
    expect((await visitor(session)(server.origin)).status).toBe(401);
    expect((await visitor(session)(server.origin.replace('//', '//ebb:x@'))).status).toBe(401);
    expect(other.requests.every(({ headers }) => !headers.has('authorization'))).toBe(true);
  });

  test.each([
    ['MD5', 'md5'],
    ['SHA-256', 'sha256'],
    ['SHA-256-sess', 'sha256'],
  ])('of the digest kind with %s counts its requests and renews an old nonce', async (algorithm, hash) => {
    const h = (text: string) => createHash(hash).update(text).digest('hex');
    let nonce = 'first';
    const counts: string[] = [];
    const server = await serveThisTest(({ socket, headers, method, target }) => {
      const given = headers.get('authorization') ?? '';
      const field = (name: string) => new RegExp(`\\b${name}="?([^",]*)"?`).exec(given)?.[1] ?? '';
      const secret = h(`${me.username}:tide "x":${Buffer.from(me.password, 'utf8').toString('utf8')}`);
      const a1 = algorithm.endsWith('-sess') ? h(`${secret}:${nonce}:${field('cnonce')}`) : secret;
      const right = h(`${a1}:${nonce}:${field('nc')}:${field('cnonce')}:auth:${h(`${method}:${target}`)}`);
      const stale = given !== '' && field('nonce') !== nonce;
      if (given !== '' && !stale && field('response') === right && field('uri') === target) {
        counts.push(field('nc'));
        socket.write(answer(200, {}, 'in'));
      } else {
        const challenge = `Digest realm="tide \\"x\\"", qop="auth", nonce="${nonce}", algorithm=${algorithm}`;
        socket.write(
          answer(401, { 'WWW-Authenticate': `Basic realm="x", ${challenge}${stale ? ', stale=TRUE' : ''}` }),
        );
      }
    });
    const visit = visitor(new HttpSession({ credentials: new Map([[server.origin, me]]) }));
    expect((await visit(`${server.origin}/a?b=c`)).status).toBe(200);
    expect((await visit(`${server.origin}/b`)).status).toBe(200);
    nonce = 'second';
    expect((await visit(`${server.origin}/c`)).status).toBe(200);
    expect(counts).toEqual(['00000001', '00000002', '00000001']);
    expect(server.requests).toHaveLength(5);
  });

  test.each([
    ['weakest first', ['MD5', 'SHA-256', 'SHA-512-256']],
    ['strongest first', ['SHA-512-256', 'SHA-256', 'MD5']],
  ])('uses the strongest algorithm that the server offers, %s', (_, algorithms) => {
    const session = new HttpSession({ credentials: new Map([['http://site.test', me]]) });
    const lines = algorithms.map((name) => `Digest realm="r", nonce="n", qop="auth", algorithm=${name}`);
    expect(session.takeChallenges('http://site.test', lines, false, null)).toBe(true);
    const answer = session.authorization(new URL('http://site.test/'), 'GET');
    expect(answer).toContain('algorithm=SHA-512-256,');
  });

  test('in the URL comes before the one of the session', () => {
    const session = new HttpSession({ credentials: new Map([['http://site.test', me]]) });
    const own = { username: 'own', password: 'x' };
    expect(session.takeChallenges('http://site.test', ['Basic realm="r"'], false, own)).toBe(true);
    expect(session.authorization(new URL('http://site.test/'), 'GET')).toBe(
      `Basic ${Buffer.from('own:x').toString('base64')}`,
    );
  });

  test('is sent a third time if the nonce expires at once, but not a fourth time', async () => {
    const digest = (nonce: number, stale = '') => ({
      'WWW-Authenticate': `Digest realm="r", qop="auth", nonce="${nonce}"${stale}`,
    });
    const patient = await serveThisTest(({ socket, index }) =>
      socket.write(index < 2 ? answer(401, digest(index, index > 0 ? ', stale=true' : '')) : answer(200)),
    );
    const never = await serveThisTest(({ socket, index }) =>
      socket.write(answer(401, digest(index, ', stale=true'))),
    );
    const credentials = new Map([
      [patient.origin, me],
      [never.origin, me],
    ]);
    const visit = visitor(new HttpSession({ credentials }));
    expect((await visit(patient.origin)).status).toBe(200);
    expect((await visit(never.origin)).status).toBe(401);
    expect(never.requests).toHaveLength(3);
  });

  test('in the URL is not sent after the chain has left the origin, even back there', async () => {
    const other = await serveThisTest(({ socket }) =>
      socket.write(answer(302, { Location: `${server.origin}/back` })),
    );
    const server = await serveThisTest(({ socket, target }) => {
      if (target === '/') socket.write(answer(302, { Location: `${other.origin}/` }));
      else if (target === '/back') socket.write(answer(302, { Location: '/private' }));
      else socket.write(answer(401, { 'WWW-Authenticate': 'Basic realm="tide"' }));
    });
    const result = await visitor(new HttpSession())(server.origin.replace('//', '//ebb:x@'));
    expect(result).toMatchObject({ status: 401, url: `${server.origin}/private` });
    expect(server.requests.some(({ headers }) => headers.has('authorization'))).toBe(false);
  });
});
