import { describe, expect, test } from 'vitest';
import { normalizeUrl } from './normalize-url.ts';

describe('an input that is not a URL', () => {
  test.each([
    ['', 'URL_EMPTY', /empty/],
    [' \t\n\u0000', 'URL_EMPTY', /empty/],
    ['www.example.com', 'URL_INVALID', /"www.example.com" is not a URL: it has no scheme/],
    ['http://', 'URL_INVALID', /names no host/],
    ['http://u:p@/', 'URL_INVALID', /names no host/],
    ['http://h:99999/', 'URL_INVALID', /port "99999"/],
    ['foo://h:x/', 'URL_INVALID', /port "x"/],
    ['file://h:80/', 'URL_INVALID', /a file URL cannot have a port/],
    ['file://a b/', 'URL_INVALID', /"a b" is not a host name/],
    ['x'.repeat(200), 'URL_INVALID', /^"x{200}" is not a URL/],
    ['x'.repeat(201), 'URL_INVALID', /^"x{200}"\.\.\. \(201 characters\) is not a URL/],
    ['http://[::1/', 'URL_INVALID', /not closed/],
    ['http://[::g]/', 'URL_INVALID', /"\[::g\]" is not an IPv6 address/],
    ['http://a b/', 'URL_INVALID', /"a b" is not a host name/],
    ['http://\u202e/', 'URL_INVALID', /\\u\{202e\}/],
    [`http://h:${'9'.repeat(5000)}`, 'URL_INVALID', /^.{1,600}$/],
  ])('%j is refused with a reason', (input, code, message) => {
    expect(() => normalizeUrl(input)).toThrow(
      expect.objectContaining({ name: 'UrlError', code, decision: 'skip' }),
    );
    expect(() => normalizeUrl(input)).toThrow(message);
  });

  test('distinguishes an invalid base from an invalid link', () => {
    const refused = (code: string) => expect.objectContaining({ name: 'UrlError', code });
    expect(() => normalizeUrl('a', { base: 'b' })).toThrow(refused('URL_BASE_INVALID'));
    expect(() => normalizeUrl('a', { base: '' })).toThrow(refused('URL_BASE_INVALID'));
    expect(() => normalizeUrl('//[', { base: 'http://h/' })).toThrow(refused('URL_INVALID'));
    expect(() => normalizeUrl('a', { base: 'mailto:x@y' })).toThrow(/resolved against the base "mailto:x@y"/);
  });

  test.each<unknown>([undefined, null, 7, 7n, Symbol('s'), {}, [], () => 'http://h/', { toString: null }])(
    'a JavaScript caller who passes %o gets a typed error',
    (value: unknown) => {
      const untyped = value as string;
      expect(() => normalizeUrl(untyped)).toThrow(expect.objectContaining({ code: 'URL_INVALID' }));
      if (value !== undefined) {
        expect(() => normalizeUrl('http://h/', { base: untyped })).toThrow(
          expect.objectContaining({ code: 'URL_BASE_INVALID' }),
        );
      }
    },
  );
});
