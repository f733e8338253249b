import type { Socket } from 'node:net';
import { type AnswerKind, type AskedPage, kind, lines } from './answer-kind.ts';

const html = 'Content-Type: text/html';
const fine = 'HTTP/1.1 200 OK';

const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const chunked = (rest: string): Buffer => lines([fine, html, 'Transfer-Encoding: chunked'], rest);
const length = (value: string, body: string): Buffer => lines([fine, html, `Content-Length: ${value}`], body);
const withLength = (first: string, { html: body }: AskedPage, ...more: readonly string[]): Buffer =>
  lines([first, html, `Content-Length: ${Buffer.byteLength(body)}`, ...more], body);

/** First lines that are odd. */
export const statusLines: readonly AnswerKind[] = [
  kind('nothing at all', 'FETCH_CLOSED', () => ''),
  kind('only an empty line', 'FETCH_CLOSED', () => '\r\n\r\n'),
  kind('HTTP/0.9: a page without a head', 'FETCH_PROTOCOL', (page) => page.html),
  kind('HTTP/1.0 until the connection closes', 'content', (page) =>
    lines(['HTTP/1.0 200 OK', html], page.html),
  ),
  kind('HTTP/1.0 with a length', 'content', (page) => withLength('HTTP/1.0 200 OK', page)),
  kind('HTTP/2.0 in plain text', 'content', (page) => withLength('HTTP/2.0 200 OK', page)),
  kind('HTTP/9.9', 'FETCH_PROTOCOL', (page) => withLength('HTTP/9.9 200 OK', page)),
  kind('a version without digits', 'FETCH_PROTOCOL', (page) => withLength('HTTP/x.y 200 OK', page)),
  kind('another protocol', 'FETCH_PROTOCOL', () => 'SSH-2.0-OpenSSH_9.9\r\n'),
  kind('ICY 200 OK', 'FETCH_PROTOCOL', (page) => withLength('ICY 200 OK', page)),
  kind('a status line in small letters', 'FETCH_PROTOCOL', (page) => withLength('http/1.1 200 ok', page)),
  kind('no reason and no space', 'content', (page) => withLength('HTTP/1.1 200', page)),
  kind('a reason of 10,000 letters', 'content', (page) =>
    withLength(`HTTP/1.1 200 ${'O'.repeat(10_000)}`, page),
  ),
  kind('a reason of control characters', 'content', (page) =>
    withLength('HTTP/1.1 200 O\x01\x02\x7fK', page),
  ),
  kind('a status without digits', 'FETCH_PROTOCOL', (page) => withLength('HTTP/1.1 OK', page)),
  kind('a status of two digits', 'FETCH_PROTOCOL', (page) => withLength('HTTP/1.1 20 OK', page)),
  kind('a status of four digits', 'FETCH_PROTOCOL', (page) => withLength('HTTP/1.1 2000 OK', page)),
  kind('a negative status', 'FETCH_PROTOCOL', (page) => withLength('HTTP/1.1 -200 OK', page)),
  kind('the status 000', 'FETCH_PROTOCOL', (page) => withLength('HTTP/1.1 000 Zero', page)),
  kind('the status 299', 'CRAWL_HTTP_STATUS', (page) => withLength('HTTP/1.1 299 Odd', page)),
  kind('the status 418', 'CRAWL_HTTP_STATUS', (page) => withLength('HTTP/1.1 418 Teapot', page)),
  kind('the status 599', 'CRAWL_HTTP_STATUS', (page) => withLength('HTTP/1.1 599 Odd', page)),
  kind('the status 999', 'CRAWL_HTTP_STATUS', (page) => withLength('HTTP/1.1 999 Denied', page)),
  kind('a hundred interim answers', 'content', (page) =>
    Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)), withLength(fine, page)]),
  ),
  kind('100 Continue that nobody asked for', 'content', (page) =>
    Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), withLength(fine, page)]),
  ),
  kind('only interim answers', 'FETCH_CLOSED', () => 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1000)),
  kind('101 that nobody asked for', 'FETCH_PROTOCOL', () =>
    lines(['HTTP/1.1 101 Switching', 'Upgrade: x', 'Connection: upgrade']),
  ),
  kind('204 without a body', 'CRAWL_HTTP_STATUS', () => lines(['HTTP/1.1 204 No Content'])),
  kind('204 with a body', 'CRAWL_HTTP_STATUS', (page) => withLength('HTTP/1.1 204 No Content', page)),
  kind('205 without a body', 'CRAWL_HTTP_STATUS', () =>
    lines(['HTTP/1.1 205 Reset Content', 'Content-Length: 0']),
  ),
  kind('205 with a body', 'CRAWL_HTTP_STATUS', (page) => withLength('HTTP/1.1 205 Reset Content', page)),
  kind('206 that nobody asked for', 'CRAWL_HTTP_STATUS', (page) =>
    withLength('HTTP/1.1 206 Partial Content', page, 'Content-Range: bytes 0-9/99999'),
  ),
  kind('206 without a range', 'CRAWL_HTTP_STATUS', (page) =>
    withLength('HTTP/1.1 206 Partial Content', page),
  ),
  kind('304 that nobody asked for', 'CRAWL_HTTP_STATUS', () => lines(['HTTP/1.1 304 Not Modified'])),
  kind('304 with a body', 'CRAWL_HTTP_STATUS', (page) => withLength('HTTP/1.1 304 Not Modified', page)),
  kind('407 without a proxy', 'CRAWL_HTTP_STATUS', (page) =>
    withLength('HTTP/1.1 407 Proxy Authentication', page, 'Proxy-Authenticate: Basic'),
  ),
  kind('401 with a broken challenge', 'CRAWL_HTTP_STATUS', (page) =>
    withLength('HTTP/1.1 401 No', page, 'WWW-Authenticate: Digest realm="x, nonce=,,,="'),
  ),
  kind('416 that nobody asked for', 'CRAWL_HTTP_STATUS', (page) => withLength('HTTP/1.1 416 Range', page)),
];

