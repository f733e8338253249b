import { pageRunTools } from '../../crawl/run/page-run-tools.ts';
import { runNotices } from '../../crawl/run/run-notices.ts';
import type { RunEnding } from '../../crawl/run/run-request.ts';
import { closeRun } from '../../crawl/run/start-run.ts';
import { systemClock } from '../../crawl/site/allowed-hours.ts';
import { findAliases } from '../../crawl/track/find-aliases.ts';
import { type SharedRun, stateOfAll } from './shared-run.ts';
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
export async function finishShared(
  { parts, protocol }: SharedRun,
  { shares, totals, pausedBecause, sum }: FinishedShares,
): Promise<RunEnding> {
  const { run, surroundings } = parts;
  const { store, clock = systemClock } = surroundings;
  const state = stateOfAll(run, shares);
  const pause = pauseOf(shares, pausedBecause);
  const tools = await pageRunTools(
    { ...parts, run: { ...run, savedState: JSON.stringify(state) } },
    protocol,
  );
  try {
    const { tracker, twins, rules } = tools;
    if (pause === null) {
      await findAliases({ store, run, knowledge: tracker.knowledge, twins });
    } else {
      const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };
      const savedState = JSON.stringify(state);
      await store.commit({ projectId: run.projectId, runId: run.id, ...nothing, savedState });
    }
    await sum(pause === null);
    const at = clock.now();
    if (pause === null) await closeRun(parts, { state: 'finished', at });
    else await closeRun(parts, { state: 'paused', at, pauseReason: pause.reason, resumeAt: pause.resumeAt });
    return {
      ...{ ...totals, inFlight: 0, ms: at - run.startedAt },
      state: pause === null ? 'finished' : 'paused',
      reason: pause?.reason ?? null,
      resumeAt: pause?.resumeAt ?? null,
      rules: rules === null ? [] : rules.counts.table(rules.ruleSet),
      notices: await runNotices(store, run),
    };
  } finally {
    await tools.access.rendering?.renderer.close();
    await tools.spider.close();
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
