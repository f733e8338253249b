import { exitCodes } from '../exit-codes.ts';
import { eraseLiveLine } from '../output.ts';

/** A terminal and a launcher may both send a signal for one key press: signals within this time count as one. */
const SAME_PRESS_MS = 300;

export interface Interruption {
  readonly signal: AbortSignal;
  /** Calls the listener when the user wants to stop; at once when that has happened already. */
  onStop(listener: () => void): void;
  release(): void;
}

/** The first Ctrl-C lets the work end properly, the second ends it at once. */
export function interruption(onFirst: () => void): Interruption {
  const controller = new AbortController();
  let first = 0;
  const onSignal = () => {
    const now = performance.now();
    if (!controller.signal.aborted) {
      first = now;
      onFirst();
      controller.abort();
    } else if (now - first > SAME_PRESS_MS) {
      eraseLiveLine();
      process.exit(exitCodes.interrupted);
    }
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.on(name, onSignal);
  return {
    signal: controller.signal,
    onStop: (listener) => {
      if (controller.signal.aborted) listener();
      else controller.signal.addEventListener('abort', listener, { once: true });
    },
    release: () => {
      for (const name of signals) process.off(name, onSignal);
    },
  };
}
