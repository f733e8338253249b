import '../../test/fixtures/program/use-features.ts';
import { libraryTracker } from '../../test/kernel/track/tracker.ts';
import { type Monitor, type Reported, reportedOf } from './monitor.ts';

/** Tidemark with the start address and nothing else. It runs in this process, so that its clock can be that of the site. */
export async function tidemarkMonitor(now: () => number): Promise<Monitor> {
  const tracker = await libraryTracker({}, now);
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
