const baseName = 'tidemark-session';

/** `__Host-`: browsers then refuse the cookie unless it is Secure, for this host alone and for all its paths (RFC 6265bis). */
const cookieName = (isHttps: boolean): string => (isHttps ? `__Host-${baseName}` : baseName);

/**
 * The header that gives the browser a session. Lax, because with Strict a link in a message would show the log-in form to a user who is logged in;
 * requests that change something have a check of their own.
 */
export function sessionCookie(token: string, maxAgeMs: number, isHttps: boolean): string {
  return hiddenCookie(cookieName(isHttps), token, maxAgeMs, 'Lax', isHttps);
}

function hiddenCookie(
  name: string,
  value: string,
  maxAgeMs: number,
  sameSite: 'Lax' | 'Strict',
  isHttps: boolean,
): string {
  const parts = [`${name}=${value}`, 'Path=/', 'HttpOnly', `SameSite=${sameSite}`];
  return [...parts, ...(isHttps ? ['Secure'] : []), `Max-Age=${Math.floor(maxAgeMs / 1000)}`].join('; ');
}

/** One for each user of a browser, with and without HTTPS under the same rules as a session. */
const browserName = (userId: number, isHttps: boolean): string =>
  `${isHttps ? '__Host-' : ''}tidemark-browser-${userId}`;

/** The header that lets a browser show later that a user logged in there. Strict: only our own log-in form needs it. */
export const browserCookie = (userId: number, proof: string, maxAgeMs: number, isHttps: boolean): string =>
  hiddenCookie(browserName(userId, isHttps), proof, maxAgeMs, 'Strict', isHttps);

/** The proof that the browser sends for this user; null when it sends none. */
export const browserIn = (cookies: string | undefined, userId: number): string | null =>
  cookieIn(cookies, browserName(userId, true)) ?? cookieIn(cookies, browserName(userId, false));

/** The header that takes the session away. */
export const endedSessionCookie = (isHttps: boolean): string => sessionCookie('', 0, isHttps);

/** The session in the `Cookie` header; null when there is none. */
export function sessionIn(cookies: string | undefined, isHttps: boolean): string | null {
  return cookieIn(cookies, cookieName(isHttps));
}

/** The first cookie of that name; null when there is none or it is empty. */
export function cookieIn(cookies: string | undefined, name: string): string | null {
  for (const pair of (cookies ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim() || null;
  }
  return null;
}
