import { setTimeout as pause } from 'node:timers/promises';
import { FetchError } from '../errors.ts';
import type { Bandwidth } from './bandwidth-limit.ts';
import type { Watchdog, Watched } from './watchdog.ts';

/** The limits of one file transfer. Files may be far larger than pages, so the rate matters more than the time. */
export interface TransferLimits {
  /** Until the first byte. Default 30 s. */
  readonly firstByteTimeoutMs: number;
  /** For the whole file. Default 12 h. */
  readonly totalTimeoutMs: number;
  /** A slower file, measured over `rateWindowMs`, is given up. Default 64 bytes a second. */
  readonly minBytesPerSecond: number;
  /** Default 15 s. */
  readonly rateWindowMs: number;
  /** Default 16 GiB. */
  readonly maxBytes: number;
}

export const defaultTransferLimits: TransferLimits = Object.freeze({
  firstByteTimeoutMs: 30_000,
  totalTimeoutMs: 12 * 3_600_000,
  minBytesPerSecond: 64,
  rateWindowMs: 15_000,
  maxBytes: 16 * 1024 ** 3,
});

export interface Pace {
  readonly limits: TransferLimits;
  /** Null for no limit. */
  readonly bandwidth: Bandwidth | null;
  readonly watchdog: Watchdog;
  readonly now: () => number;
}

/**
 * Passes on what a spider reads, within the limits. A spider that hangs is told by its signal and not waited for, so
 * that a protocol that ignores the signal cannot block the others.
 */
export async function* pacedTransfer(
  url: string,
  open: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
  { limits, bandwidth, watchdog, now }: Pace,
  callerSignal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const ending = new AbortController();
  let interrupt: (reason: FetchError) => void = () => undefined;
  const stop = (reason: FetchError) => {
    ending.abort(reason);
    interrupt(reason);
  };
  const abort = () => stop(new FetchError('FETCH_ABORTED', `${url}: the transfer was given up`, { url }));
  const clock = new TransferClock(url, limits, now(), stop);
  if (callerSignal?.aborted === true) abort();
  callerSignal?.addEventListener('abort', abort);
  watchdog.add(clock);
  const body = open(ending.signal)[Symbol.asyncIterator]();
  let total = 0;
  let complete = false;
  try {
    for (;;) {
      ending.signal.throwIfAborted();
      // Not Promise.race: a promise that lives as long as the transfer would collect a listener for each piece.
      const step = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        interrupt = reject;
        body.next().then(resolve, reject);
      });
      if (step.done === true) {
        complete = true;
        return;
      }
      total += step.value.length;
      clock.received(step.value.length, now());
      if (total > limits.maxBytes) {
        throw new FetchError('FETCH_TOO_LARGE', `${url}: larger than ${limits.maxBytes} bytes`, { url });
      }
      yield step.value;
      const wait = bandwidth?.take(step.value.length) ?? 0;
      if (wait >= 1) await pause(wait);
      clock.resume(now());
    }
  } finally {
    watchdog.delete(clock);
    callerSignal?.removeEventListener('abort', abort);
    if (!complete) {
      ending.abort();
      body.return?.().catch(() => undefined);
    }
  }
}

/** Times one transfer: the first byte, the rate, the whole. The rate does not include the time that we take ourselves. */
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

  /** Until `resume`, the server waits for us. */
  received(bytes: number, now: number): void {
    if (this.#received === 0) this.#windowStart = now;
    this.#received += bytes;
    this.#waitsForUs = true;
  }

  resume(now: number): void {
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
      if (rate < minBytesPerSecond) {
        this.#fail('FETCH_TOO_SLOW', `the file arrives at less than ${minBytesPerSecond} bytes/s`);
      }
    }
  }

  #openWindow(now: number): void {
    this.#windowStart = now;
    this.#windowBytes = this.#received;
  }

  #fail(code: 'FETCH_TIMEOUT_TOTAL' | 'FETCH_TIMEOUT_HEADERS' | 'FETCH_TOO_SLOW', problem: string): void {
    this.#expired(new FetchError(code, `${this.#url}: ${problem}`, { url: this.#url }));
  }
}
