import { describe, expect, test } from 'vitest';
import { Cookies } from '../../fetch/index.ts';
import { readCookieFile } from './cookie-file.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const later = 4_000_000_000;

/** What a session with these cookies sends. */
async function sent(file: string, url: string): Promise<string | null> {
  return (await Cookies.restored(readCookieFile(file, now).cookies)).headerFor(new URL(url));
}

const failure = (file: string): string => {
  try {
    readCookieFile(file, now);
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`;
  }
  return 'read';
};

describe("Netscape's cookies.txt", () => {
  const file = [
    '# Netscape HTTP Cookie File',
    '',
    `.a.test\tTRUE\t/\tFALSE\t${later}\tsid\tone`,
    `#HttpOnly_www.a.test\tFALSE\t/forum\tTRUE\t0\ttoken\ta=b;c`,
    '.a.test\tTRUE\t/\tFALSE\t1000\told\tgone',
  ].join('\r\n');

  test('is read, with hosts, paths and expiry', async () => {
    expect(readCookieFile(file, now)).toMatchObject({ kept: 2, expired: 1 });
    expect(await sent(file, 'http://www.a.test/')).toBe('sid=one');
    expect(await sent(file, 'https://www.a.test/forum/x')).toBe('token=a=b;c; sid=one');
    expect(await sent(file, 'https://other.a.test/forum')).toBe('sid=one');
    expect(await sent(file, 'https://b.test/')).toBeNull();
  });
});

describe('exports as JSON', () => {
  test.each([
    [
      'EditThisCookie',
      [
        {
          domain: '.a.test',
          hostOnly: false,
          httpOnly: true,
          name: 'sid',
          path: '/',
          sameSite: 'unspecified',
          secure: false,
          session: false,
          expirationDate: later,
          storeId: '0',
          value: 'one',
          id: 1,
        },
      ],
    ],
    [
      'Cookie-Editor',
      [
        {
          domain: 'a.test',
          hostOnly: false,
          name: 'sid',
          path: '/',
          sameSite: null,
          secure: false,
          session: true,
          storeId: null,
          value: 'one',
        },
      ],
    ],
    [
      "Playwright's storage state",
      {
        cookies: [
          {
            name: 'sid',
            value: 'one',
            domain: '.a.test',
            path: '/',
            expires: -1,
            httpOnly: true,
            secure: false,
            sameSite: 'Lax',
          },
        ],
        origins: [],
      },
    ],
    [
      'J2Team',
      {
        url: 'https://a.test',
        cookies: [{ domain: '.a.test', name: 'sid', path: '/', value: 'one', expirationDate: later }],
      },
    ],
    [
      'dates as text',
      [{ domain: '.a.test', name: 'sid', path: '/', value: 'one', expires: '2096-01-01T00:00:00Z' }],
    ],
    [
      'Cookie Quick Manager',
      [
        {
          'Host raw': 'https://.a.test/',
          'Name raw': 'sid',
          'Path raw': '/',
          'Content raw': 'one',
          'Expires raw': String(later),
          'Send for raw': 'false',
          'HTTP only raw': 'true',
          'This domain only raw': 'false',
        },
      ],
    ],
  ])('%s', async (_, content) => {
    const file = JSON.stringify(content);
    expect(await sent(file, 'http://www.a.test/x')).toBe('sid=one');
    expect(await sent(`\u{feff}${file}`, 'http://a.test/')).toBe('sid=one');
  });

  test('a cookie for one host is sent to no other', async () => {
    const file = JSON.stringify([{ domain: '127.0.0.1', name: 'a', value: '1', path: '/' }]);
    expect(await sent(file, 'http://127.0.0.1:8080/')).toBe('a=1');
    const hostOnly = JSON.stringify([{ domain: '.a.test', hostOnly: true, name: 'a', value: '1' }]);
    expect(await sent(hostOnly, 'http://www.a.test/')).toBeNull();
    const withoutDot = JSON.stringify([{ domain: 'a.test', name: 'a', value: '1' }]);
    expect(await sent(withoutDot, 'http://www.a.test/')).toBeNull();
    expect(await sent(withoutDot, 'http://a.test/')).toBe('a=1');
  });

  test('a session cookie does not expire, and a path that makes no sense is the whole site', async () => {
    const session = [{ domain: 'a.test', name: 'a', value: '1', session: true, expirationDate: 1000 }];
    expect(await sent(JSON.stringify(session), 'http://a.test/')).toBe('a=1');
    const oddPath = [{ domain: 'a.test', name: 'a', value: '1', path: 'forum' }];
    expect(await sent(JSON.stringify(oddPath), 'http://a.test/x')).toBe('a=1');
  });
});

test.each([
  ['', 'ACCESS_COOKIES_INVALID: the file has no cookies'],
  ['[]', 'ACCESS_COOKIES_INVALID: the file has no cookies'],
  ['hunter2', 'ACCESS_COOKIES_INVALID: line 1 is not a cookie'],
  ['# x\n.a.test\tTRUE\t/\tFALSE\tsoon\tn\thunter2', 'ACCESS_COOKIES_INVALID: line 2 is not a cookie'],
  ['{"cookies": "hunter2"}', 'ACCESS_COOKIES_INVALID: the file is JSON without a list of cookies'],
  ['[{"name":"hunter2"', 'ACCESS_COOKIES_INVALID: the file looks like JSON, but is not valid JSON'],
  ['[{"name":"a","value":"hunter2"}]', 'ACCESS_COOKIES_INVALID: entry 1 is not a cookie'],
  ['a.test\tTRUE\t/\tFALSE\t5\tn\thunter2', 'ACCESS_COOKIES_EXPIRED: all 1 cookies of the file have expired'],
])('%j is refused, and the message has none of its values', (file, message) => {
  expect(failure(file)).toContain(message);
  expect(failure(file)).not.toContain('hunter2');
});
