import { decideFlag } from '../flags/decide-flag.ts';
import type { FlagDecision } from '../flags/flag.ts';
import type { Comparison, PageHistory } from '../flags/page-visit.ts';
import { findRenames } from './find-renames.ts';
import { type FetchPlan, folderOf, type KnownFile } from './plan-fetches.ts';

/** What became of a file that the plan wanted. */
export type FetchOutcome =
  /** SHA-256 in hex. `comparison` is a closer look at texts that differ, where there was one. */
  | { readonly content: string; readonly size: number; readonly comparison?: Comparison }
  | { readonly code: string; readonly message: string };

export interface JudgedFile extends FlagDecision {
  readonly url: string;
  /** The other name of a file that was renamed. */
  readonly renamed: string | null;
}

const unknownFile: PageHistory = { hasGoodVersion: false, lastFlag: null };

/**
 * The flag of every file, known or listed: each exactly once (B3). Figure 4-9 compares sizes; here the content decides,
 * and a new time alone is SAM. A file without an outcome was not reached and has no flag.
 */
export function judgeListing(
  plan: FetchPlan,
  outcomes: ReadonlyMap<string, FetchOutcome>,
): readonly JudgedFile[] {
  const renames = renamesIn(plan, outcomes);
  const newNames = new Map([...renames].map(([now, before]) => [before, now]));
  return [
    ...plan.fetch.flatMap(({ file: { url }, known, why }) => {
      const outcome = outcomes.get(url);
      if (outcome === undefined) return [];
      const before = renames.get(url) ?? null;
      const decision = judgeFetched(known, why, outcome);
      return [told(url, decision, before, before === null ? null : `renamed from ${before}`)];
    }),
    ...plan.unchanged.map(({ url, history }) =>
      told(url, decideFlag(history, { outcome: 'not modified' }), null, 'size and time are as before'),
    ),
    ...plan.gone.map(({ url, history }) => {
      const now = newNames.get(url) ?? null;
      const decision = decideFlag(history, { outcome: 'not listed', listing: folderOf(url) });
      return told(url, decision, now, now === null ? null : `renamed to ${now}`);
    }),
    ...plan.unclear.map(({ known: { url, history }, problem: { code, message } }) =>
      told(url, decideFlag(history, { outcome: 'failure', code, message }), null, null),
    ),
  ];
}

function judgeFetched(known: KnownFile | null, why: string, outcome: FetchOutcome): FlagDecision {
  const history = known?.history ?? unknownFile;
  if ('code' in outcome) return decideFlag(history, { outcome: 'failure', ...outcome });
  const good = known?.good ?? null;
  if (good === null)
    return decideFlag(unknownGood(history), { outcome: 'content', problem: null, comparison: null });
  if (good.content === outcome.content) {
    const same = decideFlag(history, {
      outcome: 'content',
      problem: null,
      comparison: { level: 'same bytes' },
    });
    return { ...same, reason: `${same.reason}, although the listing differs: ${why}` };
  }
  const comparison = outcome.comparison ?? {
    level: 'changed',
    summary: sizes(good.facts.size, outcome.size),
  };
  return decideFlag(history, { outcome: 'content', problem: null, comparison });
}

/** Without a good version there is nothing to compare with, whatever the history says. */
function unknownGood({ lastFlag }: PageHistory): PageHistory {
  return { hasGoodVersion: false, lastFlag };
}

function sizes(before: number | null, now: number): string {
  if (before === null || before === now) return `other content of ${now} bytes`;
  return `other content: ${now} bytes instead of ${before}`;
}

function renamesIn(
  plan: FetchPlan,
  outcomes: ReadonlyMap<string, FetchOutcome>,
): ReadonlyMap<string, string> {
  const gone = plan.gone.flatMap(({ url, good }) => (good === null ? [] : [{ url, content: good.content }]));
  const appeared = plan.fetch.flatMap(({ file: { url }, known }) => {
    const outcome = outcomes.get(url);
    return known === null && outcome !== undefined && 'content' in outcome
      ? [{ url, content: outcome.content }]
      : [];
  });
  return findRenames(gone, appeared);
}

function told(
  url: string,
  decision: FlagDecision,
  renamed: string | null,
  detail: string | null,
): JudgedFile {
  const reason = detail === null ? decision.reason : `${decision.reason}: ${detail}`;
  return { ...decision, reason, url, renamed };
}
