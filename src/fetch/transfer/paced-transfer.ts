import { setTimeout as pause } from 'node:timers/promises';
import { FetchError } from '../errors.ts';
import type { Bandwidth } from './bandwidth-limit.ts';
import { TransferClock } from './transfer-clock.ts';
import type { TransferLimits } from './transfer-limits.ts';
import type { Watch } from './watch.ts';

export interface Pace {
  readonly limits: TransferLimits;
  /** Null for as fast as it goes. */
  readonly bandwidth: Bandwidth | null;
  readonly watch: Watch;
  readonly now: () => number;
}

/**
 * Hands on what a spider reads, within the limits. A spider that hangs is told so by its signal, and is not waited for:
 * a protocol that does not listen to the signal cannot hold up the others.
 */
export async function* pacedTransfer(
  url: string,
  open: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
  { limits, bandwidth, watch, now }: Pace,
  givenUp?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const ending = new AbortController();
  let interrupt: (reason: FetchError) => void = () => undefined;
  const stop = (reason: FetchError) => {
    ending.abort(reason);
    interrupt(reason);
  };
  const abort = () => stop(new FetchError('FETCH_ABORTED', `${url}: the transfer was given up`, { url }));
  const clock = new TransferClock(url, limits, now(), stop);
  if (givenUp?.aborted === true) abort();
  givenUp?.addEventListener('abort', abort);
  watch.add(clock);
  const body = open(ending.signal)[Symbol.asyncIterator]();
  let total = 0;
  let complete = false;
  try {
    for (;;) {
      ending.signal.throwIfAborted();
      // Not Promise.race: a promise that outlives the file would gather one listener for each piece.
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
      clock.goOn(now());
    }
  } finally {
    watch.delete(clock);
    givenUp?.removeEventListener('abort', abort);
    if (!complete) {
      ending.abort();
      body.return?.().catch(() => undefined);
    }
  }
}
