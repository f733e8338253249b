import type { LinkKind } from '../../document/index.ts';

type Verdict = 'accept' | 'reject' | 'none';

/** One reason for or against something. In a list, the first rule that does not answer 'none' decides. */
export interface Rule<Subject> {
  /** Shown in reports when this rule decides. */
  readonly name: string;
  decide(subject: Subject): Verdict;
  /** Explains the verdict in words. Called right after `decide`, and only when that was not 'none'. */
  reason(subject: Subject): string;
}

/** What was decided, by which rule, and why. `rule` is null when no rule objected. */
export interface ScopeDecision {
  readonly verdict: 'accept' | 'reject';
  readonly rule: string | null;
  readonly reason: string;
}

export const noObjection: ScopeDecision = {
  verdict: 'accept',
  rule: null,
  reason: 'no rule rejects it',
};

/** Asks the rules in order. What none of them decides is accepted. */
export function firstDecision<Subject>(rules: readonly Rule<Subject>[], subject: Subject): ScopeDecision {
  for (const rule of rules) {
    const verdict = rule.decide(subject);
    if (verdict !== 'none') return { verdict, rule: rule.name, reason: rule.reason(subject) };
  }
  return noObjection;
}

/** How a URL was found. */
export type CandidateKind =
  /** Typed by the user. */
  | 'seed'
  /** A link to follow: `a[href]`, `area`, meta refresh, a frame. */
  | 'page'
  | 'redirect'
  | 'canonical'
  /** Listed in a sitemap or a feed. */
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
  /** The host of the page that links to it; null for seeds. */
  readonly referrerHost: string | null;
  /** The link or its page says nofollow. */
  readonly nofollow: boolean;
}

/** Decides whether a URL belongs to the crawl. */
export type ScopeRule = Rule<Candidate>;

/** Whether this is part of a page rather than a page of its own. */
export const isPartOfPage = ({ kind }: { readonly kind: CandidateKind }): boolean =>
  kind === 'image' || kind === 'asset';

/** The candidate for a normalised URL; null when the URL cannot be parsed. */
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

// The type makes this table complete: a new kind of link does not compile until it has an entry here.
const kinds: Readonly<Record<LinkKind, CandidateKind | null>> = {
  page: 'page',
  frame: 'page',
  refresh: 'page',
  next: 'page',
  prev: 'page',
  alternate: 'page',
  canonical: 'canonical',
  sitemap: 'listed',
  image: 'image',
  icon: 'image',
  media: 'asset',
  script: 'asset',
  stylesheet: 'asset',
  object: 'asset',
  css: 'asset',
  resource: 'asset',
  // Forms are submitted only when a project says so.
  form: null,
  related: null,
  cite: null,
};

/** The candidate kind of a document's link; null for a link that the crawl never follows by itself. */
export const candidateKind = (kind: LinkKind): CandidateKind | null => kinds[kind];
