import { commandLineTracker } from '../../test/track/tracker.ts';
import { type Monitor, type Reported, reportedOf } from './monitor.ts';

/** Tidemark, as a user starts it: with the start address and nothing else. */
export async function tidemarkMonitor(): Promise<Monitor> {
  const tracker = await commandLineTracker();
  let isFirst = true;
  let found: readonly (readonly [string, Reported])[] = [];
  return {
    name: 'Tidemark',
    look: async (origin) => {
      await tracker.track(isFirst ? `${origin}/` : null);
      isFirst = false;
      const { pages } = await tracker.report();
      found = pages.map(({ url, flag }) => [targetOf(url), reportedOf[flag]]);
    },
    reported: (keyOf) => new Map(found.map(([target, reported]) => [keyOf(target), reported])),
    close: () => tracker.close(),
  };
}

function targetOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
