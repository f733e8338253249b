import type { Comparison } from '../flags/comparison.ts';
import { decideFlag, type Flag, type FlagDecision, type PageHistory } from '../flags/decide-flag.ts';

/** What a listing says about a file before it is fetched. */
export interface FileFacts {
  /** Null when the listing does not say. */
  readonly size: number | null;
  /** `unit` is the precision in milliseconds: a day for `Dec 11 2023`. */
  readonly modified: { readonly at: number; readonly unit: number } | null;
  /** `algorithm:hex`; null without one. */
  readonly hash: string | null;
}

/** A file with its history; also a file that is seen for the first time. */
export interface KnownFile {
  readonly url: string;
  readonly history: PageHistory;
  /** The last good version; null without one. */
  readonly good: GoodVersion | null;
}

/** How a version was listed. */
interface ListedVersion {
  /** Null when the listing of that time is not known. */
  readonly facts: FileFacts | null;
  /** When that listing was made, in milliseconds since 1970. */
  readonly listedAt: number;
}

interface GoodVersion extends ListedVersion {
  /** SHA-256 of the content, in hex. */
  readonly content: string;
}

/** What a listing of the whole tree means for one file. */
export type FileFate =
  /** `why` is a clause: "the size differs". */
  | { readonly kind: 'fetch'; readonly why: string }
  /** Its facts are as before, so it is not fetched. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'gone' }
  /** Not listed, but the folder that should list it could not be read. The file may still be there. */
  | { readonly kind: 'unclear'; readonly problem: ListingProblem };

/** Decides from a listing what to do with a file (B figures 4-5 and 4-9). `listed` is null when the listing lacks it. */
export function fateOfFile(
  { url, good }: { readonly url: string; readonly good: ListedVersion | null },
  listed: FileFacts | null,
  problems: ListingProblems,
): FileFate {
  if (listed === null) {
    const problem = problems.over(url);
    return problem === null ? { kind: 'gone' } : { kind: 'unclear', problem };
  }
  const why = whyFetch(good, listed);
  return why === null ? { kind: 'unchanged' } : { kind: 'fetch', why };
}

/** Whether a file was reported as missing before, and is still missing. That is not reported again. */
export function isStillGone(lastFlag: Flag | null, isListed: boolean): boolean {
  return lastFlag === 'MIS' && !isListed;
}

/** Null when there is no need to fetch it. */
function whyFetch(good: ListedVersion | null, listed: FileFacts): string | null {
  if (good === null) return 'there is no good version yet';
  if (good.facts === null) return 'its last listing is not known';
  return whyDifferent(good.facts, listed, good.listedAt);
}

function whyDifferent(before: FileFacts, now: FileFacts, listedAt: number): string | null {
  const hashes = before.hash !== null && now.hash !== null && algorithm(before.hash) === algorithm(now.hash);
  if (hashes) return before.hash === now.hash ? null : 'the hash differs';
  if (before.size !== now.size) return 'the size differs';
  if (before.modified === null || now.modified === null) return 'the listing gives no time';
  // Servers list old dates without the hour, so the coarser precision decides.
  const unit = Math.max(before.modified.unit, now.modified.unit);
  if (Math.floor(before.modified.at / unit) !== Math.floor(now.modified.at / unit)) return 'the time differs';
  // It may have changed again within the second or minute in which it was listed (Git calls this racy).
  return before.modified.at + before.modified.unit > listedAt
    ? 'it may have changed again just after the last listing'
    : null;
}

function algorithm(hash: string): string {
  return hash.slice(0, hash.indexOf(':'));
}

/** A folder (its URL ends with a slash) or file that could not be listed. */
export interface ListingProblem {
  readonly url: string;
  readonly code: string;
  readonly message: string;
}

/** The folders and files of a tree that could not be listed. */
export class ListingProblems {
  readonly #byUrl: ReadonlyMap<string, ListingProblem>;

  constructor(problems: Iterable<ListingProblem>) {
    this.#byUrl = new Map([...problems].map((problem) => [problem.url, problem]));
  }

  /** The problem of the file itself or of the nearest folder above it; null when a missing file is really gone. */
  over(url: string): ListingProblem | null {
    if (this.#byUrl.size === 0) return null;
    for (let place = url; place !== ''; place = folderOf(place)) {
      // An entry whose type could not be read has no slash, even if it is a folder.
      const problem = this.#byUrl.get(place) ?? this.#byUrl.get(place.replace(/\/$/, ''));
      if (problem !== undefined) return problem;
    }
    return null;
  }

  [Symbol.iterator](): Iterator<ListingProblem> {
    return this.#byUrl.values();
  }
}

/** The folder that contains a file or folder, with its slash; empty at the top. */
export function folderOf(url: string): string {
  return url.slice(0, url.lastIndexOf('/', url.length - 2) + 1);
}

/** The result of fetching a file. */
export type FetchOutcome =
  /** `content` is the SHA-256 in hex. `comparison` is the detailed comparison of two texts that differ, if there was one. */
  | { readonly content: string; readonly size: number; readonly comparison?: Comparison }
  | { readonly code: string; readonly message: string };

type ToFetch = Extract<FileFate, { kind: 'fetch' }>;

/**
 * The flag of a file that was fetched. Figure 4-9 of the Smart Crawler paper compares sizes; here the content decides, so a new
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
