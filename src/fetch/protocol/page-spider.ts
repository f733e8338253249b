import type { FetchRequest, FetchResult } from '../http/http-request.ts';
import { ReceivedHeaders } from '../http/response-headers.ts';

export interface PlainAnswer {
  /** As those of HTTP: 200 for a page, 404 for none. Default 200. */
  readonly status?: number;
  /** The media type, with its charset where it has one. */
  readonly type: string;
  readonly body: Uint8Array;
}

/** The answer of a protocol that knows neither headers nor redirects. */
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
    // What is handed to another thread must not be a part of a buffer that others use.
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
