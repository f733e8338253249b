import { commitRows } from '../../crawl/commit-rows.ts';
import { openPageRun } from '../../crawl/run/page-run-context.ts';
import { runNotices } from '../../crawl/run/run-notices.ts';
import type { RunEnding } from '../../crawl/run/run-request.ts';
import { findAliases } from '../../crawl/track/find-aliases.ts';
import { type DistributedRun, stateOfAll } from './distributed-run.ts';
import type { Share, ShareCounts } from './tables/share-records.ts';

interface FinishedShares {
  readonly shares: readonly Share[];
  readonly totals: ShareCounts & { readonly hosts: number };
  /** Why the user paused the run; null when nobody did. */
  readonly pausedBecause: string | null;
  /** Adds what the shares have counted to the run. */
  readonly sum: (isFinished: boolean) => Promise<void>;
}

/** Does what is about a run as a whole, when all of its shares are done or paused. */
export async function finishDistributed(
  { context, protocol }: DistributedRun,
  { shares, totals, pausedBecause, sum }: FinishedShares,
): Promise<RunEnding> {
  const { run, store, clock } = context;
  const savedState = JSON.stringify(stateOfAll(run, shares));
  const pause = pauseOf(shares, pausedBecause);
  const pages = await openPageRun({ ...context, run: { ...run, savedState } }, protocol);
  try {
    const { rules } = pages;
    if (pause === null) await findAliases(pages);
    else await commitRows(context, { savedState });
    await sum(pause === null);
    const at = clock.now();
    await commitRows(context, {
      run:
        pause === null
          ? { state: 'finished', at }
          : { state: 'paused', at, pauseReason: pause.reason, resumeAt: pause.resumeAt },
    });
    return {
      ...totals,
      inFlight: 0,
      ms: at - run.startedAt,
      state: pause === null ? 'finished' : 'paused',
      reason: pause?.reason ?? null,
      resumeAt: pause?.resumeAt ?? null,
      rules: rules === null ? [] : rules.counts.table(rules.ruleSet),
      notices: await runNotices(store, run),
    };
  } finally {
    await pages.close();
  }
}

/** The user's reason counts first, then what went wrong, then the wait that ends first. */
function pauseOf(
  shares: readonly Share[],
  pausedBecause: string | null,
): { readonly reason: string; readonly resumeAt: number | null } | null {
  const paused = shares.filter(({ state }) => state === 'paused');
  if (paused.length === 0) return null;
  if (pausedBecause !== null) return { reason: pausedBecause, resumeAt: null };
  const [first] = paused.toSorted((a, b) => (a.resumeAt ?? 0) - (b.resumeAt ?? 0));
  return { reason: first?.reason ?? '', resumeAt: first?.resumeAt ?? null };
}
