import { urlFields } from '../fields/url-fields.ts';
import { candidateTokens, type UrlToken, wholeToken } from '../fields/url-token.ts';
import { type IdentityRule, ruleMatches } from '../identity-rule.ts';

/** A link with the stretches of it that may be ids. */
export interface TokenizedLink {
  readonly url: string;
  readonly tokens: readonly UrlToken[];
  /** Stretches that known rules already explain; they count as equal. */
  readonly settled: readonly { readonly start: number; readonly end: number }[];
}

/** Links of both lists that are equal once the tokens that only one list has are masked. */
export interface AlignedGroup {
  /** The common text, with the masks. */
  readonly remainder: string;
  readonly a: readonly AlignedLink[];
  readonly b: readonly AlignedLink[];
}

/** How the links of two lists belong together, and how many there are. */
export interface Alignment {
  readonly groups: readonly AlignedGroup[];
  /** For each host (its id masked), how many different pages each list links to once the suspects are masked. */
  readonly pages: ReadonlyMap<string, { readonly a: number; readonly b: number }>;
}

interface AlignedLink {
  /** Tokens that the other list has nowhere in that kind of place. The i-th ones of all links in a group are at the same place. */
  readonly suspects: readonly UrlToken[];
  /** Tokens that the other list has, too. */
  readonly stable: readonly UrlToken[];
}

/**
 * Aligns two link lists of one page, fetched in two sessions. An index of masked texts
 * replaces the comparison of pairs: linear in the number of links.
 */
export function alignLinks(a: readonly TokenizedLink[], b: readonly TokenizedLink[]): Alignment {
  const groups = new Map<string, { remainder: string; a: AlignedLink[]; b: AlignedLink[] }>();
  const place = (links: readonly TokenizedLink[], known: Vocabulary, side: 'a' | 'b') => {
    for (const link of links) {
      const aligned = separate(link, known);
      const remainder = mask(link, aligned.suspects);
      let group = groups.get(remainder);
      if (group === undefined) {
        group = { remainder, a: [], b: [] };
        groups.set(remainder, group);
      }
      group[side].push(aligned);
    }
  };
  place(a, vocabularyOf(b), 'a');
  place(b, vocabularyOf(a), 'b');
  const pages = new Map<string, { a: number; b: number }>();
  for (const { remainder, a: inA, b: inB } of groups.values()) {
    if (STATIC_FILE.test(remainder)) continue;
    const host = hostIn(remainder);
    const counts = pages.get(host) ?? { a: 0, b: 0 };
    pages.set(host, { a: counts.a + Math.sign(inA.length), b: counts.b + Math.sign(inB.length) });
  }
  return {
    groups: [...groups.values()].filter((group) => group.a.length > 0 && group.b.length > 0),
    pages,
  };
}

/** Servers write session ids into links to pages, hardly ever into links to these. */
const STATIC_FILE = /\.(?:css|js|png|gif|jpe?g|svg|ico|webp|avif|woff2?|pdf|zip|mp[34])(?:[?;]|$)/i;

/** Scheme and host of a masked link. */
export function hostIn(remainder: string): string {
  return /^[a-z][^/]*\/\/[^/?#]*/i.exec(remainder)?.[0] ?? '';
}

/** The values of each kind of place: a named parameter has its own, unnamed places share theirs. */
type Vocabulary = ReadonlyMap<string, ReadonlySet<string>>;

function vocabularyOf(links: readonly TokenizedLink[]): Vocabulary {
  const words = new Map<string, Set<string>>();
  for (const { tokens } of links) {
    for (const token of tokens) {
      const key = placeKey(token);
      let known = words.get(key);
      if (known === undefined) {
        known = new Set();
        words.set(key, known);
      }
      known.add(token.value);
    }
  }
  return words;
}

/** Tokens with the same key differ only in their value. */
export function placeKey({ carrier, name }: UrlToken): string {
  return name === null ? carrier : `${carrier} ${name}`;
}

function separate({ tokens }: TokenizedLink, known: Vocabulary): AlignedLink {
  const suspects: UrlToken[] = [];
  const stable: UrlToken[] = [];
  for (const token of tokens) (known.get(placeKey(token))?.has(token.value) ? stable : suspects).push(token);
  return { suspects, stable };
}

/** No URL contains these, so a mask is never mistaken for text. */
export const SUSPECT = '\u0000';
const SETTLED = '\u0001';

function mask({ url, settled }: TokenizedLink, suspects: readonly UrlToken[]): string {
  const spans = [
    ...suspects.map(({ start, end }) => ({ start, end, mark: SUSPECT })),
    ...settled.map(({ start, end }) => ({ start, end, mark: SETTLED })),
  ].sort((x, y) => x.start - y.start);
  let masked = '';
  let position = 0;
  for (const { start, end, mark } of spans) {
    masked += url.slice(position, start) + mark;
    position = end;
  }
  return masked + url.slice(position);
}

/** A link's fields as tokens. A field that holds others is represented by them; what known rules match is settled. */
export function tokenizeLink(url: string, known: readonly IdentityRule[]): TokenizedLink {
  const tokens: UrlToken[] = [];
  const settled: UrlToken[] = [];
  for (const field of urlFields(url)) {
    if (field.inner > 0) continue;
    const explained = known
      .filter(({ place }) => place.carrier === field.carrier)
      .flatMap((rule) =>
        candidateTokens(field, rule.place.part?.width ?? null).filter((token) => ruleMatches(rule, token)),
      );
    if (explained[0] === undefined) tokens.push(wholeToken(field));
    else settled.push(explained[0]);
  }
  return { url, tokens, settled };
}
