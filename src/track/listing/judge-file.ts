import type { Comparison } from '../flags/comparison.ts';
import { decideFlag, type FlagDecision, type PageHistory } from '../flags/decide-flag.ts';
import type { FileFate, KnownFile } from './file-fate.ts';
import { folderOf } from './listing-problems.ts';

/** What fetching a file brought. */
export type FetchOutcome =
  /** SHA-256 in hex. `comparison` is a closer look at two texts that differ, if there was one. */
  | { readonly content: string; readonly size: number; readonly comparison?: Comparison }
  | { readonly code: string; readonly message: string };

type ToFetch = Extract<FileFate, { kind: 'fetch' }>;

/**
 * The flag of a file that was fetched (B3). Figure 4-9 of the paper compares sizes; here the content decides, so a new
 * time alone is SAM. `renamedFrom` is its old name, if one is known.
 */
export function judgeFetched(
  { history, good }: KnownFile,
  { why }: Pick<ToFetch, 'why'>,
  outcome: FetchOutcome,
  renamedFrom: string | null = null,
): FlagDecision {
  if ('code' in outcome) return decideFlag(history, { outcome: 'failure', ...outcome });
  const content = { outcome: 'content', problem: null } as const;
  if (good === null) {
    const first = decideFlag(withoutGoodVersion(history), { ...content, comparison: null });
    return renamedFrom === null ? first : withDetail(first, `renamed from ${renamedFrom}`);
  }
  if (good.content === outcome.content) {
    const same = decideFlag(history, { ...content, comparison: { level: 'same bytes' } });
    return { ...same, reason: `${same.reason}, although ${why}` };
  }
  const summary = describeSizes(good.facts?.size ?? null, outcome.size);
  const comparison = outcome.comparison ?? { level: 'changed', summary };
  return decideFlag(history, { ...content, comparison });
}

/** The flag of a file that needs no fetch. `renamedTo` is the new name of a file that is gone, if one is known. */
export function judgeUnfetched(
  { url, history }: Pick<KnownFile, 'url' | 'history'>,
  fate: Exclude<FileFate, ToFetch>,
  renamedTo: string | null = null,
): FlagDecision {
  switch (fate.kind) {
    case 'unchanged':
      return decideFlag(history, { outcome: 'not modified', reason: 'the same size and time' });
    case 'gone': {
      const gone = decideFlag(history, { outcome: 'not listed', listing: folderOf(url) });
      return renamedTo === null ? gone : withDetail(gone, `renamed to ${renamedTo}`);
    }
    case 'unclear': {
      const { code, message } = fate.problem;
      return decideFlag(history, { outcome: 'failure', code, message });
    }
  }
}

/** Without a good version there is nothing to compare with, whatever the history says. */
function withoutGoodVersion({ lastFlag }: PageHistory): PageHistory {
  return { hasGoodVersion: false, lastFlag };
}

function describeSizes(before: number | null, now: number): string {
  if (before === null || before === now) return `different content, ${now} bytes`;
  return `different content: ${now} bytes instead of ${before}`;
}

function withDetail(decision: FlagDecision, detail: string): FlagDecision {
  return { ...decision, reason: `${decision.reason}: ${detail}` };
}