/** Lengths and chunks that are odd. */
export const framings: readonly AnswerKind[] = [
  kind('a length that is too long', 'FETCH_INCOMPLETE', (page) => length('100000', page.html)),
  kind('a length that is too short', 'FETCH_INCOMPLETE', (page) => length('5', page.html)),
  kind('two equal lengths', 'FETCH_PROTOCOL', (page) =>
    withLength(fine, page, `Content-Length: ${Buffer.byteLength(page.html)}`),
  ),
  kind('two different lengths', 'FETCH_PROTOCOL', (page) => withLength(fine, page, 'Content-Length: 7')),
  kind('a list of lengths', 'FETCH_PROTOCOL', (page) => length('20, 20', page.html)),
  kind('a negative length', 'FETCH_PROTOCOL', (page) => length('-1', page.html)),
  kind('a length with a plus sign', 'FETCH_PROTOCOL', (page) => length('+20', page.html)),
  kind('a hexadecimal length', 'FETCH_PROTOCOL', (page) => length('0x20', page.html)),
  kind('a length with a fraction', 'FETCH_PROTOCOL', (page) => length('20.5', page.html)),
  kind('an empty length', 'FETCH_PROTOCOL', (page) => length('', page.html)),
  kind('a length of 2^63', 'FETCH_TOO_LARGE', (page) => length('9223372036854775808', page.html)),
  kind('a length of a hundred digits', 'FETCH_PROTOCOL', (page) => length('9'.repeat(100), page.html)),
  kind('a length over the limit', 'FETCH_TOO_LARGE', (page) => length('99999999999', page.html)),
  kind('a length and chunks', 'FETCH_PROTOCOL', (page) =>
    lines([fine, html, 'Content-Length: 3', 'Transfer-Encoding: chunked'], `${chunk(page.html)}0\r\n\r\n`),
  ),
  kind('an unknown transfer encoding', 'content', (page) =>
    lines([fine, html, 'Transfer-Encoding: tide'], page.html),
  ),
  kind('chunked named twice', 'content', (page) =>
    lines([fine, html, 'Transfer-Encoding: chunked, chunked'], `${chunk(page.html)}0\r\n\r\n`),
  ),
  kind('a chunk of no size', 'FETCH_PROTOCOL', (page) => chunked(`\r\n${page.html}\r\n0\r\n\r\n`)),
  kind('a chunk size of letters', 'FETCH_PROTOCOL', (page) => chunked(`xyz\r\n${page.html}\r\n0\r\n\r\n`)),
  kind('a negative chunk size', 'FETCH_PROTOCOL', (page) => chunked(`-5\r\n${page.html}\r\n0\r\n\r\n`)),
  kind('a chunk size of 2^68', 'FETCH_PROTOCOL', (page) => chunked(`fffffffffffffffff\r\n${page.html}`)),
  kind('a chunk longer than its size', 'FETCH_PROTOCOL', (page) => chunked(`3\r\n${page.html}\r\n0\r\n\r\n`)),
  kind('a chunk shorter than its size', 'FETCH_INCOMPLETE', (page) =>
    chunked(`fff\r\n${page.html}\r\n0\r\n\r\n`),
  ),
  kind('chunks without the last one', 'FETCH_INCOMPLETE', (page) => chunked(chunk(page.html))),
  kind('only the last chunk', 'content', () => chunked('0\r\n\r\n')),
  kind('chunks of one byte', 'content', (page) =>
    chunked(`${[...page.html].map((letter) => chunk(letter)).join('')}0\r\n\r\n`),
  ),
  kind('a chunk extension of 10,000 bytes', 'content', (page) =>
    chunked(`${chunk(page.html).replace('\r\n', `;x=${'y'.repeat(10_000)}\r\n`)}0\r\n\r\n`),
  ),
  kind('trailers', 'content', (page) => chunked(`${chunk(page.html)}0\r\nX-Tide: low\r\n\r\n`)),
  kind('a length among the trailers', 'FETCH_PROTOCOL', (page) =>
    chunked(`${chunk(page.html)}0\r\nX-Tide: low\r\nContent-Length: 5\r\n\r\n`),
  ),
  kind('a trailer without a colon', 'FETCH_PROTOCOL', (page) =>
    chunked(`${chunk(page.html)}0\r\nnonsense\r\n\r\n`),
  ),
  kind('a trailer of 100,000 bytes', 'FETCH_HEADERS_TOO_LARGE', (page) =>
    chunked(`${chunk(page.html)}0\r\nX-Tide: ${'x'.repeat(100_000)}\r\n\r\n`),
  ),
  kind(
    'lines that end without carriage returns',
    'FETCH_PROTOCOL',
    (page) => `${fine}\n${html}\n\n${page.html}`,
  ),
  kind('a second answer behind the first', 'FETCH_INCOMPLETE', (page) =>
    Buffer.concat([withLength(fine, page), withLength(fine, { ...page, html: 'smuggled' })]),
  ),
];

