// The server for bench/fetch.ts, in its own process: answers `/plain/…` and `/gzip/…` with a page of 4 kB.
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

const page = Buffer.from(
  `<!doctype html><title>A page</title>${'<p>Tides rise and fall, <a href="/next">day by day</a>.</p>\n'.repeat(70)}`,
);
const head = (extra: string, length: number) =>
  `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nServer: bench\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\n` +
  `Cache-Control: max-age=0\r\nETag: "1"\r\n${extra}Content-Length: ${length}\r\n\r\n`;
const plain = Buffer.concat([Buffer.from(head('', page.length)), page]);
const packed = gzipSync(page);
const gzip = Buffer.concat([Buffer.from(head('Content-Encoding: gzip\r\n', packed.length)), packed]);

// A bare socket server: node:http would be the slowest part of the measurement.
const server = createServer((socket: Socket) => {
  let pending = '';
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1');
    for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
      socket.write(pending.startsWith('GET /gzip/') ? gzip : plain);
      pending = pending.slice(end + 4);
    }
  });
  socket.on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
