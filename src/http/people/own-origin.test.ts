import { describe, expect, test } from 'vitest';
import { type BrowserHeaders, changesNothing, isFromOwnPage, isOwnHost } from './own-origin.ts';

const headers = (change: Partial<BrowserHeaders>): BrowserHeaders => ({
  host: 'tidemark.example.org',
  origin: 'https://tidemark.example.org',
  secFetchSite: 'same-origin',
  tidemarkClient: 'web',
  ...change,
});

describe('a request with a session', () => {
  test.each<readonly [string, boolean, Partial<BrowserHeaders>]>([
    ['from a page of this server', true, {}],
    ['from another site', false, { secFetchSite: 'cross-site' }],
    ['from another host of the same site', false, { secFetchSite: 'same-site' }],
    ['typed or a bookmark, which changes nothing', false, { secFetchSite: 'none' }],
    ['over plain HTTP, where browsers send only the origin', true, { secFetchSite: undefined }],
    ['from elsewhere over plain HTTP', false, { secFetchSite: undefined, origin: 'http://evil.test' }],
    ['from another port', false, { secFetchSite: undefined, origin: 'https://tidemark.example.org:81' }],
    ['from a page without an origin', false, { secFetchSite: undefined, origin: 'null' }],
    ['that says nothing about where it comes from', false, { secFetchSite: undefined, origin: undefined }],
    ['from a form, which cannot send the header', false, { tidemarkClient: undefined }],
    ['with the header empty', false, { tidemarkClient: '' }],
  ])('%s: %s', (_, expected, change) => {
    expect(isFromOwnPage(headers(change))).toBe(expected);
  });

  test('only reading needs no proof', () => {
    expect(['get', 'HEAD', 'OPTIONS'].every(changesNothing)).toBe(true);
    expect(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'anything'].some(changesNothing)).toBe(false);
  });
});

describe('the name by which the server is called', () => {
  test.each([
    ['localhost:4280', '', true],
    ['127.0.0.1:4280', '', true],
    ['[::1]:4280', '', true],
    ['tidemark.example.org', 'https://tidemark.example.org/', true],
    ['TIDEMARK.example.org:8443', 'https://tidemark.example.org/', true],
    ['tidemark.example.org', '', false],
    ['evil.test', 'https://tidemark.example.org/', false],
    ['127.0.0.1.evil.test', '', false],
    ['evil.test@127.0.0.1', '', false],
    ['localhost.evil.test', '', false],
    ['', '', false],
    [undefined, '', false],
    ['a b', '', false],
  ])('%s with the public address "%s": %s', (host, publicUrl, expected) => {
    expect(isOwnHost(host, publicUrl)).toBe(expected);
  });
});
