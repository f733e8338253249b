import { randomBytes } from 'node:crypto';
import type { SerializedCookieJar } from 'tough-cookie';
import { type DigestChallenge, digestAuthorization, readDigest } from './authentication.ts';
import { type Challenge, parseChallenges } from './challenge.ts';
import { Cookies } from './cookies.ts';
import type { Credentials } from './credentials.ts';

export interface SessionOptions {
  /** By origin (`https://example.com`): they are never sent to another one. */
  readonly credentials?: ReadonlyMap<string, Credentials>;
  /** What `save()` of an earlier session gave. */
  readonly cookies?: SerializedCookieJar;
  /** For tests: the random part of a digest. */
  readonly clientNonce?: () => string;
}

interface Access {
  readonly credentials: Credentials;
  /** Null means basic. */
  readonly digest: DigestChallenge | null;
  count: number;
}

/** What one visitor carries from request to request: cookies, and the log-ins that servers have asked for. */
export class HttpSession {
  readonly cookies: Cookies;
  readonly #credentials: ReadonlyMap<string, Credentials>;
  readonly #access = new Map<string, Access>();
  readonly #clientNonce: () => string;

  constructor(options: SessionOptions = {}) {
    this.cookies = new Cookies(options.cookies);
    this.#credentials = options.credentials ?? new Map();
    this.#clientNonce = options.clientNonce ?? (() => randomBytes(16).toString('hex'));
  }

  /** The credentials for an origin, or null. */
  credentialsFor(origin: string): Credentials | null {
    return this.#credentials.get(origin) ?? null;
  }

  /** The value of `Authorization` once the origin has asked for one, or null. */
  authorization(url: URL, method: string): string | null {
    const access = this.#access.size === 0 ? undefined : this.#access.get(url.origin);
    if (access === undefined) return null;
    const { username, password } = access.credentials;
    if (access.digest === null) return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    access.count++;
    return digestAuthorization(access.digest, access.credentials, {
      method,
      target: url.pathname + url.search,
      count: access.count,
      clientNonce: this.#clientNonce(),
    });
  }

  /**
   * Takes the challenges of a 401. True when it is worth asking again: there are credentials, and either none were
   * sent or the server says that only its nonce had grown old.
   */
  learnChallenge(origin: string, lines: readonly string[], sent: boolean, own: Credentials | null): boolean {
    const credentials = own ?? this.credentialsFor(origin);
    if (credentials === null) return false;
    const challenges = lines.flatMap(parseChallenges);
    const digest = strongest(challenges);
    if (sent && digest?.stale !== true) return false;
    if (digest === null && !challenges.some(({ scheme }) => scheme === 'basic')) return false;
    this.#access.set(origin, { credentials, digest, count: 0 });
    return true;
  }
}

function strongest(challenges: readonly Challenge[]): DigestChallenge | null {
  let best: DigestChallenge | null = null;
  for (const challenge of challenges) {
    const digest = readDigest(challenge);
    if (digest !== null && (best === null || digest.strength > best.strength)) best = digest;
  }
  return best;
}
