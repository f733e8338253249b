import { once } from 'node:events';
import {
  brotliCompressSync,
  createGzip,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { failureCode, type LoopbackOptions, loopbackFetcher } from '../../test/servers/loopback-fetcher.ts';
import {
  answer,
  type ScriptedRequest,
  type ScriptedServer,
  scriptedServer,
} from '../../test/servers/scripted-server.ts';
import type { FetchRequest, FetchResult } from './http-request.ts';
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

function fetchOne(
  server: { readonly origin: string },
  options: LoopbackOptions = {},
  request: Partial<FetchRequest> = {},
): Promise<FetchResult> {
  const fetcher = loopbackFetcher(options);
  cleanup.push(() => fetcher.destroy());
  return fetcher.fetch({ url: server.origin, session: new HttpSession(), ...request });
}

function text(result: FetchResult): string {
  return Buffer.from(result.body).toString('latin1');
}

describe('a body with encodings', () => {
  const page = 'The tide is high. '.repeat(500);
  const encoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
    gzip: gzipSync,
    'x-gzip': gzipSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
    deflate: deflateSync,
    'Deflate ': deflateRawSync,
    'gzip, br': (body) => brotliCompressSync(gzipSync(body)),
    'gzip,identity,gzip,gzip': (body) => gzipSync(gzipSync(gzipSync(body))),
    identity: (body) => body,
    'UTF-8': (body) => body,
  };

  test.each(Object.keys(encoders))('"%s" is decoded', async (name) => {
    const body = encoders[name]?.(Buffer.from(page)) ?? '';
    const server = await serve(({ socket }) => socket.write(answer(200, { 'Content-Encoding': name }, body)));
    const result = await fetchOne(server);
    expect(text(result)).toBe(page);
    expect(result.wireBytes).toBe(body.length);
  });

  test.each(['gzip', 'br', 'zstd', 'deflate'])('%s over a large page is decoded', async (name) => {
    const large = Buffer.alloc(300_000);
    for (let at = 0, seed = 1; at < large.length; at++) {
      seed = (seed * 48271) % 2147483647;
      large[at] = seed & 255;
    }
    const body = encoders[name]?.(large) ?? '';
    const server = await serve(({ socket }) => socket.write(answer(200, { 'Content-Encoding': name }, body)));
    expect(Buffer.from((await fetchOne(server)).body).equals(large)).toBe(true);
  });

  test.each(['gzip', 'br', 'zstd', 'deflate'])(
    '%s that breaks off is incomplete at every point',
    async (name) => {
      const whole = encoders[name]?.(Buffer.from(page)) ?? Buffer.alloc(0);
      const server = await serve(({ socket, target }) =>
        socket.write(answer(200, { 'Content-Encoding': name }, whole.subarray(0, Number(target.slice(1))))),
      );
      const fetcher = loopbackFetcher();
      cleanup.push(() => fetcher.destroy());
      for (let length = 1; length < whole.length; length++) {
        const work = fetcher.fetch({ url: `${server.origin}/${length}`, session: new HttpSession() });
        expect(['FETCH_INCOMPLETE', 'FETCH_DECOMPRESSION']).toContain(await failureCode(work));
      }
    },
  );

  test('that is damaged is an error', async () => {
    const body = gzipSync(page);
    body[body.length >> 1] = (body[body.length >> 1] ?? 0) ^ 0xff;
    const server = await serve(({ socket }) =>
      socket.write(answer(200, { 'Content-Encoding': 'gzip' }, body)),
    );
    expect(await failureCode(fetchOne(server))).toBe('FETCH_DECOMPRESSION');
  });

  test.each(['compress', 'rot13', 'gzip, gzip, gzip, gzip'])('"%s" is an error', async (name) => {
    const server = await serve(({ socket }) => socket.write(answer(200, { 'Content-Encoding': name }, 'x')));
    expect(await failureCode(fetchOne(server))).toBe('FETCH_DECOMPRESSION');
  });

  test('on an answer without a body is nothing to decode', async () => {
    const server = await serve(({ socket }) => socket.write(answer(200, { 'Content-Encoding': 'gzip' })));
    expect((await fetchOne(server)).body).toHaveLength(0);
  });

  test('that expands more than allowed is an error', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const server = await serve(({ socket }) =>
      socket.write(answer(200, { 'Content-Encoding': 'gzip' }, bomb)),
    );
    expect(await failureCode(fetchOne(server))).toBe('FETCH_DECOMPRESSION');
  });

  test('of Brotli and zstd that expand more than allowed are errors', async () => {
    for (const name of ['br', 'zstd']) {
      const bomb = encoders[name]?.(Buffer.alloc(30_000_000)) ?? '';
      const server = await serve(({ socket }) =>
        socket.write(answer(200, { 'Content-Encoding': name }, bomb)),
      );
      expect(await failureCode(fetchOne(server))).toBe('FETCH_DECOMPRESSION');
    }
  });

  test('of 10 MB that would become 10 GB costs no more than the greatest body', async () => {
    const bomb = await gzipBomb();
    expect(bomb.length).toBeGreaterThan(10_000_000);
    const server = await serve(({ socket }) =>
      socket.write(answer(200, { 'Content-Encoding': 'gzip' }, bomb)),
    );
    const before = process.memoryUsage().rss;
    const code = await failureCode(fetchOne(server, { limits: { maxExpansion: 10_000 } }));
    expect(code).toBe('FETCH_TOO_LARGE');
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  });

  /** 10 GB of zeros: members of a gzip file may follow each other, so one of 64 MB is repeated. */
  async function gzipBomb(): Promise<Buffer> {
    const gzip = createGzip({ level: 9 });
    const parts: Buffer[] = [];
    gzip.on('data', (part: Buffer) => parts.push(part));
    gzip.end(Buffer.alloc(64 * 1024 * 1024));
    await once(gzip, 'end');
    const member = Buffer.concat(parts);
    return Buffer.concat(Array.from({ length: Math.ceil(10_240 / 64) }, () => member));
  }
});
