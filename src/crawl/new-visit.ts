import type { FetchResult } from '../fetch/index.ts';
import type { QueuedPage } from './tables/frontier.ts';
import type { NewVisit } from './tables/visit.ts';
import { type Judgement, unjudged } from './track/judgement.ts';
import { validatorsOf } from './track/not-modified.ts';

/** The record of a visit that got a response. */
export function visitOf(
  page: QueuedPage,
  attempts: number,
  answer: FetchResult,
  visit: Partial<NewVisit>,
): NewVisit {
  return {
    ...emptyVisit(page, attempts, answer.startedAt, visit),
    status: answer.status,
    finalUrl: visit.finalUrl ?? answer.url,
    hops: answer.hops.map(({ url, status }) => ({ url, status })),
    headers: answer.headers.list(),
    type: mediaType(answer),
    bytes: answer.body.length,
    ...validatorsOf(answer.headers),
    durationMs: Math.round(answer.durationMs),
  };
}

/** The record of a visit that found the page as it was: its content is that of the last good visit. In one piece, because most visits are such. */
export function unchangedVisit(
  page: QueuedPage,
  attempts: number,
  answer: FetchResult,
  judgement: Judgement,
): NewVisit {
  const { sha256 = null, type = null, bytes = null, etag = null, lastModified = null } = page.lastGood ?? {};
  const { headers, status } = answer;
  const sent = validatorsOf(headers);
  // RFC 9110, section 15.4.5: a 304 repeats the validators, or the old ones stay valid.
  const isRepeated = status === 304;
  return {
    pageId: page.id,
    at: answer.startedAt,
    status,
    outcome: 'ok',
    errorCode: null,
    errorMessage: null,
    finalUrl: answer.url,
    hops: answer.hops.map(({ url, status: ofHop }) => ({ url, status: ofHop })),
    headers: headers.list(),
    type,
    bytes,
    sha256,
    etag: sent.etag ?? (isRepeated ? etag : null),
    lastModified: sent.lastModified ?? (isRepeated ? lastModified : null),
    durationMs: Math.round(answer.durationMs),
    attempts,
    flag: judgement.flag,
    reason: judgement.reason,
    bringsVersion: judgement.bringsVersion,
    samples: judgement.samples,
    dueAt: judgement.dueAt,
    signature: judgement.signature,
    quietSignature: judgement.quietSignature,
  };
}

/** A visit without a response, except for the fields that are given. */
export function emptyVisit(
  page: QueuedPage,
  attempts: number,
  at: number,
  visit: Partial<NewVisit>,
): NewVisit {
  return {
    pageId: page.id,
    at,
    status: null,
    outcome: 'error',
    errorCode: null,
    errorMessage: null,
    finalUrl: null,
    hops: [],
    headers: [],
    type: null,
    bytes: null,
    sha256: null,
    etag: null,
    lastModified: null,
    durationMs: 0,
    attempts,
    ...unjudged,
    ...visit,
  };
}

/** In lower case, without parameters. */
export function mediaType({ headers }: FetchResult): string | null {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  return type === undefined || type === '' ? null : type;
}
