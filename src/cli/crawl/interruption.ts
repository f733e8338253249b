import { exitCodes } from '../exit-codes.ts';

/** A terminal and a launcher may both pass on the same key press: within this time they count as one. */
const SAME_PRESS_MS = 300;

/** The first Ctrl-C lets the work end properly, the second ends it at once. */
export function interruption(onFirst: () => void): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  let first = 0;
  const onSignal = () => {
    const now = performance.now();
    if (!controller.signal.aborted) {
      first = now;
      onFirst();
      controller.abort();
    } else if (now - first > SAME_PRESS_MS) {
      process.exit(exitCodes.interrupted);
    }
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.on(name, onSignal);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of signals) process.off(name, onSignal);
    },
  };
}
