import { once } from 'node:events';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
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

describe('a server that takes its time', () => {
  test('never answering runs into the header limit', async () => {
    const server = await serveThisTest(() => undefined);
    expect(await failureCode(fetchInThisTest(server, { limits: { headersTimeoutMs: 40 } }))).toBe(
      'FETCH_TIMEOUT_HEADERS',
    );
  });

  test('dripping its headers runs into the header limit', async () => {
    const server = await serveThisTest(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Drip: ');
      const drip = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await failureCode(fetchInThisTest(server, { limits: { headersTimeoutMs: 60 } }))).toBe(
      'FETCH_TIMEOUT_HEADERS',
    );
  });

  test('falling silent after an interim answer runs into the header limit', async () => {
    const server = await serveThisTest(({ socket }) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'));
    const limits = { headersTimeoutMs: 60, rateWindowMs: 40 };
    expect(await failureCode(fetchInThisTest(server, { limits }))).toBe('FETCH_TIMEOUT_HEADERS');
  });

  test('dripping its body is too slow', async () => {
    const server = await serveThisTest(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    const limits = { rateWindowMs: 60, minBytesPerSecond: 5000 };
    expect(await failureCode(fetchInThisTest(server, { limits }))).toBe('FETCH_TOO_SLOW');
  });

  test('falling silent in the middle of the body is too slow', async () => {
    const server = await serveThisTest(({ socket }) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
    );
    expect(await failureCode(fetchInThisTest(server, { limits: { rateWindowMs: 40 } }))).toBe(
      'FETCH_TOO_SLOW',
    );
  });

  test('sending endlessly runs into the total limit', async () => {
    const server = await serveThisTest(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const flow = setInterval(() => socket.write('1000\r\n'.concat('x'.repeat(4096), '\r\n')), 2);
      socket.on('close', () => clearInterval(flow));
    });
    expect(await failureCode(fetchInThisTest(server, { limits: { totalTimeoutMs: 120 } }))).toBe(
      'FETCH_TIMEOUT_TOTAL',
    );
  });

  test('answering after a redirect has only what is left of the total', async () => {
    const server = await serveThisTest(({ socket, target }) => {
      if (target === '/') socket.write(answer(302, { Location: '/silent' }));
    });
    expect(await failureCode(fetchInThisTest(server, { limits: { totalTimeoutMs: 80 } }))).toBe(
      'FETCH_TIMEOUT_TOTAL',
    );
  });
});

describe('a server that says too much', () => {
  test('in a header of 1 MB', async () => {
    const server = await serveThisTest(({ socket }) =>
      socket.write(answer(200, { 'X-Big': 'x'.repeat(1_000_000) })),
    );
    expect(await failureCode(fetchInThisTest(server))).toBe('FETCH_HEADERS_TOO_LARGE');
  });

  test('in 100,000 headers', async () => {
    const server = await serveThisTest(({ socket }) =>
      socket.write(`HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(100_000)}\r\n`),
    );
    expect(await failureCode(fetchInThisTest(server))).toBe('FETCH_HEADERS_TOO_LARGE');
  });

  test('in an announced body', async () => {
    const server = await serveThisTest(({ socket }) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n'),
    );
    await expect(fetchInThisTest(server, {}, { maxBytes: 1024 * 1024 })).rejects.toThrow(
      'the body is larger than 1M, the most that is read of a page (--max-page-bytes)',
    );
    expect(await failureCode(fetchInThisTest(server))).toBe('FETCH_TOO_LARGE');
  });

  test('in a body without an announced length', async () => {
    const server = await serveThisTest(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      for (let chunk = 0; chunk < 100; chunk++) socket.write(`400\r\n${'x'.repeat(1024)}\r\n`);
    });
    expect(await failureCode(fetchInThisTest(server, {}, { maxBytes: 50_000 }))).toBe('FETCH_TOO_LARGE');
  });

  test('is cut where the caller wants the beginning', async () => {
    const server = await serveThisTest(({ socket }) => socket.write(answer(200, {}, 'x'.repeat(100_000))));
    const result = await fetchInThisTest(server, {}, { maxBytes: 1000, whenTooLarge: 'cut' });
    expect(result).toMatchObject({ cut: true, wireBytes: 1000, status: 200 });
    expect(server.requests[0]?.headers.get('accept-encoding')).toBe('identity');
  });

  const fine = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  test.each([
    ['interim answers', '', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1000)],
    ['empty lines', '', '\r\n'.repeat(30_000)],
    ['a reason', 'HTTP/1.1 200 ', 'O'.repeat(60_000)],
    ['an extension of a chunk', `${fine}5;`, 'x=y;'.repeat(15_000)],
    ['extensions of many chunks', fine, `1;x=${'y'.repeat(16_000)}\r\nx\r\n`],
    ['the size of a chunk', fine, '0'.repeat(60_000)],
    ['trailers', `${fine}0\r\n`, 'X-Tide: low\r\n'.repeat(1000)],
  ])('around the body without end: %s', async (_, head, piece) => {
    let isClosed = false;
    const server = await serveThisTest(({ socket }) => {
      socket.write(head);
      const write = () => {
        if (!socket.destroyed && socket.write(piece)) setImmediate(write);
      };
      socket.on('drain', write).on('close', () => {
        isClosed = true;
      });
      write();
    });
    const limits = { headersTimeoutMs: 600_000, totalTimeoutMs: 600_000, rateWindowMs: 600_000 };
    expect(await failureCode(fetchInThisTest(server, { limits }))).toBe('FETCH_HEADERS_TOO_LARGE');
    await expect.poll(() => isClosed).toBe(true);
  });

  test('in chunks of one byte costs a body, not a list of chunks', async () => {
    const server = await serveThisTest(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      socket.write(`${'1\r\nx\r\n'.repeat(200_000)}0\r\n\r\n`);
    });
    expect(await fetchInThisTest(server)).toMatchObject({ wireBytes: 200_000 });
  });
});

