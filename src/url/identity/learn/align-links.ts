import { getOrInsert, increment } from '../../../base/index.ts';
import { urlFields } from '../fields/url-fields.ts';
import { joinParts, partTokens, type UrlToken, wholeToken } from '../fields/url-token.ts';
import { explains, type IdentityRule, matchingToken } from '../identity-rule.ts';

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

/** The groups of links that belong together in two lists, and how many pages each list links to. */
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
      getOrInsert(groups, remainder, () => ({ remainder, a: [], b: [] }))[side].push(aligned);
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
    for (const token of tokens) getOrInsert(words, placeKey(token), () => new Set()).add(token.value);
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
    const [explained] = known.flatMap((rule) => matchingToken(rule, field) ?? []);
    if (explained === undefined) tokens.push(wholeToken(field));
    else settled.push(explained);
  }
  return { url, tokens, settled };
}

/**
 * The second pass: what known rules explain is settled, the rest is cut into parts. Parts that always occur
 * side by side (the groups of a UUID) are one token.
 */
export function neighbouringParts(
  a: readonly TokenizedLink[],
  b: readonly TokenizedLink[],
  known: readonly IdentityRule[],
): { readonly a: readonly TokenizedLink[]; readonly b: readonly TokenizedLink[] } {
  const partsA = a.map((link) => readParts(link, known));
  const partsB = b.map((link) => readParts(link, known));
  const foreignToA = countParts(partsB);
  const foreignToB = countParts(partsA);
  return {
    a: partsA.map((link) => joinNeighbours(link, foreignToB, foreignToA)),
    b: partsB.map((link) => joinNeighbours(link, foreignToA, foreignToB)),
  };
}

interface PartedLink extends Omit<TokenizedLink, 'tokens'> {
  /** The parts of each field that no rule explains; a field with only one part stays whole. */
  readonly fields: readonly (readonly UrlToken[])[];
}

function readParts({ url, tokens, settled }: TokenizedLink, known: readonly IdentityRule[]): PartedLink {
  const explained = tokens.filter((token) => known.some((rule) => explains(rule, token)));
  const open = explained.length === 0 ? tokens : tokens.filter((token) => !explained.includes(token));
  return {
    url,
    settled: [...settled, ...explained],
    fields: open.map((token) => {
      const parts = partTokens(token.field);
      return parts.length > 0 ? parts : [token];
    }),
  };
}

interface PartCounts {
  readonly single: ReadonlyMap<string, number>;
  readonly pairs: ReadonlyMap<string, number>;
}

function countParts(links: readonly PartedLink[]): PartCounts {
  const single = new Map<string, number>();
  const pairs = new Map<string, number>();
  for (const { fields } of links) {
    for (const parts of fields) {
      let previous: string | null = null;
      for (const { value } of parts) {
        increment(single, value);
        if (previous !== null) increment(pairs, `${previous} ${value}`);
        previous = value;
      }
    }
  }
  return { single, pairs };
}

function joinNeighbours(
  { url, settled, fields }: PartedLink,
  own: PartCounts,
  other: PartCounts,
): TokenizedLink {
  const tokens: UrlToken[] = [];
  for (const parts of fields) {
    let run: UrlToken[] = [];
    const flush = () => {
      const joined = joinParts(run) ?? run[0];
      if (joined !== undefined) tokens.push(joined);
      run = [];
    };
    for (const part of parts) {
      const last = run.at(-1);
      if (last !== undefined && !belongTogether(last.value, part.value, own, other)) flush();
      run.push(part);
    }
    flush();
  }
  return { url, settled, tokens };
}

function belongTogether(left: string, right: string, own: PartCounts, other: PartCounts): boolean {
  if (other.single.has(left) || other.single.has(right)) return false;
  const together = own.pairs.get(`${left} ${right}`);
  return (
    together !== undefined &&
    together > 1 &&
    own.single.get(left) === together &&
    own.single.get(right) === together
  );
}
