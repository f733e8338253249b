import { Cookie, type SerializedCookieJar, version } from 'tough-cookie';
import { z } from 'zod';
import { AccessError } from '../errors.ts';

/** A cookie of a file, whatever its format. */
interface FileCookie {
  /** Without a leading dot. */
  readonly domain: string;
  /** Whether subdomains get it too. */
  readonly subdomains: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** Seconds since 1970; null for a session cookie. */
  readonly expires: number | null;
  readonly name: string;
  readonly value: string;
}

/** The cookies in the form that `HttpSession` takes, and their number. */
interface ReadCookies {
  readonly cookies: SerializedCookieJar;
  readonly kept: number;
  /** The number of cookies left out because they have expired. */
  readonly expired: number;
}

/**
 * Reads cookies exported from a browser: Netscape's cookies.txt, or the JSON of a browser extension, Playwright or
 * Puppeteer. `now` is in milliseconds since 1970. Messages name the line or the entry, never a value.
 */
export function readCookieFile(text: string, now: number): ReadCookies {
  const isJson = /^\s*[[{]/.test(text.replace(/^\u{feff}/u, ''));
  const found = isJson ? jsonCookies(text) : netscapeCookies(text);
  const valid = found.filter(({ expires }) => expires === null || expires * 1000 > now);
  if (found.length === 0) throw new AccessError('ACCESS_COOKIES_INVALID', 'the file has no cookies');
  if (valid.length === 0) {
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
      cookies: valid.map((cookie) => serialized(cookie, now)),
    },
    kept: valid.length,
    expired: found.length - valid.length,
  };
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

/** A line has seven parts with tabs between them: domain, subdomains, path, secure, expires, name, value. */
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
        `line ${i + 1} is not a cookie: it should be domain, TRUE or FALSE, path, TRUE or FALSE, expiry, name and value, with tabs between them`,
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

/** EditThisCookie, Cookie-Editor, Playwright and Puppeteer: they differ only in how they write the expiry. */
const commonCookie = z
  .object({
    name: z.string(),
    value: z.string(),
    domain: z.string().min(1),
    path: z.string().default('/'),
    secure: z.boolean().nullish(),
    httpOnly: z.boolean().nullish(),
    hostOnly: z.boolean().nullish(),
    session: z.boolean().nullish(),
    expirationDate: z.number().nullish(),
    expires: z.union([z.number(), z.string()]).nullish(),
  })
  .transform(
    (cookie): FileCookie => ({
      domain: cookie.domain.replace(/^\./, '').toLowerCase(),
      subdomains:
        cookie.hostOnly === undefined || cookie.hostOnly === null
          ? cookie.domain.startsWith('.')
          : !cookie.hostOnly,
      path: cookie.path.startsWith('/') ? cookie.path : '/',
      secure: cookie.secure === true,
      httpOnly: cookie.httpOnly === true,
      expires: cookie.session === true ? null : expiry(cookie.expirationDate ?? cookie.expires),
      name: cookie.name,
      value: cookie.value,
    }),
  );

/** Cookie Quick Manager for Firefox. */
const quickManagerCookie = z
  .object({
    'Host raw': z.string(),
    'Name raw': z.string(),
    'Content raw': z.string(),
    'Path raw': z.string().default('/'),
    'Expires raw': z.string().default('0'),
    'Send for raw': z.string().default('false'),
    'HTTP only raw': z.string().default('false'),
    'This domain only raw': z.string().default('false'),
  })
  .transform((cookie): FileCookie => {
    const host = cookie['Host raw'].replace(/^https?:\/\//, '').replace(/\/.*$/, '');
    return {
      domain: host.replace(/^\./, '').toLowerCase(),
      subdomains: cookie['This domain only raw'] !== 'true',
      path: cookie['Path raw'],
      secure: cookie['Send for raw'] === 'true',
      httpOnly: cookie['HTTP only raw'] === 'true',
      expires: expiry(cookie['Expires raw']),
      name: cookie['Name raw'],
      value: cookie['Content raw'],
    };
  });

const exportedCookie = z.union([commonCookie, quickManagerCookie]);

/** A list, or an object with a list named `cookies`: Playwright's storage state, J2Team. */
function jsonCookies(text: string): readonly FileCookie[] {
  const list = cookieList(text);
  return list.map((entry, i) => {
    const read = exportedCookie.safeParse(entry);
    if (read.success) return read.data;
    throw new AccessError(
      'ACCESS_COOKIES_INVALID',
      `entry ${i + 1} is not a cookie: it should have at least a name, a value and a domain`,
    );
  });
}

function cookieList(text: string): readonly unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\u{feff}/u, ''));
  } catch {
    // The message of JSON.parse quotes the file, values included.
    throw new AccessError('ACCESS_COOKIES_INVALID', 'the file looks like JSON, but is not valid JSON');
  }
  if (Array.isArray(parsed)) return parsed;
  const cookies = (parsed as { readonly cookies?: unknown }).cookies;
  if (Array.isArray(cookies)) return cookies;
  throw new AccessError('ACCESS_COOKIES_INVALID', 'the file is JSON without a list of cookies');
}

/** Seconds since 1970, from a number or a date; null when there is none. */
function expiry(written: number | string | null | undefined): number | null {
  if (written === null || written === undefined || written === '') return null;
  const seconds = typeof written === 'number' ? written : Number(written);
  const value = Number.isNaN(seconds) ? Date.parse(String(written)) / 1000 : seconds;
  return Number.isFinite(value) && value > 0 ? value : null;
}
