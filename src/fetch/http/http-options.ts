import type { Egress } from '../egress/egress.ts';
import type { Bandwidth } from '../transfer/bandwidth-limit.ts';

export interface HttpOptions {
  readonly egress: Egress;
  /** See `honestUserAgent`. */
  readonly userAgent: string;
  readonly limits?: Partial<HttpLimits>;
  /** Default true: HTTP/2 where the server offers it. */
  readonly allowHttp2?: boolean;
  /** Default 64. The engine decides how many are used at a time. */
  readonly connectionsPerOrigin?: number;
  /** How long an idle connection is kept, unless the server says less. Default 30 s. */
  readonly keepAliveMs?: number;
  /** Default: no limit. */
  readonly bandwidth?: Bandwidth;
  /** Milliseconds on a clock that never goes back. */
  readonly now?: () => number;
}

/** The limits of one exchange. Each stops a server that would otherwise never end. */
export interface HttpLimits {
  /** From sending the request to the last header of the answer. Default 30 s. */
  readonly headersTimeoutMs: number;
  /** For everything, including redirects and waiting for a connection. Default 5 min. */
  readonly totalTimeoutMs: number;
  /** A slower body, measured over `rateWindowMs`, is given up. Default 64 bytes a second. */
  readonly minBytesPerSecond: number;
  /** Default 15 s. */
  readonly rateWindowMs: number;
  /** All headers of an answer together. Default 64 KiB. */
  readonly maxHeaderBytes: number;
  /** A body on the wire, and again after decoding. Default 32 MiB. */
  readonly maxBytes: number;
  /** How many times larger decoding may make a body of more than 1 MiB. Default 250. */
  readonly maxExpansion: number;
  /** Default 10. */
  readonly maxRedirects: number;
}

export const defaultHttpLimits: HttpLimits = Object.freeze({
  headersTimeoutMs: 30_000,
  totalTimeoutMs: 300_000,
  minBytesPerSecond: 64,
  rateWindowMs: 15_000,
  maxHeaderBytes: 64 * 1024,
  maxBytes: 32 * 1024 * 1024,
  maxExpansion: 250,
  maxRedirects: 10,
});

/**
 * How Tidemark introduces itself, so that a site's owner knows who visits and whom to ask: `Tidemark/1.2 (+https://…)`.
 * `contact` is a URL or a mail address; an empty one is left out.
 */
export function honestUserAgent(version: string, contact: string): string {
  const printable = contact.replace(/[^\x20-\x7e]|[()]/g, '').trim();
  return printable === '' ? `Tidemark/${version}` : `Tidemark/${version} (+${printable})`;
}
