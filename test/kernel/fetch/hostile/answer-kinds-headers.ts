import { type AnswerKind, type AskedPage, kind, lines, ok } from './answer-kind.ts';

const junk = (name: string, becomes: string, ...headers: readonly string[]): AnswerKind =>
  kind(name, becomes, ({ html }) => ok(html, ...headers));

/** Headers that are odd, around a page that is not. */
export const headers: readonly AnswerKind[] = [
  kind('no headers', 'content', ({ html }) => lines(['HTTP/1.1 200 OK'], html)),
  junk('a header without a colon', 'FETCH_PROTOCOL', 'nonsense'),
  junk('a header without a name', 'FETCH_PROTOCOL', ': nameless'),
  junk('a name with spaces', 'FETCH_PROTOCOL', 'X Tide: low'),
  junk('a space before the colon', 'FETCH_PROTOCOL', 'X-Tide : low'),
  junk('a name of control characters', 'FETCH_PROTOCOL', 'X-\x01Tide: low'),
  junk('a name of other letters', 'FETCH_PROTOCOL', 'X-Ebbe-\xfc: low'),
  junk('folded headers', 'FETCH_PROTOCOL', 'X-Tide: low', '\tand high'),
  junk('a first header that is folded', 'FETCH_PROTOCOL', ' X-Tide: low'),
  junk('control characters in a value', 'FETCH_PROTOCOL', 'X-Tide: \x01\x02\x08\x7f'),
  junk('NUL in a value', 'FETCH_PROTOCOL', 'X-Tide: a\0b'),
  junk('a carriage return in a value', 'FETCH_PROTOCOL', 'X-Tide: a\rb'),
  junk('bytes over 127 in a value', 'content', 'X-Tide: \xff\xfe\xc3\x28'),
  junk('an empty value', 'content', 'X-Tide:'),
  junk('1,000 headers', 'content', ...Array.from({ length: 1000 }, (_, i) => `X-${i}: tide`)),
  junk('the same header 1,000 times', 'content', ...Array.from({ length: 1000 }, () => 'X-Tide: low')),
  junk('a header of 60,000 bytes', 'content', `X-Tide: ${'x'.repeat(60_000)}`),
  junk('a header of 1,000,000 bytes', 'FETCH_HEADERS_TOO_LARGE', `X-Tide: ${'x'.repeat(1_000_000)}`),
  junk('a header name of 100,000 bytes', 'FETCH_HEADERS_TOO_LARGE', `${'X'.repeat(100_000)}: tide`),
  junk(
    'cookies of junk',
    'content',
    'Set-Cookie: ',
    'Set-Cookie: =;=;;',
    'Set-Cookie: \xff=\xff; expires=never; domain=..',
  ),
  junk(
    'a cookie for another site',
    'content',
    'Set-Cookie: a=b; domain=com',
    'Set-Cookie: c=d; domain=site.test',
  ),
  junk('a cookie of 20,000 bytes', 'content', `Set-Cookie: a=${'b'.repeat(20_000)}`),
  junk(
    '500 cookies',
    'content',
    ...Array.from({ length: 500 }, (_, i) => `Set-Cookie: c${i}=${i}; path=/always`),
  ),
  junk('a date of junk', 'content', 'Date: yesterday, or so'),
  junk('a date in the year 275760', 'content', 'Date: Sat, 13 Sep 275760 00:00:01 GMT'),
  junk('a Last-Modified of junk', 'content', 'Last-Modified: -1'),
  junk('a Last-Modified in the future', 'content', 'Last-Modified: Fri, 31 Dec 9999 23:59:59 GMT'),
  junk('an ETag without quotes', 'content', 'ETag: tide'),
  junk('an empty ETag', 'content', 'ETag:'),
  junk('an ETag of other bytes', 'FETCH_PROTOCOL', 'ETag: "\xff\x01\xfe"'),
  junk('an ETag of 30,000 bytes', 'content', `ETag: "${'x'.repeat(30_000)}"`),
  junk('two ETags', 'content', 'ETag: "a"', 'ETag: "b"'),
  junk('a Retry-After of junk', 'content', 'Retry-After: soon'),
  junk('a Retry-After on a good page', 'content', 'Retry-After: 99999999999'),
  junk('an empty Content-Type', 'content', 'Content-Type:'),
  junk('a Content-Type without a slash', 'content', 'Content-Type: html'),
  junk('a Content-Type of junk', 'content', 'Content-Type: ;;;=/\xff"'),
  junk('two Content-Types', 'content', 'Content-Type: text/html', 'Content-Type: image/png'),
  junk('a page that says it is a picture', 'content', 'Content-Type: image/png'),
  junk('a page that says it is a PDF', 'content', 'Content-Type: application/pdf'),
  junk('an unknown charset', 'content', 'Content-Type: text/html; charset=no-such-charset'),
  junk('a charset of quotes', 'content', 'Content-Type: text/html; charset="""'),
  junk(
    'a Content-Disposition that climbs',
    'content',
    'Content-Disposition: attachment; filename="../../../etc/passwd"',
  ),
  junk('a Link header of junk', 'content', 'Link: <<<>>>;rel=;;,,<http://[>;rel=next'),
  junk('an X-Robots-Tag of junk', 'content', 'X-Robots-Tag: ,,,:::unavailable_after: never'),
  junk('a Refresh header of junk', 'content', 'Refresh: soon;;url==http://['),
  junk(
    'a Connection header that names everything',
    'content',
    'Connection: content-length, content-type, tide',
  ),
  junk('a Keep-Alive of junk', 'content', 'Keep-Alive: timeout=-5, max=x'),
  junk('an Alt-Svc elsewhere', 'content', 'Alt-Svc: h3="[::1]:1"; ma=-1'),
  junk('a strict transport of junk', 'content', 'Strict-Transport-Security: max-age=x'),
];

