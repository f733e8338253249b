// The server for bench/fetch.ts, in its own process: answers with a page of 23.5 kB, `/gzip/…` packed, a conditional request with 304.
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

const page = Buffer.from(
  `<!doctype html><title>A page</title>${'<p>Tides rise and fall, <a href="/next">day by day</a>.</p>\n'.repeat(407)}`,
);
const head = (status: string, ...more: readonly string[]) =>
  [
    `HTTP/1.1 ${status}`,
    'Server: bench',
    'Date: Thu, 01 Jan 2026 00:00:00 GMT',
    'Connection: keep-alive',
    'Last-Modified: Wed, 31 Dec 2025 12:00:00 GMT',
    'ETag: "1"',
    ...more,
    '\r\n',
  ].join('\r\n');
const html = 'Content-Type: text/html; charset=utf-8';
const answer = (body: Buffer, ...more: readonly string[]) =>
  Buffer.concat([Buffer.from(head('200 OK', html, ...more, `Content-Length: ${body.length}`)), body]);
const plain = answer(page);
const gzip = answer(gzipSync(page), 'Content-Encoding: gzip');
const unchanged = Buffer.from(head('304 Not Modified'));

// A bare socket server: node:http would be the slowest part of the measurement.
const server = createServer((socket: Socket) => {
  let pending = '';
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1');
    for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
      const isConditional = pending.slice(0, end).includes('if-none-match');
      socket.write(isConditional ? unchanged : pending.startsWith('GET /gzip/') ? gzip : plain);
      pending = pending.slice(end + 4);
    }
  });
  socket.on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
