import type { PageHistory } from '../flags/page-visit.ts';
import { differenceOf, type FileFacts } from './file-facts.ts';

/** A file of earlier visits. */
export interface KnownFile {
  readonly url: string;
  readonly history: PageHistory;
  /** Of the last good version; null without one. */
  readonly good: GoodVersion | null;
}

export interface GoodVersion {
  readonly facts: FileFacts;
  /** When that listing was made, in milliseconds since 1970. */
  readonly listedAt: number;
  /** SHA-256 of the content, in hex. */
  readonly content: string;
}

export interface ListedFile {
  readonly url: string;
  readonly facts: FileFacts;
}

/** Something about whose content nothing can be told: a folder (its URL ends with a slash) or a file. */
export interface ListingProblem {
  readonly url: string;
  readonly code: string;
  readonly message: string;
}

export interface FetchPlan {
  readonly fetch: readonly {
    readonly file: ListedFile;
    readonly known: KnownFile | null;
    readonly why: string;
  }[];
  /** As before by their facts, so not fetched. */
  readonly unchanged: readonly KnownFile[];
  readonly gone: readonly KnownFile[];
  /** Not seen, but what should have shown them could not be read: not gone. */
  readonly unclear: readonly { readonly known: KnownFile; readonly problem: ListingProblem }[];
}

/** Figures 4-5 and 4-9 of B: what a listing of the whole tree leaves to be fetched. */
export function planFetches(
  known: Iterable<KnownFile>,
  listed: Iterable<ListedFile>,
  problems: readonly ListingProblem[],
): FetchPlan {
  const unseen = new Map<string, KnownFile>();
  for (const file of known) unseen.set(file.url, file);
  const fetch: FetchPlan['fetch'][number][] = [];
  const unchanged: KnownFile[] = [];
  for (const file of listed) {
    const before = unseen.get(file.url) ?? null;
    unseen.delete(file.url);
    const why = whyFetch(before, file);
    if (why !== null) fetch.push({ file, known: before, why });
    else if (before !== null) unchanged.push(before);
  }
  const problemAt = new Map(problems.map((problem) => [problem.url, problem]));
  const gone: KnownFile[] = [];
  const unclear: FetchPlan['unclear'][number][] = [];
  for (const file of unseen.values()) {
    const problem = problemOver(file.url, problemAt);
    if (problem === null) gone.push(file);
    else unclear.push({ known: file, problem });
  }
  return { fetch, unchanged, gone, unclear };
}

function whyFetch(before: KnownFile | null, { facts }: ListedFile): string | null {
  if (before === null) return 'it is new';
  if (before.good === null) return 'it was never fetched whole';
  return differenceOf(before.good.facts, facts, before.good.listedAt);
}

/** The problem of the file itself, or of the nearest folder above it. */
function problemOver(url: string, problems: ReadonlyMap<string, ListingProblem>): ListingProblem | null {
  if (problems.size === 0) return null;
  for (let place = url; place !== ''; place = folderOf(place)) {
    const problem = problems.get(place);
    if (problem !== undefined) return problem;
  }
  return null;
}

/** With its slash; empty when there is none above. */
export function folderOf(url: string): string {
  return url.slice(0, url.lastIndexOf('/', url.length - 2) + 1);
}
