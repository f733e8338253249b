import { once } from 'node:events';
import {
  createSecureServer,
  type Http2SecureServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { certificate } from '../../../test/fixtures/servers/certificates.ts';
import { fetcherOfThisTest } from '../../../test/fixtures/servers/for-this-test.ts';
import { failureCode, type LoopbackOptions } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import { HttpSession } from './http-session.ts';

type Answer = (stream: ServerHttp2Stream, path: string) => void;

async function serve(script: Answer): Promise<{ readonly origin: string; readonly sessions: () => number }> {
  const server: Http2SecureServer = createSecureServer({ ...certificate, allowHTTP1: true });
  const sessions = new Set<ServerHttp2Session>();
  let opened = 0;
  server.on('session', (session) => {
    opened++;
    sessions.add(session);
    session.on('error', () => undefined);
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    script(stream, String(headers[':path']));
  });
  server.on('request', (request, response) => {
    if (request.httpVersionMajor === 1) response.end('one');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const session of sessions) session.destroy();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return { origin: `https://localhost:${port}`, sessions: () => opened };
}

function visitor(options: LoopbackOptions = {}) {
  const fetcher = fetcherOfThisTest({ trust: [certificate.cert], ...options });
  const session = new HttpSession();
  return (url: string) => fetcher.fetch({ url, session });
}

describe('over HTTP/2', () => {
  test('an answer comes, with cookies, encodings and redirects', async () => {
    const server = await serve((stream, path) => {
      if (path === '/') {
        stream.respond({ ':status': 302, location: '/page', 'set-cookie': ['a=1', 'b=2'] });
        stream.end();
      } else {
        stream.respond({ ':status': 200, 'content-type': 'text/html', 'content-encoding': 'gzip' });
        stream.end(gzipSync('high tide'));
      }
    });
    const result = await visitor()(server.origin);
    expect(result).toMatchObject({ status: 200, httpVersion: '2', url: `${server.origin}/page` });
    expect(Buffer.from(result.body).toString()).toBe('high tide');
    expect(result.headers.list()).toContainEqual(['content-type', 'text/html']);
    expect(result.remoteAddress).toBe('127.0.0.1');
  });

  test('many pages come over one connection', async () => {
    const server = await serve((stream, path) => {
      stream.respond({ ':status': 200 });
      stream.end(path);
    });
    const visit = visitor();
    const pages = Array.from({ length: 50 }, (_, page) => `/${page}`);
    const results = await Promise.all(pages.map((path) => visit(server.origin + path)));
    expect(results.map(({ body }) => Buffer.from(body).toString())).toEqual(pages);
    expect(server.sessions()).toBe(1);
  });

  test('a page comes although the server has closed the connection of the last one', async () => {
    const server = await serve((stream, path) => {
      stream.respond({ ':status': 200 });
      stream.end(path, () => stream.session?.close());
    });
    const visit = visitor();
    for (let page = 0; page < 10; page++) {
      const { body } = await visit(`${server.origin}/${page}`);
      expect(Buffer.from(body).toString()).toBe(`/${page}`);
    }
    expect(server.sessions()).toBe(10);
  });

  test('is not spoken when it is switched off', async () => {
    const server = await serve((stream) => stream.respond({ ':status': 200 }, { endStream: true }));
    expect((await visitor({ allowHttp2: false })(server.origin)).httpVersion).toBe('1.1');
  });

  test.each<readonly [string, Answer, string]>([
    [
      'is reset in the middle',
      (stream) => {
        stream.respond({ ':status': 200 });
        stream.write('half', () => stream.destroy(new Error('broken')));
      },
      'FETCH_INCOMPLETE',
    ],
    [
      'is shorter than its length',
      (stream) => {
        stream.respond({ ':status': 200, 'content-length': 10 });
        stream.end('half');
      },
      'FETCH_INCOMPLETE',
    ],
    [
      'loses its connection in the middle',
      (stream) => {
        stream.respond({ ':status': 200 });
        stream.write('half', () => stream.session?.socket?.destroy());
      },
      'FETCH_INCOMPLETE',
    ],
    ['does not come at all', (stream) => stream.close(0), 'FETCH_CLOSED'],
  ])('an answer that %s is an error', async (_, script, code) => {
    const server = await serve(script);
    expect(await failureCode(visitor()(server.origin))).toBe(code);
  });

  test('limits hold as well', async () => {
    const server = await serve((stream, path) => {
      if (path === '/silent') return;
      if (path === '/headers') stream.respond({ ':status': 200, 'x-big': 'x'.repeat(60_000) });
      else stream.respond({ ':status': 200 });
      if (path === '/slow') stream.write('x');
      else stream.end('x'.repeat(100_000));
    });
    const hasty = (limits: NonNullable<LoopbackOptions['limits']>) => visitor({ limits });
    expect(await failureCode(hasty({ headersTimeoutMs: 60 })(`${server.origin}/silent`))).toBe(
      'FETCH_TIMEOUT_HEADERS',
    );
    expect(await failureCode(hasty({ rateWindowMs: 60 })(`${server.origin}/slow`))).toBe('FETCH_TOO_SLOW');
    const visit = visitor({ limits: { maxBytes: 50_000, maxHeaderBytes: 16_384 } });
    expect(await failureCode(visit(`${server.origin}/large`))).toBe('FETCH_TOO_LARGE');
    expect(await failureCode(visit(`${server.origin}/headers`))).toBe('FETCH_HEADERS_TOO_LARGE');
  });
});
