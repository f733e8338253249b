import type { ClusterStore } from '../../store/index.ts';
import { type Clock, systemClock } from '../site/allowed-hours.ts';

/** Differences below this are what asking takes, in milliseconds. */
const NOTHING = 1000;

/**
 * The clock of the database, as this machine reads it. When a machine's own clock was an hour ahead, messages about its runs waited for an hour.
 */
export async function sharedClock({ now }: Pick<ClusterStore, 'now'>): Promise<Clock> {
  const before = Date.now();
  const shared = await now();
  const off = Math.round(shared - (before + Date.now()) / 2);
  if (Math.abs(off) < NOTHING) return systemClock;
  return { ...systemClock, now: () => Date.now() + off };
}
