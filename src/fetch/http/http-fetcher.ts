import { percentDecoded, TidemarkError } from '../../base/index.ts';
import type { Egress } from '../egress/egress.ts';
import { proxyAuthorization } from '../egress/proxy-tunnel.ts';
import { FetchError, type Hop } from '../errors.ts';
import type { PageProtocol } from '../protocol/protocol.ts';
import { roomOfVisit } from '../transfer/body-memory.ts';
import type { Credentials } from './authentication.ts';
import { decodeBody } from './content-encoding.ts';
import type { ExchangeLimits, RawAnswer } from './exchange.ts';
import {
  defaultHttpLimits,
  type FetchRequest,
  type FetchResult,
  type HttpLimits,
  type HttpOptions,
  RequestHeaders,
} from './http-request.ts';
import { HttpTransport } from './http-transport.ts';
import {
  type CallerHeaders,
  followRedirect,
  headersAfterRedirect,
  isRedirect,
  RedirectLoopGuard,
} from './redirect.ts';
import { retryAfterMs } from './retry-after.ts';

/** HTTP and HTTPS. Log-ins are part of each request's session, so several visitors can share the connections. */
export function httpProtocol(options: HttpOptions): PageProtocol {
  return {
    schemes: ['http:', 'https:'],
    capabilities: { lists: false, robots: true },
    start: async () => new HttpFetcher(options),
  };
}

/** A chain of redirects. */
interface Chain {
  readonly request: FetchRequest;
  /** From the requested URL. They are sent to its origin only. */
  readonly credentials: Credentials | null;
  readonly hops: Hop[];
  readonly deadline: number;
}

/** One request of a chain. */
interface ChainStep {
  readonly url: URL;
  readonly method: string;
  readonly body: string | Uint8Array | null;
  /** Those that no earlier redirect has dropped. */
  readonly callerHeaders: CallerHeaders | undefined;
  /** False once the chain has left the origin where it began. */
  readonly atFirstOrigin: boolean;
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
    this.#limits = Object.freeze({ ...defaultHttpLimits, ...options.limits });
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
    const { url, credentials } = splitCredentials(request.url);
    const chain: Chain = { request, credentials, hops: [], deadline: started + this.#limits.totalTimeoutMs };
    const { method = 'GET', body: sentBody = null, headers: callerHeaders } = request;
    let step: ChainStep = { url, method, body: sentBody, callerHeaders, atFirstOrigin: true };
    try {
      let answer = await this.#ask(chain, step);
      if (isRedirect(answer.status)) {
        const loops = new RedirectLoopGuard();
        for (let next = await this.#nextStep(chain, step, answer); next !== null; ) {
          loops.check(step, request.session.cookies.headerFor(step.url));
          step = next;
          answer = await this.#ask(chain, step);
          next = await this.#nextStep(chain, step, answer);
        }
      }
      chain.hops.push({ url: step.url.href, status: answer.status, location: null });
      const encoding = answer.headers.get('content-encoding');
      const body =
        encoding === null || isRedirect(answer.status)
          ? answer.body
          : await decodeBody(answer.body, encoding, {
              maxBytes: request.maxBytes ?? this.#limits.maxBytes,
              maxExpansion: this.#limits.maxExpansion,
              whenTooLarge: request.whenTooLarge ?? 'fail',
              room: roomOfVisit.getStore() ?? null,
            });
      return {
        requestedUrl: request.url,
        url: step.url.href,
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
      throw withPlace(error, step.url.href, chain.hops);
    }
  }

  /** Waits for the requests in flight, then closes all connections. */
  async close(): Promise<void> {
    await this.#transport.close();
  }

  /** Aborts the requests in flight: they end with FETCH_ABORTED. */
  async destroy(): Promise<void> {
    this.#transport.destroy(new FetchError('FETCH_ABORTED', 'the fetcher was shut down'));
  }

  /** What a redirect makes us ask for next; null if the answer ends the chain. */
  async #nextStep({ request, hops }: Chain, step: ChainStep, answer: RawAnswer): Promise<ChainStep | null> {
    const location = isRedirect(answer.status) ? answer.headers.get('location') : null;
    if (location === null) return null;
    const hasBody = step.body !== null;
    const target = followRedirect({ url: step.url, method: step.method, hasBody }, answer.status, location);
    const hop: Hop = { url: step.url.href, status: answer.status, location: target.url.href };
    if (request.follow !== undefined && !(await request.follow(hop))) return null;
    hops.push(hop);
    if (hops.length > this.#limits.maxRedirects) {
      throw new FetchError('FETCH_REDIRECT_LIMIT', `more than ${this.#limits.maxRedirects} redirects`);
    }
    const { url, method, keepsBody, sameOrigin } = target;
    const dropsBody = method !== step.method;
    return {
      url,
      method,
      body: keepsBody ? step.body : null,
      callerHeaders:
        step.callerHeaders && headersAfterRedirect(step.callerHeaders, { sameOrigin, dropsBody }),
      atFirstOrigin: step.atFirstOrigin && sameOrigin,
    };
  }

