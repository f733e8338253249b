import type { Rule } from './rule.ts';

/** How a URL was found. */
export type CandidateKind =
  /** Typed by the user. */
  | 'seed'
  /** A link to follow: `a[href]`, `area`, meta refresh, a frame. */
  | 'page'
  | 'redirect'
  | 'canonical'
  /** Named by a sitemap or a feed. */
  | 'listed'
  /** Embedded in a page: `img`, `srcset`, `picture`, an icon. */
  | 'image'
  /** Embedded in a page: style sheet, script, font, audio, video, object. */
  | 'asset';

/** A URL that might join the crawl. */
export interface Candidate {
  /** Normalised. */
  readonly url: string;
  /** Without colon: `https`. */
  readonly scheme: string;
  /** With the port when it is not the scheme's own. */
  readonly host: string;
  readonly path: string;
  /** Without the question mark; '' when there is none. */
  readonly query: string;
  /** Links from the nearest seed, which has 0. */
  readonly depth: number;
  readonly kind: CandidateKind;
  /** The host of the page that named it; null for seeds. */
  readonly referrerHost: string | null;
  /** The link or its page says nofollow. */
  readonly nofollow: boolean;
}

/** Whether a URL belongs to the crawl. */
export type ScopeRule = Rule<Candidate>;

/** Whether this is part of a page rather than a page of its own. */
export const isEmbedded = ({ kind }: { readonly kind: CandidateKind }): boolean =>
  kind === 'image' || kind === 'asset';

/** The candidate for a normalised URL; null when it cannot be parsed. */
export function candidateFor(
  url: string,
  found: Pick<Candidate, 'depth' | 'kind' | 'referrerHost' | 'nofollow'>,
): Candidate | null {
  const parsed = URL.parse(url);
  if (parsed === null) return null;
  return {
    url,
    scheme: parsed.protocol.slice(0, -1),
    host: parsed.host,
    path: parsed.pathname,
    query: parsed.search.slice(1),
    depth: found.depth,
    kind: found.kind,
    referrerHost: found.referrerHost,
    nofollow: found.nofollow,
  };
}
