import { describe, expect, test } from 'vitest';
import { pageVersion } from '../../../test/kernel/track/tracking-parts.ts';
import type { FetchResult } from '../../fetch/index.ts';
import { PageVersion } from './page-version.ts';

const url = 'https://example.org/a';

describe('the Date of a version', () => {
  test.each([
    ['Mon, 16 Nov 2026 10:30:15 GMT', Date.UTC(2026, 10, 16, 10, 30, 15)],
    ['yesterday', null],
  ])('%s', (date, at) => {
    expect(pageVersion(url, '<p>a', { date }).snapshot.at).toBe(at);
  });

  test('is null when the server sends none', () => {
    expect(pageVersion(url, '<p>a').snapshot.at).toBeNull();
  });

  test('is the end of the request where the server sends none', () => {
    const answer = { url, body: Buffer.from('<p>a'), startedAt: 1_700_000_000_000, durationMs: 250 };
    const at = (headers: Record<string, string>): number | null =>
      PageVersion.of({ ...answer, headers: new Headers(headers) } as unknown as FetchResult).snapshot.at;
    expect(at({})).toBe(1_700_000_000_250);
    expect(at({ date: 'Mon, 16 Nov 2026 10:30:15 GMT' })).toBe(Date.UTC(2026, 10, 16, 10, 30, 15));
  });
});

describe('the signature of the text', () => {
  const signature = (html: string) => Buffer.from(pageVersion(url, html).textSignature ?? []).toString('hex');

  test('is of title and text, not of mark-up', () => {
    expect(signature('<title>T</title><p>a</p>')).toBe(signature('<title>T</title><div>a</div>'));
    expect(signature('<title>T</title><p>a</p>')).not.toBe(signature('<title>U</title><p>a</p>'));
    expect(signature('<title>T</title><p>a</p>')).not.toBe(signature('<title>T</title><p>b</p>'));
  });

  test('is null for what is not HTML', () => {
    const headers = new Headers({ 'content-type': 'text/plain' });
    expect(new PageVersion(url, Buffer.from('a'), headers).textSignature).toBeNull();
  });
});

test('a password field is seen, whatever its attributes', () => {
  expect(pageVersion(url, '<input name=p type="password">').shown?.hasPasswordField).toBe(true);
  expect(pageVersion(url, '<input name=password type="text">').shown?.hasPasswordField).toBe(false);
});

test('links are absolute and normalised', () => {
  expect(pageVersion(`${url}/b`, '<a href="../c#x">c</a>').links).toEqual(['https://example.org/c']);
});

test('of very many links, enough to learn from are resolved', () => {
  const links = Array.from({ length: 10_050 }, (_, place) => `<a href="/page-${place}">${place}</a>`).join(
    ' ',
  );
  expect(pageVersion(url, links).links).toHaveLength(10_000);
});
