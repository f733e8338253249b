import type { Flag, PageHistory } from '../flags/decide-flag.ts';
import type { ListingProblem, ListingProblems } from './listing-problems.ts';

/** What a listing says about a file before it is fetched. */
export interface FileFacts {
  /** Null when the listing does not say. */
  readonly size: number | null;
  /** `unit` is the precision in milliseconds: a day for `Dec 11 2023`. */
  readonly modified: { readonly at: number; readonly unit: number } | null;
  /** `algorithm:hex`; null without one. */
  readonly hash: string | null;
}

/** A file that earlier visits know, or that is seen for the first time. */
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
  /** Not listed, but the place that should list it could not be read. It may still be there. */
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

/** Whether a file was reported as missing before, and still is: that is no news. */
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
