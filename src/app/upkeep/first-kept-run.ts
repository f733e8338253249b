import type { KeepEntry } from '../../project/index.ts';
import type { Run } from '../../store/index.ts';

/** What else needs earlier runs. */
export interface KeepFacts {
  /** Newest first. */
  readonly runs: readonly Run[];
  /** Whether the project's runs wait for somebody to confirm the one before (B9). */
  readonly confirms: boolean;
  /** The first run, by id, with changes that a reader of the feed has not seen; null when all have seen all. */
  readonly unread: number | null;
  readonly now: number;
}

const DAY = 86_400_000;

/**
 * The first run, by id, of which everything stays, as it does of all later ones; null while nothing may go. That is never later
 * than the last finished run, the first that nobody has confirmed yet, or the first with changes that somebody has not read.
 */
export function firstKeptRun({ days = 0 }: KeepEntry, facts: KeepFacts): number | null {
  const { runs, confirms, unread, now } = facts;
  const finished = runs.find(({ state }) => state === 'finished');
  if (finished === undefined) return null;
  const confirmed = runs.find((run) => run.confirmed !== null);
  const needed = runs.filter(
    ({ id, endedAt, number }) =>
      id >= finished.id ||
      (endedAt ?? now) > now - days * DAY ||
      (confirms && number > (confirmed?.number ?? 0)) ||
      (unread !== null && id >= unread),
  );
  return Math.min(...needed.map(({ id }) => id));
}
