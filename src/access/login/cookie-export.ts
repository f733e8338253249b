import { z } from 'zod';
import { AccessError } from '../errors.ts';
import type { FileCookie } from './file-cookie.ts';

/** EditThisCookie, Cookie-Editor, Playwright and Puppeteer differ only in the name of the expiry, and in null or -1. */
const usual = z
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

/** Cookie Quick Manager, of Firefox. */
const quickManager = z
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

const cookie = z.union([usual, quickManager]);

/** A list, or an object that holds one as `cookies`: Playwright's storage state, J2Team. */
export function cookiesOfExport(text: string): readonly FileCookie[] {
  const list = cookieList(text);
  return list.map((entry, i) => {
    const read = cookie.safeParse(entry);
    if (read.success) return read.data;
    throw new AccessError(
      'ACCESS_COOKIES_INVALID',
      `entry ${i + 1} is no cookie: it should have at least a name, a value and a domain`,
    );
  });
}

function cookieList(text: string): readonly unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\u{feff}/u, ''));
  } catch {
    // What JSON.parse says would quote the file, values included.
    throw new AccessError('ACCESS_COOKIES_INVALID', 'the file begins like JSON, and is not');
  }
  if (Array.isArray(parsed)) return parsed;
  const cookies = (parsed as { readonly cookies?: unknown }).cookies;
  if (Array.isArray(cookies)) return cookies;
  throw new AccessError('ACCESS_COOKIES_INVALID', 'the file is JSON without a list of cookies');
}

/** Seconds since 1970, as numbers or dates are written; null for none. */
function expiry(written: number | string | null | undefined): number | null {
  if (written === null || written === undefined || written === '') return null;
  const seconds = typeof written === 'number' ? written : Number(written);
  const value = Number.isNaN(seconds) ? Date.parse(String(written)) / 1000 : seconds;
  return Number.isFinite(value) && value > 0 ? value : null;
}
