import { setTimeout as pause } from 'node:timers/promises';
import { FetchError } from '../errors.ts';

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
 * Passes on what a spider reads, within the limits. A spider that hangs is aborted by its signal and not waited for, so
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

/** Limits the bytes per second of all fetches together. Fetchers that share one share the limit. */
export interface Bandwidth {
  /** Called with the size of every piece received. Returns how many milliseconds to pause. */
  take(bytes: number): number;
}

/**
 * Bytes are a debt that is paid off with time. What is already on its way may increase it; then readers wait until it is
 * paid. Over more than a second the limit is exact.
 */
export class BandwidthLimit implements Bandwidth {
  readonly #bytesPerMs: number;
  readonly #now: () => number;
  #paidUntil = Number.NEGATIVE_INFINITY;

  constructor(bytesPerSecond: number, now: () => number = () => performance.now()) {
    this.#bytesPerMs = bytesPerSecond / 1000;
    this.#now = now;
  }

  take(bytes: number): number {
    const now = this.#now();
    this.#paidUntil = Math.max(now, this.#paidUntil) + bytes / this.#bytesPerMs;
    return this.#paidUntil - now;
  }
}

/** Something with a time limit. */
export interface Watched {
  /** Compares the time with the limits, and gives up if one is exceeded. */
  check(now: number): void;
}

/**
 * One timer for everything in flight: a timer for each request would cost more than the rest of a small request. Limits
 * are noticed up to one tick late.
 */
export class Watchdog {
  readonly #watched = new Set<Watched>();
  readonly #tickMs: number;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | null = null;

  /** It ticks at least four times during the shortest limit, if that is not below 20 ms. */
  constructor(shortestLimitMs: number, now: () => number) {
    this.#tickMs = Math.min(250, Math.max(5, shortestLimitMs / 4));
    this.#now = now;
  }

  add(item: Watched): void {
    this.#watched.add(item);
    // Sockets in flight keep the process alive; the timer must not.
    this.#timer ??= setInterval(() => this.#tick(), this.#tickMs).unref();
  }

  delete(item: Watched): void {
    this.#watched.delete(item);
  }

  /** Ends the timer now. Without this it ends at the first tick with nothing to watch. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #tick(): void {
    if (this.#watched.size === 0) this.stop();
    const now = this.#now();
    for (const item of this.#watched) item.check(now);
  }
}
