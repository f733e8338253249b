import { describe, expect, test } from 'vitest';
import { FetchError } from '../errors.ts';
import { type HttpMessage, requestBytes } from './request-text.ts';

function written(message: Partial<HttpMessage>): string {
  return requestBytes('site.test', { method: 'GET', target: '/', headers: [], body: null, ...message }).head;
}

function codeOf(message: Partial<HttpMessage>): string {
  try {
    return written(message);
  } catch (error) {
    return error instanceof FetchError ? error.code : String(error);
  }
}

test('a request has its host, its connection, the given headers and its length', () => {
  expect(written({ target: '/a?b', headers: ['accept', '*/*'] })).toBe(
    'GET /a?b HTTP/1.1\r\nhost: site.test\r\nconnection: keep-alive\r\naccept: */*\r\n\r\n',
  );
  expect(written({ method: 'POST', headers: ['Host', 'other.test'], body: 'ä' })).toBe(
    'POST / HTTP/1.1\r\nhost: other.test\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\n',
  );
  expect(written({ method: 'POST' })).toContain('content-length: 0\r\n');
  expect(written({ method: 'GET', headers: ['content-length', '5'] })).not.toContain('content-length');
});

test.each<Partial<HttpMessage>>([
  { method: 'HEAD' },
  { method: 'GET', body: 'a' },
  { headers: ['Connection', 'x, Close'] },
])('after %j the connection is closed', (message) => {
  expect(written(message)).toContain('\r\nconnection: close\r\n');
});

describe('refused is', () => {
  test.each<Partial<HttpMessage>>([
    { method: 'GET / HTTP/1.1\r\nx:' },
    { method: '' },
    { method: 'CONNECT' },
    { target: '' },
    { target: '/a b' },
    { target: '/a\r\nx: y' },
    { target: '/\u0100' },
    { headers: ['x', 'a\r\ny: b'] },
    { headers: ['x', 'a\nb'] },
    { headers: ['x', 'a\0b'] },
    { headers: ['x', '\u0100'] },
    { headers: ['x y', 'a'] },
    { headers: ['x:', 'a'] },
    { headers: ['', 'a'] },
    { headers: ['host', 'a', 'Host', 'b'] },
    { headers: ['content-length', '1', 'Content-Length', '1'], body: 'a' },
    { headers: ['content-length', '2'], body: 'a' },
    { headers: ['content-length', '+1'], body: 'a' },
    { headers: ['Transfer-Encoding', 'chunked'] },
    { headers: ['expect', '100-continue'] },
    { headers: ['upgrade', 'h2c'] },
    { headers: ['keep-alive', 'timeout=5'] },
  ])('%j', (message) => {
    expect(codeOf(message)).toBe('FETCH_REQUEST_INVALID');
  });
});