describe('a body that is not as announced', () => {
  test.each([
    ['shorter than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort', 'FETCH_INCOMPLETE'],
    [
      'longer than its length',
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nlonger than that',
      'FETCH_INCOMPLETE',
    ],
    [
      'of two lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
      'FETCH_PROTOCOL',
    ],
    ['of a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n', 'FETCH_PROTOCOL'],
    [
      'of a length that is not a number',
      'HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nabcde',
      'FETCH_PROTOCOL',
    ],
    [
      'with a chunk that breaks off',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc',
      'FETCH_INCOMPLETE',
    ],
    [
      'without a last chunk',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
      'FETCH_INCOMPLETE',
    ],
    [
      'with a chunk of no size',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n',
      'FETCH_PROTOCOL',
    ],
    [
      'with a chunk longer than its size',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n',
      'FETCH_PROTOCOL',
    ],
    [
      'with a chunk of a giant size',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nabc',
      'FETCH_PROTOCOL',
    ],
    [
      'of a length and in chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
      'FETCH_PROTOCOL',
    ],
    [
      'that is compressed for the transfer, which was not requested',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
      'FETCH_PROTOCOL',
    ],
    [
      'that is compressed for the transfer, until the end',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: deflate\r\n\r\nabc',
      'FETCH_PROTOCOL',
    ],
    ['that is not HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', 'FETCH_PROTOCOL'],
    ['that is a header without a colon', 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n', 'FETCH_PROTOCOL'],
    [
      'that is an upgrade without a request for it',
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      'FETCH_PROTOCOL',
    ],
    ['that is nothing', '', 'FETCH_CLOSED'],
  ])('%s is an error', async (_, bytes, code) => {
    const server = await serveThisTest(({ socket }) => socket.end(Buffer.from(bytes, 'latin1')));
    expect(await failureCode(fetchInThisTest(server))).toBe(code);
  });

  test('until the connection closes is complete', async () => {
    const server = await serveThisTest(({ socket }) => socket.end('HTTP/1.0 200 OK\r\n\r\nold but fine'));
    expect(bodyOf(await fetchInThisTest(server))).toBe('old but fine');
  });
});

describe('a server that closes', () => {
  const whole: Readonly<Record<string, Buffer>> = {
    'with a length': answer(200, { 'Content-Type': 'text/html' }, '<p>The tide is out.</p>'),
    'in chunks': Buffer.from(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n6\r\nfghijk\r\n0\r\nX-Trailer: 1\r\n\r\n',
    ),
    'in chunks, on its last request': Buffer.from(
      'HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n',
    ),
    'with a length, on its last request': answer(200, { Connection: 'close' }, '<p>The tide is out.</p>'),
    gzip: answer(200, { 'Content-Encoding': 'gzip' }, gzipSync('<p>The tide is out.</p>')),
  };

  test.each(Object.keys(whole))(
    'at any byte of an answer %s gives an error, and none after the last',
    async (kind) => {
      const bytes = whole[kind] ?? Buffer.alloc(0);
      for (const ending of ['end', 'reset'] as const) {
        const server = await serveThisTest(({ socket, target }) => {
          const cut = bytes.subarray(0, Number(target.slice(1)));
          if (ending === 'end') socket.end(cut);
          else socket.write(cut, () => socket.resetAndDestroy());
        });
        const fetcher = fetcherOfThisTest();
        const headEnd = bytes.indexOf('\r\n\r\n') + 4;
        for (let length = 0; length < bytes.length; length++) {
          const work = fetcher.fetch({ url: `${server.origin}/${length}`, session: new HttpSession() });
          const code = await failureCode(work);
          // A reset may lose bytes that were already sent.
          const expected =
            ending === 'reset'
              ? ['FETCH_CLOSED', 'FETCH_INCOMPLETE']
              : [length < headEnd ? 'FETCH_CLOSED' : 'FETCH_INCOMPLETE'];
          expect(expected).toContain(code);
        }
        if (ending === 'reset') continue;
        const complete = await fetcher.fetch({
          url: `${server.origin}/${bytes.length}`,
          session: new HttpSession(),
        });
        expect(complete.status).toBe(200);
      }
    },
  );

  test('its port is refused', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    server.close();
    await once(server, 'close');
    expect(await failureCode(fetchInThisTest({ origin: `http://127.0.0.1:${port}` }))).toBe('FETCH_REFUSED');
  });
});
