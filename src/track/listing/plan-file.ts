import type { PageHistory } from '../flags/page-visit.ts';
import { differenceOf, type FileFacts } from './file-facts.ts';
import type { ListingProblem, ListingProblems } from './listing-problems.ts';

/** A file of earlier visits, or one that is seen for the first time. */
export interface KnownFile {
  readonly url: string;
  readonly history: PageHistory;
  /** Of the last good version; null without one. */
  readonly good: GoodVersion | null;
}

export interface GoodVersion {
  /** Null when the listing of that time is not known. */
  readonly facts: FileFacts | null;
  /** When that listing was made, in milliseconds since 1970. */
  readonly listedAt: number;
  /** SHA-256 of the content, in hex. */
  readonly content: string;
}

/** What a listing of the whole tree leaves to be done for one file. */
export type FilePlan =
  | { readonly fate: 'fetch'; readonly why: string }
  /** As before by its facts, so not fetched. */
  | { readonly fate: 'unchanged' }
  | { readonly fate: 'gone' }
  /** Not seen, but what should have shown it could not be read: not gone. */
  | { readonly fate: 'unclear'; readonly problem: ListingProblem };

/** Figures 4-5 and 4-9 of B. `listed` is null when the listing does not have the file. */
export function planFile(
  { url, good }: KnownFile,
  listed: FileFacts | null,
  problems: ListingProblems,
): FilePlan {
  if (listed === null) {
    const problem = problems.over(url);
    return problem === null ? { fate: 'gone' } : { fate: 'unclear', problem };
  }
  const why = whyFetch(good, listed);
  return why === null ? { fate: 'unchanged' } : { fate: 'fetch', why };
}

function whyFetch(good: GoodVersion | null, listed: FileFacts): string | null {
  if (good === null) return 'there is no good version yet';
  return good.facts === null
    ? 'how it was listed is not known'
    : differenceOf(good.facts, listed, good.listedAt);
}
