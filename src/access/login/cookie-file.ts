import { Cookie, type SerializedCookieJar, version } from 'tough-cookie';
import { AccessError } from '../errors.ts';
import { cookiesOfExport } from './cookie-export.ts';
import type { FileCookie } from './file-cookie.ts';

/** What `HttpSession` takes, and what was found. */
export interface ReadCookies {
  readonly cookies: SerializedCookieJar;
  readonly kept: number;
  /** Left out because their time is over. */
  readonly expired: number;
}

/**
 * Reads cookies that were taken from a browser: Netscape's cookies.txt, or the JSON of a browser extension, Playwright
 * or Puppeteer. `now` in milliseconds since 1970. Messages name the line or the entry, never a value.
 */
export function readCookieFile(text: string, now: number): ReadCookies {
  const isJson = /^\s*[[{]/.test(text.replace(/^\u{feff}/u, ''));
  const found = isJson ? cookiesOfExport(text) : netscapeCookies(text);
  const alive = found.filter(({ expires }) => expires === null || expires * 1000 > now);
  if (found.length === 0) throw new AccessError('ACCESS_COOKIES_INVALID', 'there are no cookies in the file');
  if (alive.length === 0) {
    throw new AccessError(
      'ACCESS_COOKIES_EXPIRED',
      `all ${found.length} cookies of the file have expired. Log in with the browser and export them again.`,
    );
  }
  return {
    cookies: {
      version: `tough-cookie@${version}`,
      storeType: 'MemoryCookieStore',
      rejectPublicSuffixes: true,
      cookies: alive.map((cookie) => serialized(cookie, now)),
    },
    kept: alive.length,
    expired: found.length - alive.length,
  };
}

/** Domain, subdomains, path, secure, expires, name, value, with tabs between them. */
function netscapeCookies(text: string): readonly FileCookie[] {
  return text.split(/\r?\n/).flatMap((line, i) => {
    const httpOnly = line.startsWith('#HttpOnly_');
    const plain = httpOnly ? line.slice('#HttpOnly_'.length) : line;
    if (plain.trim() === '' || plain.startsWith('#')) return [];
    const [domain, subdomains, path, secure, expires, name, ...value] = plain.split('\t');
    const ends = Number(expires);
    if (domain === undefined || name === undefined || name === '' || !Number.isFinite(ends)) {
      throw new AccessError(
        'ACCESS_COOKIES_INVALID',
        `line ${i + 1} is no cookie: it should be domain, TRUE or FALSE, path, TRUE or FALSE, expiry, name and value, with tabs between them`,
      );
    }
    return [
      {
        domain: domain.replace(/^\./, '').toLowerCase(),
        subdomains: subdomains?.toUpperCase() === 'TRUE' || domain.startsWith('.'),
        path: path?.startsWith('/') === true ? path : '/',
        secure: secure?.toUpperCase() === 'TRUE',
        httpOnly,
        expires: ends <= 0 ? null : ends,
        name,
        value: value.join('\t'),
      },
    ];
  });
}

function serialized(cookie: FileCookie, now: number): SerializedCookieJar['cookies'][number] {
  const { domain, subdomains, path, secure, httpOnly, expires, name, value } = cookie;
  const at = new Date(now);
  return new Cookie({
    key: name,
    value,
    domain,
    hostOnly: !subdomains,
    path,
    pathIsDefault: false,
    secure,
    httpOnly,
    expires: expires === null ? 'Infinity' : new Date(expires * 1000),
    creation: at,
    lastAccessed: at,
  }).toJSON();
}
