import type { FlagDecision, KnownFile } from '../../track/index.ts';
import type { ListedFile } from '../tables/listings.ts';
import type { NewVisit, QueuedPage } from '../tables/records.ts';
import { unjudged, visitRate } from '../track/judgement.ts';
import type { JudgedVisit } from '../visit-observer.ts';

/** The content that a visit of a file brought. */
export interface BroughtContent {
  readonly sha256: Uint8Array;
  readonly bytes: number;
  readonly type: string;
}

/** Why a visit brought no content. */
export interface VisitFailure {
  readonly code: string;
  readonly message: string;
}

interface VisitFacts {
  readonly at: number;
  readonly durationMs?: number;
  readonly content?: BroughtContent;
  readonly failure?: VisitFailure;
}

/** The record of a visit, with its flag. */
export function fileVisit(page: QueuedPage, decision: FlagDecision, facts: VisitFacts): NewVisit {
  const { flag, reason, isGoodVersion } = decision;
  const { at, durationMs = 0, content, failure } = facts;
  const { lastGood } = page;
  // A file that we never had cannot be missing; that it could not be read is told.
  const isOurs = lastGood !== null || isGoodVersion || flag === 'ERR';
  const version = isGoodVersion ? (content ?? lastGood) : null;
  return {
    pageId: page.id,
    at,
    status: null,
    outcome: isGoodVersion ? 'ok' : failure === undefined ? 'left-out' : 'error',
    errorCode: failure?.code ?? null,
    errorMessage: isGoodVersion ? null : (failure?.message ?? reason),
    finalUrl: null,
    hops: [],
    headers: [],
    type: version?.type ?? null,
    bytes: version?.bytes ?? null,
    sha256: version?.sha256 ?? null,
    etag: null,
    lastModified: null,
    durationMs,
    attempts: 1,
    ...unjudged,
    ...(isOurs && {
      flag,
      reason,
      bringsVersion: flag === 'NEW' || flag === 'UPD',
      ...visitRate(page, flag, at),
    }),
  };
}

/** A visit of a file whose words were not read. */
export const judgedUnread = ({ page }: FileToVisit, visit: NewVisit): JudgedVisit => ({
  page,
  visit,
  version: null,
  news: null,
  seen: null,
});

/** A file of the frontier, with what is known about it. */
export interface FileToVisit {
  readonly page: QueuedPage;
  readonly known: KnownFile;
}

/** `listed` is how its good version was listed; null when not known. */
export function fileToVisit(page: QueuedPage, listed: ListedFile | null): FileToVisit {
  return { page, known: knownFile(page, listed) };
}

function knownFile(
  { url, lastGood, lastFlag }: Pick<QueuedPage, 'url' | 'lastGood' | 'lastFlag'>,
  listed: ListedFile | null,
): KnownFile {
  const content = lastGood?.sha256 ?? null;
  return {
    url,
    history: { hasGoodVersion: lastGood !== null, lastFlag },
    good:
      content === null
        ? null
        : {
            facts: listed,
            listedAt: listed?.listedAt ?? 0,
            content: Buffer.from(content).toString('hex'),
          },
  };
}
