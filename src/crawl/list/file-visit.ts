import { type FileFate, type FlagDecision, judgeUnfetched, type KnownFile } from '../../track/index.ts';
import { emptyVisit } from '../new-visit.ts';
import type { QueuedPage } from '../tables/frontier.ts';
import type { ListedFile } from '../tables/listed-file.ts';
import type { NewVisit } from '../tables/visit.ts';
import { visitRate } from '../track/judgement.ts';
import type { JudgedVisit } from '../visit-observer.ts';

/** A file of the frontier, with what is known about it. */
export interface FileToVisit {
  readonly page: QueuedPage;
  readonly known: KnownFile;
  /** How it is listed now; null when it is not. */
  readonly listed: ListedFile | null;
}

/** `before` is how its good version was listed; null when not known. */
export function fileToVisit(
  page: QueuedPage,
  before: ListedFile | null,
  listed: ListedFile | null,
): FileToVisit {
  const { url, lastGood, lastFlag } = page;
  const sha256 = lastGood?.sha256 ?? null;
  const content = sha256 === null ? null : hex(sha256);
  const history = { hasGoodVersion: lastGood !== null, lastFlag };
  const good = content === null ? null : { facts: before, listedAt: before?.listedAt ?? 0, content };
  return { page, known: { url, history, good }, listed };
}

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Why a visit brought no content. */
export interface VisitFailure {
  readonly code: string;
  readonly message: string;
}

interface VisitFacts {
  readonly at: number;
  readonly durationMs?: number;
  /** The content that the visit brought. */
  readonly content?: Pick<NewVisit, 'sha256' | 'bytes' | 'type'>;
  readonly failure?: VisitFailure;
}

/** The record of a visit, with its flag. */
export function fileVisit(page: QueuedPage, decision: FlagDecision, facts: VisitFacts): NewVisit {
  const { flag, reason, isGoodVersion } = decision;
  const { at, durationMs = 0, content, failure } = facts;
  const { lastGood } = page;
  const { sha256 = null, bytes = null, type = null } = (isGoodVersion ? (content ?? lastGood) : null) ?? {};
  // A file that was never stored cannot be missing; but that it could not be read is reported.
  const isOurs = lastGood !== null || isGoodVersion || flag === 'ERR';
  return emptyVisit(page, 1, at, {
    outcome: isGoodVersion ? 'ok' : failure === undefined ? 'left-out' : 'error',
    errorCode: failure?.code ?? null,
    errorMessage: isGoodVersion ? null : (failure?.message ?? reason),
    sha256,
    bytes,
    type,
    durationMs,
    ...(isOurs && {
      flag,
      reason,
      bringsVersion: flag === 'NEW' || flag === 'UPD',
      ...visitRate(page, flag, at),
    }),
  });
}

/** The visit of a file that was not fetched. `renamedTo` is the new URL of a file that is gone. */
export function unfetchedVisit(
  { page, known }: FileToVisit,
  fate: Exclude<FileFate, { kind: 'fetch' }>,
  at: number,
  renamedTo: string | null = null,
): JudgedVisit {
  const decision = judgeUnfetched(known, fate, renamedTo);
  const visit = fileVisit(page, decision, { at, ...(fate.kind === 'unclear' && { failure: fate.problem }) });
  return { page, visit, version: null, news: null, seen: null };
}
