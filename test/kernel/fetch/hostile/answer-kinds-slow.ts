import type { Socket } from 'node:net';
import { type AnswerKind, kind } from './answer-kind.ts';

/** Sends a piece again and again, until the other side has had enough. */
function drip(socket: Socket, start: string, piece: string): undefined {
  socket.write(start);
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(timer));
}

const fine = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';

/** Answers that never end. */
export const endless: readonly AnswerKind[] = [
  kind('silence', 'FETCH_TIMEOUT_TOTAL', () => undefined),
  kind('a status line that drips', 'FETCH_TIMEOUT_TOTAL', (_, socket) => drip(socket, 'HTTP/1.1 200 ', 'O')),
  kind('a header that drips', 'FETCH_TIMEOUT_TOTAL', (_, socket) => drip(socket, `${fine}X-Tide: `, 'x')),
  kind('headers that drip', 'FETCH_TIMEOUT_TOTAL', (_, socket) => drip(socket, fine, 'X-Tide: low\r\n')),
  kind('interim answers that drip', 'FETCH_TIMEOUT_TOTAL', (_, socket) =>
    drip(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n'),
  ),
  kind('silence after the headers', 'FETCH_TIMEOUT_TOTAL', (_, socket) =>
    drip(socket, `${fine}Content-Length: 99\r\n\r\n`, ''),
  ),
  kind('a body that drips', 'FETCH_TIMEOUT_TOTAL', (_, socket) =>
    drip(socket, `${fine}Content-Length: 9999\r\n\r\n`, 'x'),
  ),
  kind('chunks that drip', 'FETCH_TIMEOUT_TOTAL', (_, socket) =>
    drip(socket, `${fine}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'),
  ),
  kind('a chunk size that drips', 'FETCH_TIMEOUT_TOTAL', (_, socket) =>
    drip(socket, `${fine}Transfer-Encoding: chunked\r\n\r\n`, '0'),
  ),
  kind('trailers that drip', 'FETCH_TIMEOUT_TOTAL', (_, socket) =>
    drip(socket, `${fine}Transfer-Encoding: chunked\r\n\r\n0\r\n`, 'X-Tide: low\r\n'),
  ),
  kind('a body without a length that drips', 'FETCH_TIMEOUT_TOTAL', (_, socket) =>
    drip(socket, `${fine}\r\n`, 'x'),
  ),
];
