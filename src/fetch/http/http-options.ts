/** The limits of one exchange. None of them is a matter of taste: each stops a server that would never end. */
export interface HttpLimits {
  /** From sending the request to the complete head of the answer. Default 30 s. */
  readonly headersTimeoutMs: number;
  /** For all of it, redirects and waiting for a connection included. Default 5 min. */
  readonly totalTimeoutMs: number;
  /** A body that comes slower than this, measured over `rateWindowMs`, is given up. Default 64 bytes a second. */
  readonly minBytesPerSecond: number;
  /** Default 15 s. */
  readonly rateWindowMs: number;
  /** The head of an answer. Default 64 KiB. */
  readonly maxHeaderBytes: number;
  /** A body on the wire, and again decoded. Default 32 MiB. */
  readonly maxBytes: number;
  /** How many times larger a body may become by decoding, once it is over 1 MiB. Default 250. */
  readonly maxExpansion: number;
  /** Default 10. */
  readonly maxRedirects: number;
}

export const defaultLimits: HttpLimits = Object.freeze({
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
 * How Tidemark names itself. A site's owner finds out who comes and whom to ask: `Tidemark/1.2 (+https://…)`.
 * `contact` is a URL or a mail address; an empty one is left out.
 */
export function honestUserAgent(version: string, contact: string): string {
  const printable = contact.replace(/[^\x20-\x7e]|[()]/g, '').trim();
  return printable === '' ? `Tidemark/${version}` : `Tidemark/${version} (+${printable})`;
}
