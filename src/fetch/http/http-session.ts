import { randomBytes } from 'node:crypto';
import { getDomain } from 'tldts';
import { CookieJar, MemoryCookieStore, type SerializedCookieJar } from 'tough-cookie';
import {
  type Challenge,
  type Credentials,
  type DigestChallenge,
  digestAuthorization,
  parseChallenges,
  readDigest,
} from './authentication.ts';

interface SessionOptions {
  /** By origin (`https://example.com`). They are never sent to another one. */
  readonly credentials?: ReadonlyMap<string, Credentials>;
  /** The result of `save()` in an earlier session. */
  readonly cookies?: SerializedCookieJar;
  /** The random part of a digest. Tests set it. */
  readonly clientNonce?: () => string;
}

interface LogIn {
  readonly credentials: Credentials;
  /** Null means basic. */
  readonly digest: DigestChallenge | null;
  /** Requests sent with this digest. */
  count: number;
}

/** A header that proves who we are. */
export interface SessionToken {
  readonly header: string;
  readonly value: string;
}

/** What one visitor keeps from request to request: cookies, and the log-ins that servers have asked for. */
export class HttpSession {
  readonly cookies: Cookies;
  readonly #credentials: ReadonlyMap<string, Credentials>;
  readonly #logIns = new Map<string, LogIn>();
  readonly #tokens = new Map<string, SessionToken>();
  readonly #clientNonce: () => string;

  constructor(options: SessionOptions = {}) {
    this.cookies = new Cookies(options.cookies);
    this.#credentials = options.credentials ?? new Map();
    this.#clientNonce = options.clientNonce ?? (() => randomBytes(16).toString('hex'));
  }

  /** Another visitor with the same passwords and tokens, and no cookies. It knows which servers ask for passwords. */
  another(): HttpSession {
    const another = new HttpSession({ credentials: this.#credentials, clientNonce: this.#clientNonce });
    for (const [origin, logIn] of this.#logIns) another.#logIns.set(origin, logIn);
    for (const [origin, token] of this.#tokens) another.#tokens.set(origin, token);
    return another;
  }

  /** From now on, every request to this origin has this header. */
  sendToken(origin: string, token: SessionToken): void {
    this.#tokens.set(origin, token);
  }

  tokenFor({ origin }: URL): SessionToken | null {
    return this.#tokens.size === 0 ? null : (this.#tokens.get(origin) ?? null);
  }

  /** Whether some origin gets a token or a password from us. */
  get provesItself(): boolean {
    return this.#tokens.size > 0 || this.#logIns.size > 0;
  }

  hasPasswordFor(origin: string): boolean {
    return this.#credentials.has(origin);
  }

  /** Whether the origin has asked for a password that we have. */
  sendsPasswordTo(origin: string): boolean {
    return this.#logIns.has(origin);
  }

  /** The value of `Authorization`; null until the origin has asked for one. */
  authorization(url: URL, method: string): string | null {
    const logIn = this.#logIns.size === 0 ? undefined : this.#logIns.get(url.origin);
    if (logIn === undefined) return null;
    const { username, password } = logIn.credentials;
    if (logIn.digest === null) return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    logIn.count++;
    return digestAuthorization(logIn.digest, logIn.credentials, {
      method,
      target: url.pathname + url.search,
      count: logIn.count,
      clientNonce: this.#clientNonce(),
    });
  }

  /**
   * Takes the challenges of a 401. True if it is worth asking again: there are credentials, and either none were sent
   * (`wasSent`) or the server only wants a new nonce. `ownCredentials`, those in the URL, come first.
   */
  takeChallenges(
    origin: string,
    lines: readonly string[],
    wasSent: boolean,
    ownCredentials: Credentials | null,
  ): boolean {
    const credentials = ownCredentials ?? this.#credentials.get(origin) ?? null;
    if (credentials === null) return false;
    const challenges = lines.flatMap(parseChallenges);
    const digest = strongest(challenges);
    if (wasSent && digest?.isStale !== true) return false;
    if (digest === null && !challenges.some(({ scheme }) => scheme === 'basic')) return false;
    this.#logIns.set(origin, { credentials, digest, count: 0 });
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

/** About as many as browsers keep. RFC 6265, section 6.1, asks for at least 50. */
export const maxCookiesPerSite = 180;
/** RFC 6265, section 6.1. */
const maxCookieBytes = 4096;
/** Most servers refuse more. */
const maxCookieHeaderBytes = 16 * 1024;

interface StoredCookie {
  readonly domain: string;
  readonly path: string;
  readonly key: string;
}

/**
 * The cookies of one session. The public suffix list applies (no cookie for all of `co.uk`), and each site has a limit beyond which its oldest
 * cookies are dropped.
 */
export class Cookies {
  readonly #store = new MemoryCookieStore();
  readonly #jar: CookieJar;
  readonly #bySite = new Map<string, Map<string, StoredCookie>>();

  constructor(saved?: SerializedCookieJar) {
    this.#jar =
      saved === undefined ? new CookieJar(this.#store) : CookieJar.deserializeSync(saved, this.#store);
    for (const { domain, path, key } of saved?.cookies ?? []) {
      if (typeof domain === 'string' && typeof path === 'string' && typeof key === 'string') {
        this.#addUnderLimit({ domain, path, key });
      }
    }
  }

  /** The value of `Cookie` for a request, or null. */
  headerFor(url: URL): string | null {
    if (this.#bySite.size === 0) return null;
    let header = '';
    for (const cookie of this.#jar.getCookiesSync(url.href)) {
      const pair = cookie.cookieString();
      if (header.length + pair.length + 2 > maxCookieHeaderBytes) break;
      header = header === '' ? pair : `${header}; ${pair}`;
    }
    return header === '' ? null : header;
  }

  /** Takes the `Set-Cookie` lines of an answer. Those that a browser would refuse are dropped silently. */
  keep(url: URL, lines: readonly string[]): void {
    for (const line of lines) {
      if (line.length > maxCookieBytes) continue;
      const cookie = this.#jar.setCookieSync(line, url.href, { ignoreError: true });
      if (cookie === undefined || cookie.domain === null || cookie.path === null) continue;
      this.#addUnderLimit({ domain: cookie.domain, path: cookie.path, key: cookie.key });
    }
  }

  /** For a session that continues in another process. */
  save(): SerializedCookieJar | undefined {
    return this.#jar.serializeSync();
  }

  #addUnderLimit(cookie: StoredCookie): void {
    const site = getDomain(cookie.domain, { allowPrivateDomains: true }) ?? cookie.domain;
    const known = this.#bySite.get(site) ?? new Map<string, StoredCookie>();
    this.#bySite.set(site, known);
    const id = `${cookie.domain};${cookie.path};${cookie.key}`;
    known.delete(id);
    known.set(id, cookie);
    for (const [oldest, stored] of known) {
      if (known.size <= maxCookiesPerSite) break;
      known.delete(oldest);
      this.#store.removeCookie(stored.domain, stored.path, stored.key, () => undefined);
    }
  }
}
