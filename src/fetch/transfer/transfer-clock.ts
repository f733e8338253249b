import { FetchError } from '../errors.ts';
import type { TransferLimits } from './transfer-limits.ts';
import type { Watched } from './watch.ts';

/** Watches one transfer: the first byte, the rate, the whole. Time that we take ourselves does not count for the rate. */
export class TransferClock implements Watched {
  readonly #url: string;
  readonly #limits: TransferLimits;
  readonly #expired: (reason: FetchError) => void;
  readonly #startedAt: number;
  #windowStart: number;
  #windowBytes = 0;
  #received = 0;
  #waitsForUs = false;

  constructor(url: string, limits: TransferLimits, now: number, expired: (reason: FetchError) => void) {
    this.#url = url;
    this.#limits = limits;
    this.#startedAt = now;
    this.#windowStart = now;
    this.#expired = expired;
  }

  received(bytes: number, now: number): void {
    if (this.#received === 0) this.#windowStart = now;
    this.#received += bytes;
    this.#waitsForUs = true;
  }

  /** We are ready for more. */
  goOn(now: number): void {
    if (now - this.#windowStart >= this.#limits.rateWindowMs) this.#openWindow(now);
    this.#waitsForUs = false;
  }

  check(now: number): void {
    const { firstByteTimeoutMs, totalTimeoutMs, minBytesPerSecond, rateWindowMs } = this.#limits;
    if (now - this.#startedAt >= totalTimeoutMs) {
      this.#fail('FETCH_TIMEOUT_TOTAL', `not finished within ${totalTimeoutMs} ms`);
    } else if (this.#waitsForUs) {
      this.#openWindow(now);
    } else if (this.#received === 0) {
      if (now - this.#startedAt < firstByteTimeoutMs) return;
      this.#fail('FETCH_TIMEOUT_HEADERS', `no answer within ${firstByteTimeoutMs} ms`);
    } else if (now - this.#windowStart >= rateWindowMs) {
      const rate = ((this.#received - this.#windowBytes) * 1000) / (now - this.#windowStart);
      this.#openWindow(now);
      if (rate < minBytesPerSecond)
        this.#fail('FETCH_TOO_SLOW', `the file comes at less than ${minBytesPerSecond} bytes/s`);
    }
  }

  #openWindow(now: number): void {
    this.#windowStart = now;
    this.#windowBytes = this.#received;
  }

  #fail(code: 'FETCH_TIMEOUT_TOTAL' | 'FETCH_TIMEOUT_HEADERS' | 'FETCH_TOO_SLOW', what: string): void {
    this.#expired(new FetchError(code, `${this.#url}: ${what}`, { url: this.#url }));
  }
}
