import { once } from 'node:events';
import {
  brotliCompressSync,
  createGzip,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  fetcherOfThisTest,
  fetchInThisTest,
  serveThisTest,
} from '../../../test/fixtures/servers/for-this-test.ts';
import { failureCode } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import { answer } from '../../../test/fixtures/servers/scripted-server.ts';
import { HttpSession } from './http-session.ts';

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
    const server = await serveThisTest(({ socket }) =>
      socket.write(answer(200, { 'Content-Encoding': name }, body)),
    );
    const result = await fetchInThisTest(server);
    expect(bodyOf(result)).toBe(page);
    expect(result.wireBytes).toBe(body.length);
  });

  test.each(['gzip', 'br', 'zstd', 'deflate'])('%s over a large page is decoded', async (name) => {
    const large = Buffer.alloc(300_000);
    for (let at = 0, seed = 1; at < large.length; at++) {
      seed = (seed * 48271) % 2147483647;
      large[at] = seed & 255;
    }
    const body = encoders[name]?.(large) ?? '';
    const server = await serveThisTest(({ socket }) =>
      socket.write(answer(200, { 'Content-Encoding': name }, body)),
    );
    expect(Buffer.from((await fetchInThisTest(server)).body).equals(large)).toBe(true);
  });

  test.each(['gzip', 'br', 'zstd', 'deflate'])(
    '%s that breaks off is incomplete at every point',
    async (name) => {
      const whole = encoders[name]?.(Buffer.from(page)) ?? Buffer.alloc(0);
      const server = await serveThisTest(({ socket, target }) =>
        socket.write(answer(200, { 'Content-Encoding': name }, whole.subarray(0, Number(target.slice(1))))),
      );
      const fetcher = fetcherOfThisTest();
      for (let length = 1; length < whole.length; length++) {
        const work = fetcher.fetch({ url: `${server.origin}/${length}`, session: new HttpSession() });
        expect(await failureCode(work)).toBe('FETCH_INCOMPLETE');
      }
    },
  );

  test('that is damaged is an error', async () => {
    const body = gzipSync(page);
    body[body.length >> 1] = (body[body.length >> 1] ?? 0) ^ 0xff;
    const server = await serveThisTest(({ socket }) =>
      socket.write(answer(200, { 'Content-Encoding': 'gzip' }, body)),
    );
    expect(await failureCode(fetchInThisTest(server))).toBe('FETCH_DECOMPRESSION');
  });

  test.each(['compress', 'rot13', 'gzip, gzip, gzip, gzip'])('"%s" is an error', async (name) => {
    const server = await serveThisTest(({ socket }) =>
      socket.write(answer(200, { 'Content-Encoding': name }, 'x')),
    );
    expect(await failureCode(fetchInThisTest(server))).toBe('FETCH_DECOMPRESSION');
  });

  test('on an answer without a body is nothing to decode', async () => {
    const server = await serveThisTest(({ socket }) =>
      socket.write(answer(200, { 'Content-Encoding': 'gzip' })),
    );
    expect((await fetchInThisTest(server)).body).toHaveLength(0);
  });

  test('of a small page may expand as much as it likes', async () => {
    const spaces = gzipSync(' '.repeat(1_000_000));
    expect(spaces.length * 250).toBeLessThan(1_000_000);
    const server = await serveThisTest(({ socket }) =>
      socket.write(answer(200, { 'Content-Encoding': 'gzip' }, spaces)),
    );
    expect((await fetchInThisTest(server)).body).toHaveLength(1_000_000);
  });

  test('that decodes to more than the caller allows is an error', async () => {
    const server = await serveThisTest(({ socket }) =>
      socket.write(answer(200, { 'Content-Encoding': 'gzip' }, gzipSync(page))),
    );
    const maxBytes = page.length;
    expect((await fetchInThisTest(server, {}, { maxBytes })).body).toHaveLength(maxBytes);
    const work = fetchInThisTest(server, {}, { maxBytes: maxBytes - 1 });
    expect(await failureCode(work)).toBe('FETCH_TOO_LARGE');
  });

  test('that expands more than allowed is an error', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const server = await serveThisTest(({ socket }) =>
      socket.write(answer(200, { 'Content-Encoding': 'gzip' }, bomb)),
    );
    expect(await failureCode(fetchInThisTest(server))).toBe('FETCH_DECOMPRESSION');
  });

  test('of Brotli and zstd that expand more than allowed are errors', async () => {
    for (const name of ['br', 'zstd']) {
      const bomb = encoders[name]?.(Buffer.alloc(30_000_000)) ?? '';
      const server = await serveThisTest(({ socket }) =>
        socket.write(answer(200, { 'Content-Encoding': name }, bomb)),
      );
      expect(await failureCode(fetchInThisTest(server))).toBe('FETCH_DECOMPRESSION');
    }
  });

  test('of 10 MB that would become 10 GB costs no more than the largest body', async () => {
    const bomb = await gzipBomb();
    expect(bomb.length).toBeGreaterThan(10_000_000);
    const server = await serveThisTest(({ socket }) =>
      socket.write(answer(200, { 'Content-Encoding': 'gzip' }, bomb)),
    );
    const before = process.memoryUsage().rss;
    const code = await failureCode(fetchInThisTest(server, { limits: { maxExpansion: 10_000 } }));
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

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['deflate', deflateSync],
])(
  'of a %s body that is too large, the beginning is decoded where the caller wants that',
  async (name, encode) => {
    const whole = encode(Buffer.alloc(50_000_000, 'low tide '));
    for (const body of [whole, whole.subarray(0, whole.length - 8)]) {
      const server = await serveThisTest(({ socket }) =>
        socket.write(answer(200, { 'Content-Encoding': name }, body)),
      );
      const result = await fetchInThisTest(server, {}, { maxBytes: 20_000, whenTooLarge: 'cut' });
      expect(bodyOf(result)).toBe('low tide '.repeat(3000).slice(0, 20_000));
    }
  },
);
