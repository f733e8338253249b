import type { FetchRequest, FetchResult } from '../http/http-request.ts';
import { ReceivedHeaders } from '../http/response-headers.ts';

/** Fetches pages, several at a time if asked to. */
export interface PageSpider {
  /** The answer, whatever its status; throws a FetchError if there is no complete one. */
  fetch(request: FetchRequest): Promise<FetchResult>;
  /** Waits for the requests in flight. */
  close(): Promise<void>;
}

/** For code that fetches pages with a spider it does not own. */
export type PageFetcher = Pick<PageSpider, 'fetch'>;

export interface PlainAnswer {
  /** As in HTTP: 200 for a page, 404 if there is none. Default 200. */
  readonly status?: number;
  /** The media type, with its charset if it has one. */
  readonly type: string;
  readonly body: Uint8Array;
}

/** The answer of a protocol that has neither headers nor redirects. */
export function pageAnswer(
  { url }: Pick<FetchRequest, 'url'>,
  { status = 200, type, body }: PlainAnswer,
): FetchResult {
  return {
    requestedUrl: url,
    url,
    hops: [{ url, status, location: null }],
    status,
    headers: new ReceivedHeaders({ 'content-type': type }, null),
    // A copy: a body can be transferred to another thread only if nothing else uses its buffer.
    body: Uint8Array.from(body),
    cut: false,
    wireBytes: body.length,
    httpVersion: null,
    remoteAddress: null,
    retryAfterMs: null,
    startedAt: Date.now(),
    durationMs: 0,
  };
}
