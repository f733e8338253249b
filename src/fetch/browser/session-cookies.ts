import type { BrowserContext } from 'playwright-core';
import type { HttpSession } from '../http/http-session.ts';

type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

/** Gives a visitor of the browser the cookies of a session. Those that the browser refuses are left out. */
export async function giveCookies(visitor: BrowserContext, { cookies }: HttpSession): Promise<void> {
  const kept = cookies.save()?.cookies ?? [];
  await Promise.allSettled(
    kept.flatMap((cookie) => browserCookie(cookie)).map((one) => visitor.addCookies([one])),
  );
}

function browserCookie(cookie: Readonly<Record<string, unknown>>): readonly Cookie[] {
  const { key, value, domain, path, secure, httpOnly, hostOnly, expires } = cookie;
  if (typeof key !== 'string' || typeof value !== 'string' || typeof domain !== 'string') return [];
  const until = typeof expires === 'string' ? Date.parse(expires) / 1000 : Number.NaN;
  const common = {
    name: key,
    value,
    secure: secure === true,
    httpOnly: httpOnly === true,
    ...(Number.isFinite(until) && { expires: until }),
  };
  const place = typeof path === 'string' ? path : '/';
  // Without a domain, a cookie is for its host alone.
  return hostOnly === true
    ? [{ ...common, url: `${secure === true ? 'https' : 'http'}://${domain}${place}` }]
    : [{ ...common, domain: `.${domain}`, path: place }];
}