  /** Asks once, and again if the server wants a log-in that we have; a third time if its nonce has expired. */
  async #ask(chain: Chain, step: ChainStep): Promise<RawAnswer> {
    const { session } = chain.request;
    const { url, method } = step;
    for (let attempt = 1; ; attempt++) {
      const authorization = session.authorization(url, method);
      const answer = await this.#send(chain, step, authorization);
      const cookies = answer.headers.all('set-cookie');
      if (cookies.length > 0) await session.cookies.keep(url, cookies);
      if (answer.status !== 401 || attempt === 3) return answer;
      const challenges = answer.headers.all('www-authenticate');
      const ownCredentials = step.atFirstOrigin ? chain.credentials : null;
      if (!session.takeChallenges(url.origin, challenges, authorization !== null, ownCredentials)) {
        return answer;
      }
    }
  }

  #send({ request, deadline }: Chain, step: ChainStep, authorization: string | null): Promise<RawAnswer> {
    const { url, method, body, callerHeaders } = step;
    const path = url.pathname + url.search;
    const proxy = url.protocol === 'http:' ? this.#egress.forwardingProxy(url.hostname) : null;
    const headers = this.#headers.write(request, url, {
      cookie: request.session.cookies.headerFor(url),
      authorization,
      token: request.session.tokenFor(url),
      proxyAuthorization: proxy === null ? null : proxyAuthorization(proxy),
      callerHeaders,
    });
    return this.#transport.send({
      url,
      message: { method, target: proxy === null ? path : url.origin + path, headers, body },
      limits: this.#limitsFor(request),
      deadline,
      signal: request.signal,
      room: roomOfVisit.getStore() ?? null,
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

/** Takes the log-in out of the URL: it must not appear in results and messages. */
function splitCredentials(text: string): { readonly url: URL; readonly credentials: Credentials | null } {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new FetchError('FETCH_URL_INVALID', `"${text}" is not an http or https URL`, { url: text });
  }
  if (url.username === '' && url.password === '') return { url, credentials: null };
  const credentials = { username: percentDecoded(url.username), password: percentDecoded(url.password) };
  url.username = '';
  url.password = '';
  return { url, credentials };
}

/** The failure with the place where it happened. A copy, because many requests may share one failure to connect. */
function withPlace(error: unknown, url: string, hops: readonly Hop[]): unknown {
  if (!(error instanceof FetchError)) {
    // Thrown by the caller's own `follow`.
    if (error instanceof TidemarkError) return error;
    return new FetchError('FETCH_FAILED', `${url}: ${error}`, { url, hops, cause: error });
  }
  const message = error.message.startsWith(url) ? error.message : `${url}: ${error.message}`;
  return new FetchError(error.code, message, { url, hops, cause: error.cause ?? error });
}