const reset = (socket: Socket, bytes: string | Buffer): undefined => {
  socket.write(bytes, () => socket.resetAndDestroy());
};

/** Connections that break. A reset may lose bytes that were sent before it, so the code may be either of two. */
export const resets: readonly AnswerKind[] = [
  kind(
    'a reset before the answer',
    'FETCH_CLOSED|FETCH_INCOMPLETE',
    (_, socket) => void socket.resetAndDestroy(),
  ),
  kind('a reset in the status line', 'FETCH_CLOSED|FETCH_INCOMPLETE', (_, socket) =>
    reset(socket, 'HTTP/1.1 2'),
  ),
  kind('a reset in the headers', 'FETCH_CLOSED|FETCH_INCOMPLETE', (_, socket) =>
    reset(socket, `${fine}\r\nContent-Ty`),
  ),
  kind('a reset before the body', 'FETCH_CLOSED|FETCH_INCOMPLETE', (_, socket) =>
    reset(socket, length('1000', '')),
  ),
  kind('a reset in the body', 'FETCH_CLOSED|FETCH_INCOMPLETE', (page, socket) =>
    reset(socket, length('1000', page.html)),
  ),
  kind('a reset in a chunk', 'FETCH_CLOSED|FETCH_INCOMPLETE', (page, socket) =>
    reset(socket, chunked(`fff\r\n${page.html}`)),
  ),
  kind('a reset between chunks', 'FETCH_CLOSED|FETCH_INCOMPLETE', (page, socket) =>
    reset(socket, chunked(chunk(page.html))),
  ),
  kind('an end in the status line', 'FETCH_CLOSED', () => 'HTTP/1.1 2'),
  kind('an end in the headers', 'FETCH_CLOSED', () => `${fine}\r\nContent-Ty`),
  kind('an end before the body', 'FETCH_INCOMPLETE', () => length('1000', '')),
  kind('an end in a chunk size', 'FETCH_INCOMPLETE', () => chunked('ff')),
];
