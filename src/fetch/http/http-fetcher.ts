import { TidemarkError } from '../../base/index.ts';
import type { Egress } from '../egress/guarded-egress.ts';
import { proxyAuthorization } from '../egress/http-tunnel.ts';
import { FetchError, type Hop } from '../errors.ts';
import type { Bandwidth } from '../transfer/bandwidth-limit.ts';
import { decodeBody } from './content-encoding.ts';
import type { Credentials } from './credentials.ts';
import type { Answer, ExchangeLimits } from './exchange.ts';
import { type GivenHeaders, headersAfterRedirect } from './given-headers.ts';
import { defaultLimits, type HttpLimits } from './http-options.ts';
import type { FetchRequest, FetchResult } from './http-request.ts';
import { HttpTransport } from './http-transport.ts';
import { followRedirect, isRedirect } from './redirect.ts';
import { RequestHeaders } from './request-headers.ts';
import { retryAfterMs } from './retry-after.ts';

export interface HttpOptions {
  readonly egress: Egress;
  /** See `honestUserAgent`. */
  readonly userAgent: string;
  readonly limits?: Partial<HttpLimits>;
  /** Default true: HTTP/2 where the server offers it. */
  readonly allowHttp2?: boolean;
  /** Default 64. How many are used at a time is the engine's decision. */
  readonly connectionsPerOrigin?: number;
  /** How long an idle connection is kept, unless the server says less. Default 30 s. */
  readonly keepAliveMs?: number;
  /** Default: as fast as it goes. */
  readonly bandwidth?: Bandwidth;
  /** Milliseconds that only go forward. */
  readonly now?: () => number;
}

/** A chain of redirects under way. */
interface Chain {
  readonly request: FetchRequest;
  /** From the URL that was asked for; they stay with its origin. */
  readonly credentials: Credentials | null;
  readonly hops: Hop[];
  readonly deadline: number;
}

/** One request of a chain. */
interface Stop {
  readonly url: URL;
  readonly method: string;
  readonly body: string | Uint8Array | null;
  /** Those of the caller's headers that have come this far. */
  readonly given: GivenHeaders | undefined;
  /** False once the chain has left the origin where it began. */
  readonly atHome: boolean;
}

/** Fetches over HTTP and HTTPS. Throws a FetchError whenever there is no complete answer. */
export class HttpFetcher {
  readonly #egress: Egress;
  readonly #headers: RequestHeaders;
  readonly #limits: HttpLimits;
  readonly #exchangeLimits: ExchangeLimits;
  readonly #transport: HttpTransport;
  readonly #now: () => number;

