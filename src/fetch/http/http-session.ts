import { randomBytes } from 'node:crypto';
import type { SerializedCookieJar } from 'tough-cookie';
import {
  type Challenge,
  type Credentials,
  type DigestChallenge,
  digestAuthorization,
  parseChallenges,
  readDigest,
} from './authentication.ts';
import type { LimitedCookieJar } from './limited-cookie-jar.ts';

interface SessionOptions {
  /** By origin (`https://example.com`). They are never sent to another one. */
  readonly credentials?: ReadonlyMap<string, Credentials>;
  readonly cookies?: Cookies;
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
    this.cookies = options.cookies ?? new Cookies();
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

/**
 * The cookies of one session. What reads them is loaded with the first cookie: most sites set none, and the list of public
 * suffixes alone takes 10 ms of a start.
 */
export class Cookies {
  #jar: LimitedCookieJar | null = null;

  /** The cookies that `save` gave in an earlier session. */
  static async restored(saved: SerializedCookieJar): Promise<Cookies> {
    const cookies = new Cookies();
    const { LimitedCookieJar } = await import('./limited-cookie-jar.ts');
    cookies.#jar = new LimitedCookieJar(saved);
    return cookies;
  }

  /** The value of `Cookie` for a request, or null. */
  headerFor(url: URL): string | null {
    return this.#jar?.headerFor(url) ?? null;
  }

  /** Takes the `Set-Cookie` lines of an answer. Those that a browser would refuse are dropped silently. */
  async keep(url: URL, lines: readonly string[]): Promise<void> {
    if (this.#jar === null) {
      const { LimitedCookieJar } = await import('./limited-cookie-jar.ts');
      // Another answer may have come meanwhile.
      this.#jar ??= new LimitedCookieJar();
    }
    this.#jar.keep(url, lines);
  }

  /** For a session that continues in another process. */
  save(): SerializedCookieJar | undefined {
    return this.#jar?.save();
  }
}
