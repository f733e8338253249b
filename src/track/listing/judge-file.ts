import { decideFlag } from '../flags/decide-flag.ts';
import type { FlagDecision } from '../flags/flag.ts';
import type { Comparison, PageHistory } from '../flags/page-visit.ts';
import { folderOf } from './folder-of.ts';
import type { FilePlan, KnownFile } from './plan-file.ts';

/** What became of a file that was to be fetched. */
export type FetchOutcome =
  /** SHA-256 in hex. `comparison` is a closer look at texts that differ, where there was one. */
  | { readonly content: string; readonly size: number; readonly comparison?: Comparison }
  | { readonly code: string; readonly message: string };

type Fetched = Extract<FilePlan, { fate: 'fetch' }>;

/**
 * The flag of a file that was fetched (B3). Figure 4-9 compares sizes; here the content decides, and a new time alone is
 * SAM. `renamedFrom` is its old name, if it is known to have had one.
 */
export function judgeFetched(
  { history, good }: KnownFile,
  { why }: Pick<Fetched, 'why'>,
  outcome: FetchOutcome,
  renamedFrom: string | null = null,
): FlagDecision {
  if ('code' in outcome) return decideFlag(history, { outcome: 'failure', ...outcome });
  const content = { outcome: 'content', problem: null } as const;
  if (good === null) {
    const first = decideFlag(unknownGood(history), { ...content, comparison: null });
    return renamedFrom === null ? first : told(first, `renamed from ${renamedFrom}`);
  }
  if (good.content === outcome.content) {
    const same = decideFlag(history, { ...content, comparison: { level: 'same bytes' } });
    return { ...same, reason: `${same.reason}, although the listing differs: ${why}` };
  }
  const summary = sizes(good.facts?.size ?? null, outcome.size);
  const comparison = outcome.comparison ?? { level: 'changed', summary };
  return decideFlag(history, { ...content, comparison });
}

/** The flag of a file that needs no fetch. `renamedTo` is the new name of one that is gone, if it is known to have one. */
export function judgeUnfetched(
  { url, history }: KnownFile,
  plan: Exclude<FilePlan, Fetched>,
  renamedTo: string | null = null,
): FlagDecision {
  switch (plan.fate) {
    case 'unchanged':
      return decideFlag(history, { outcome: 'not modified', reason: 'size and time are as before' });
    case 'gone': {
      const gone = decideFlag(history, { outcome: 'not listed', listing: folderOf(url) });
      return renamedTo === null ? gone : told(gone, `renamed to ${renamedTo}`);
    }
    case 'unclear': {
      const { code, message } = plan.problem;
      return decideFlag(history, { outcome: 'failure', code, message });
    }
  }
}

/** Without a good version there is nothing to compare with, whatever the history says. */
function unknownGood({ lastFlag }: PageHistory): PageHistory {
  return { hasGoodVersion: false, lastFlag };
}

function sizes(before: number | null, now: number): string {
  if (before === null || before === now) return `other content of ${now} bytes`;
  return `other content: ${now} bytes instead of ${before}`;
}

function told(decision: FlagDecision, detail: string): FlagDecision {
  return { ...decision, reason: `${decision.reason}: ${detail}` };
}