const redirect = (
  name: string,
  becomes: string,
  location: string | ((page: AskedPage) => string),
  status = 302,
) =>
  kind(name, becomes, (page) => {
    const to = typeof location === 'string' ? location : location(page);
    return lines([`HTTP/1.1 ${status} Moved`, 'Connection: close', `Location: ${to}`, 'Content-Length: 0']);
  });

/** Redirects that lead nowhere. */
export const redirects: readonly AnswerKind[] = [
  kind('300 without a location', 'CRAWL_HTTP_STATUS', ({ html }) =>
    lines(['HTTP/1.1 300 Choices', 'Content-Type: text/html'], html),
  ),
  kind('302 without a location', 'CRAWL_HTTP_STATUS', ({ html }) =>
    lines(['HTTP/1.1 302 Found', 'Content-Type: text/html'], html),
  ),
  kind('302 with two locations', 'left-out', ({ target }) =>
    lines(['HTTP/1.1 302 Found', `Location: ${target}`, 'Location: /elsewhere', 'Content-Length: 0']),
  ),
  redirect('a redirect to itself', 'FETCH_REDIRECT_LOOP', ({ target }) => target),
  redirect('a permanent redirect to itself', 'FETCH_REDIRECT_LOOP', ({ target }) => target, 308),
  redirect('a redirect to an empty location', 'FETCH_REDIRECT_LOOP', ''),
  redirect('a redirect to a fragment', 'FETCH_REDIRECT_LOOP', '#tide'),
  redirect('a redirect that grows at every hop', 'left-out', ({ target }) => `${target}x`),
  redirect('a redirect to javascript', 'FETCH_REDIRECT_SCHEME', 'javascript:alert(1)'),
  redirect('a redirect to a file', 'FETCH_REDIRECT_SCHEME', 'file:///etc/passwd'),
  redirect('a redirect to FTP', 'FETCH_REDIRECT_SCHEME', 'ftp://127.0.0.1/'),
  redirect('a redirect to data', 'FETCH_REDIRECT_SCHEME', 'data:text/html,tide'),
  redirect('a redirect to mail', 'FETCH_REDIRECT_SCHEME', 'mailto:me@site.test'),
  redirect('a redirect to a scheme nobody knows', 'FETCH_REDIRECT_SCHEME', 'tide://site.test/'),
  redirect('a redirect to no host', 'FETCH_REDIRECT_INVALID', 'http://'),
  redirect('a redirect to a broken address', 'FETCH_REDIRECT_INVALID', 'http://[::1'),
  redirect('a redirect to port 99999', 'FETCH_REDIRECT_INVALID', 'http://127.0.0.1:99999/'),
  redirect('a redirect to the metadata of a cloud', 'left-out', 'http://169.254.169.254/latest/'),
  redirect('a redirect to a private address', 'left-out', 'http://10.0.0.1/'),
  redirect('a redirect to 0.0.0.0', 'left-out', 'http://0.0.0.0:1/'),
  redirect('a redirect with a log-in', 'left-out', 'http://me:secret@10.0.0.1/'),
  redirect('a redirect of 20,000 bytes', 'left-out', `/${'x'.repeat(20_000)}`),
  redirect('a redirect of other bytes', 'FETCH_PROTOCOL', '/\xff\xfe\x01'),
];