  constructor(options: HttpOptions) {
    this.#egress = options.egress;
    this.#headers = new RequestHeaders(options.userAgent);
    this.#limits = Object.freeze({ ...defaultLimits, ...options.limits });
    this.#exchangeLimits = Object.freeze({ ...this.#limits, whenTooLarge: 'fail' });
    this.#now = options.now ?? (() => performance.now());
    this.#transport = new HttpTransport({
      egress: options.egress,
      limits: this.#limits,
      allowHttp2: options.allowHttp2 ?? true,
      connectionsPerOrigin: options.connectionsPerOrigin ?? 64,
      keepAliveMs: options.keepAliveMs ?? 30_000,
      bandwidth: options.bandwidth ?? null,
      now: this.#now,
    });
  }

  async fetch(request: FetchRequest): Promise<FetchResult> {
    const startedAt = Date.now();
    const started = this.#now();
    const { url, credentials } = startingPoint(request.url);
    const chain: Chain = { request, credentials, hops: [], deadline: started + this.#limits.totalTimeoutMs };
    const { method = 'GET', body: sent = null, headers: given } = request;
    let stop: Stop = { url, method, body: sent, given, atHome: true };
    try {
      let answer = await this.#ask(chain, stop);
      if (isRedirect(answer.status)) {
        const loops = new LoopGuard();
        for (let next = await this.#next(chain, stop, answer); next !== null; ) {
          loops.pass(stop, request.session.cookies.headerFor(stop.url));
          stop = next;
          answer = await this.#ask(chain, stop);
          next = await this.#next(chain, stop, answer);
        }
      }
      chain.hops.push({ url: stop.url.href, status: answer.status, location: null });
      const encoding = answer.headers.get('content-encoding');
      const body =
        encoding === null || isRedirect(answer.status)
          ? answer.body
          : await decodeBody(answer.body, encoding, {
              maxBytes: request.maxBytes ?? this.#limits.maxBytes,
              maxExpansion: this.#limits.maxExpansion,
            });
      return {
        requestedUrl: request.url,
        url: stop.url.href,
        hops: chain.hops,
        status: answer.status,
        headers: answer.headers,
        body,
        cut: answer.cut,
        wireBytes: answer.body.length,
        httpVersion: answer.httpVersion,
        remoteAddress: answer.remoteAddress,
        retryAfterMs: retryAfterMs(answer.headers.get('retry-after'), Date.now()),
        startedAt,
        durationMs: this.#now() - started,
      };
    } catch (error) {
      throw placed(error, stop.url.href, chain.hops);
    }
  }

  /** Waits for what is in flight, then closes all connections. */
  async close(): Promise<void> {
    await this.#transport.close();
  }

  /** Breaks off what is in flight: it ends with FETCH_ABORTED. */
  async destroy(): Promise<void> {
    await this.#transport.destroy(new FetchError('FETCH_ABORTED', 'the fetcher was shut down'));
  }

  /** Where a redirect sends us, or null when the answer is the end of the chain. */
  async #next({ request, hops }: Chain, stop: Stop, answer: Answer): Promise<Stop | null> {
    const location = isRedirect(answer.status) ? answer.headers.get('location') : null;
    if (location === null) return null;
    const hasBody = stop.body !== null;
    const next = followRedirect({ url: stop.url, method: stop.method, hasBody }, answer.status, location);
    const hop: Hop = { url: stop.url.href, status: answer.status, location: next.url.href };
    if (request.follow !== undefined && !(await request.follow(hop))) return null;
    hops.push(hop);
    if (hops.length > this.#limits.maxRedirects) {
      throw new FetchError('FETCH_REDIRECT_LIMIT', `more than ${this.#limits.maxRedirects} redirects`);
    }
    const { url, method, keepsBody, sameOrigin } = next;
    return {
      url,
      method,
      body: keepsBody ? stop.body : null,
      given:
        stop.given && headersAfterRedirect(stop.given, { sameOrigin, dropsBody: method !== stop.method }),
      atHome: stop.atHome && sameOrigin,
    };
  }

  /** Asks once, and again when the server wants a log-in that we have (a second time when its nonce was old). */
  async #ask(chain: Chain, stop: Stop): Promise<Answer> {
    const { session } = chain.request;
    const { url, method } = stop;
    for (let tries = 0; ; tries++) {
      const authorization = session.authorization(url, method);
      const answer = await this.#send(chain, stop, authorization);
      const lines = answer.headers.all('set-cookie');
      if (lines.length > 0) session.cookies.keep(url, lines);
      if (answer.status !== 401 || tries === 2) return answer;
      const challenges = answer.headers.all('www-authenticate');
      const own = stop.atHome ? chain.credentials : null;
      if (!session.learnChallenge(url.origin, challenges, authorization !== null, own)) return answer;
    }
  }

  #send({ request, deadline }: Chain, stop: Stop, authorization: string | null): Promise<Answer> {
    const { url, method, body, given } = stop;
    const path = url.pathname + url.search;
    const proxy = url.protocol === 'http:' ? this.#egress.forwarding(url.hostname) : null;
    const headers = this.#headers.write(request, url, {
      cookie: request.session.cookies.headerFor(url),
      authorization,
      proxyAuthorization: proxy === null ? null : proxyAuthorization(proxy),
      given,
    });
    return this.#transport.send({
      url: url.href,
      origin: url.origin,
      wire: { path: proxy === null ? path : url.origin + path, method, body, headers },
      limits: this.#limitsFor(request),
      deadline,
      signal: request.signal,
    });
  }

  #limitsFor({ maxBytes, whenTooLarge }: FetchRequest): ExchangeLimits {
    if (maxBytes === undefined && whenTooLarge === undefined) return this.#exchangeLimits;
    return {
      ...this.#exchangeLimits,
      maxBytes: maxBytes ?? this.#limits.maxBytes,
      whenTooLarge: whenTooLarge ?? 'fail',
    };
  }
}

/** The same URL twice is a loop only when nothing has changed: many sites set a cookie and send us back. */
class LoopGuard {
  readonly #passed = new Set<string>();

  pass({ url, method }: Stop, cookie: string | null): void {
    const key = `${method} ${url.href} ${cookie}`;
    if (this.#passed.has(key)) throw new FetchError('FETCH_REDIRECT_LOOP', 'the redirects lead in a circle');
    this.#passed.add(key);
  }
}

/** The URL without its log-in, which must not turn up in results and messages. */
function startingPoint(text: string): { readonly url: URL; readonly credentials: Credentials | null } {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new FetchError('FETCH_URL_INVALID', `"${text}" is not an http or https URL`, { url: text });
  }
  if (url.username === '' && url.password === '') return { url, credentials: null };
  const credentials = { username: decoded(url.username), password: decoded(url.password) };
  url.username = '';
  url.password = '';
  return { url, credentials };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Adds to a failure where it happened. One failure to connect may have been handed to many requests. */
function placed(error: unknown, url: string, hops: readonly Hop[]): unknown {
  if (!(error instanceof FetchError)) {
    // What the caller's own `follow` throws is his.
    if (error instanceof TidemarkError) return error;
    return new FetchError('FETCH_FAILED', `${url}: ${error}`, { url, hops, cause: error });
  }
  const message = error.message.startsWith(url) ? error.message : `${url}: ${error.message}`;
  return new FetchError(error.code, message, { url, hops, cause: error.cause ?? error });
}
