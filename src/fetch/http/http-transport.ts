import type { Dispatcher } from 'undici';
import type { Egress } from '../egress/guarded-egress.ts';
import { FetchError } from '../errors.ts';
import type { Bandwidth } from '../transfer/bandwidth-limit.ts';
import { Watch } from '../transfer/watch.ts';
import { Connections } from './connection-pool.ts';
import { type Answer, Exchange, type ExchangeLimits } from './exchange.ts';
import type { HttpLimits } from './http-options.ts';

export interface TransportOptions {
  readonly egress: Egress;
  readonly limits: HttpLimits;
  readonly allowHttp2: boolean;
  readonly connectionsPerOrigin: number;
  readonly keepAliveMs: number;
  /** Null for as fast as it goes. */
  readonly bandwidth: Bandwidth | null;
  /** Milliseconds that only go forward. */
  readonly now: () => number;
}

/** One request on its way, with what bounds it. */
export interface Sending {
  readonly url: string;
  readonly origin: string;
  readonly wire: Dispatcher.DispatchOptions;
  readonly limits: ExchangeLimits;
  /** On the clock of the transport. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
}

/** Sends single requests over kept connections: no redirects, no log-ins, no decoding. */
export class HttpTransport {
  readonly #connections: Connections;
  readonly #watch: Watch;
  readonly #now: () => number;
  readonly #bandwidth: Bandwidth | null;

  constructor({ egress, limits, bandwidth, now, ...rest }: TransportOptions) {
    this.#bandwidth = bandwidth;
    this.#now = now;
    this.#connections = new Connections({ egress, maxHeaderBytes: limits.maxHeaderBytes, ...rest });
    const shortest = Math.min(limits.headersTimeoutMs, limits.totalTimeoutMs, limits.rateWindowMs);
    this.#watch = new Watch(Math.min(250, Math.max(5, shortest / 4)), now);
  }

  async send(sending: Sending): Promise<Answer> {
    const first = this.#exchange(sending);
    try {
      return await this.#dispatch(first, sending);
    } catch (error) {
      // RFC 9112, section 9.3.1: what changes nothing may be sent again when an idle connection was closed under it.
      const { method } = sending.wire;
      if (!first.lostIdleConnection || (method !== 'GET' && method !== 'HEAD')) throw error;
      if (!(error instanceof FetchError) || error.code !== 'FETCH_CLOSED') throw error;
    }
    return await this.#dispatch(this.#exchange(sending), sending);
  }

  async close(): Promise<void> {
    await this.#connections.close();
    this.#watch.stop();
  }

  async destroy(reason: FetchError): Promise<void> {
    await this.#connections.destroy(reason);
    this.#watch.stop();
  }

  #exchange({ url, limits, deadline }: Sending): Exchange {
    return new Exchange(url, limits, deadline, this.#now, this.#bandwidth);
  }

  async #dispatch(exchange: Exchange, { url, origin, wire, signal }: Sending): Promise<Answer> {
    const giveUp = () => exchange.fail(new FetchError('FETCH_ABORTED', `${url}: the request was given up`));
    if (signal?.aborted === true) giveUp();
    signal?.addEventListener('abort', giveUp);
    this.#watch.add(exchange);
    try {
      if (signal?.aborted !== true) this.#connections.dispatch(origin, wire, exchange);
      const answer = await exchange.answer;
      if (exchange.overran) {
        throw new FetchError('FETCH_INCOMPLETE', `${url}: the body is longer than its Content-Length`);
      }
      return answer;
    } finally {
      this.#watch.delete(exchange);
      signal?.removeEventListener('abort', giveUp);
    }
  }
}
