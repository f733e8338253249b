import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { browserCookie, browserIn } from '../../http/people/session-cookie.ts';
import type { StoredUser } from './tables/people-records.ts';

/** A browser that was not used for so long is like a new one. Browsers themselves keep cookies for 400 days at most. */
const life = 180 * 24 * 60 * 60 * 1000;

/**
 * What a browser keeps after a log-in, to show later that the user was there before: nothing but that, it lets nobody in. The key is the
 * stored hash of the password, so it is good for this account only, and a new password ends it. Its salt is secret: the proof helps nobody to guess.
 */
function proofOfBrowser(user: StoredUser, at: number): string | null {
  if (user.password === null) return null;
  const about = `${randomBytes(12).toString('base64url')}.${at}`;
  return `${about}.${signed(about, user, user.password)}`;
}

/** The header that gives a browser its proof; null for a user without a password, who needs none. */
export function knownBrowserCookie(user: StoredUser, at: number, isHttps: boolean): string | null {
  const proof = proofOfBrowser(user, at);
  return proof === null ? null : browserCookie(user.id, proof, life, isHttps);
}

/** The proof among the cookies of a request that is good for this user; null when there is none. */
export function knownBrowser(
  user: StoredUser | null,
  cookies: string | undefined,
  at: number,
): string | null {
  if (user === null || user.password === null) return null;
  const proof = browserIn(cookies, user.id);
  const [, about = '', given = ''] = /^([\w-]+\.\d{1,15})\.([\w-]{43})$/.exec(proof ?? '') ?? [];
  const age = at - Number(about.split('.')[1] ?? 0);
  if (proof === null || given === '' || age > life) return null;
  const expected = Buffer.from(signed(about, user, user.password));
  return timingSafeEqual(Buffer.from(given), expected) ? proof : null;
}

const signed = (about: string, { id }: StoredUser, password: string): string =>
  createHmac('sha256', password).update(`browser ${id} ${about}`).digest('base64url');
