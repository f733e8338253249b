import { increment, mostFrequent } from '../../../base/index.ts';
import { urlFields } from '../../identity/fields/url-fields.ts';
import { wholeToken } from '../../identity/fields/url-token.ts';
import { saysContent } from '../../identity/identity-rule.ts';
import { contentPlaces } from '../../identity/learn/content-places.ts';
import { learnFromSample } from '../../identity/learn/learn-identity-rules.ts';
import { comparableLinks } from '../../identity/learn/sample-links.ts';
import { looksRandom } from '../../identity/looks-random.ts';
import { findWellKnownId, isNameOfPair, mayHoldWellKnownId } from '../../identity/well-known-session-ids.ts';

/** A string that may be the session id, and the number of links that contain it. */
export interface SessionIdCandidate {
  readonly text: string;
  readonly count: number;
}

/** The session ids of one or two link lists. Nulls where there is none. */
export interface SessionFinding {
  readonly length: number | null;
  readonly a: string | null;
  readonly b: string | null;
  /** The candidates of FIND-SID in the first list, with the number of links that contain them. */
  readonly candidates: readonly SessionIdCandidate[];
  /** How it was found, as a sentence for users. */
  readonly how: string;
}

const NONE: SessionFinding = { length: null, a: null, b: null, candidates: [], how: 'no session id found' };

/**
 * Finds the session id. With a length: FIND-SID as published. Without one, two lists of the same page
 * give the length; one list alone only allows a guess.
 */
export function findSession(
  linksA: readonly string[],
  linksB: readonly string[] | null = null,
  options: { readonly length?: number } = {},
): SessionFinding {
  if (options.length !== undefined) return findByLength(linksA, linksB, options.length);
  if (linksB === null) return findAlone(linksA);
  const id = probeSessionId(linksA, linksB) ?? wellKnownIds(linksA, linksB);
  const length = id?.a?.length ?? id?.b?.length;
  if (id === null || length === undefined) return NONE;
  const candidates =
    id.a === null ? [] : withCandidate(findSessionIdCandidates(linksA, length), id.a, linksA);
  return { length, ...id, candidates };
}

/** Lists that cannot be aligned (one visitor sent a cookie and gets plain links) may still have well-known ids. */
function wellKnownIds(linksA: readonly string[], linksB: readonly string[]) {
  const [a, b] = [wellKnownSessionId(linksA), wellKnownSessionId(linksB)];
  if (a === null && b === null) return null;
  return { a: a?.text ?? null, b: b?.text ?? null, how: a?.how ?? b?.how ?? '' };
}

/** The length probe: what differs between two concurrent sessions on most links. Null for a site without ids. */
export function probeSessionId(
  linksA: readonly string[],
  linksB: readonly string[],
): { readonly a: string; readonly b: string; readonly how: string } | null {
  const rule = learnFromSample(comparableLinks(linksA), comparableLinks(linksB), []).find(
    ({ kind }) => kind === 'session id',
  );
  if (rule === undefined) return null;
  const [a, b] = rule.place.name === null ? withoutWrapping(...rule.examples) : rule.examples;
  return { a, b, how: rule.evidence };
}

function findByLength(
  linksA: readonly string[],
  linksB: readonly string[] | null,
  length: number,
): SessionFinding {
  const candidates = findSessionIdCandidates(linksA, length);
  const a = candidates[0]?.text ?? null;
  const b = linksB === null ? null : (findSessionIdCandidates(linksB, length)[0]?.text ?? null);
  if (a === null && b === null) return { ...NONE, how: `no links share a text of ${length} characters` };
  return { length, a, b, candidates, how: `FIND-SID with the given length ${length}` };
}

function findAlone(links: readonly string[]): SessionFinding {
  const guess = guessSessionId(links);
  if (guess === null) return NONE;
  const candidates = findSessionIdCandidates(links, guess.text.length);
  return {
    length: guess.text.length,
    a: guess.text,
    b: null,
    candidates: withCandidate(candidates, guess.text, links),
    how: guess.how,
  };
}

function withCandidate(
  candidates: readonly SessionIdCandidate[],
  text: string,
  links: readonly string[],
): readonly SessionIdCandidate[] {
  if (candidates.some((candidate) => candidate.text === text)) return candidates;
  return [...candidates, { text, count: countContaining(links, text) }].toSorted((x, y) => y.count - x.count);
}

/** `(S(abc))` and `(S(xyz))` hold the ids `abc` and `xyz`: what both have around them, up to a sign, is wrapping. */
function withoutWrapping(a: string, b: string): readonly [string, string] {
  const before = /^.*[^a-z0-9]/i.exec(commonStart(a, b))?.[0] ?? '';
  const after = /[^a-z0-9].*$/i.exec(commonEnd(a.slice(before.length), b.slice(before.length)))?.[0] ?? '';
  const unwrap = (text: string) => text.slice(before.length, text.length - after.length);
  // Digits that agree by chance are not wrapping (an Amazon id may start with the same three in two sessions).
  return /^[^a-z]*[0-9]/i.test(before) || unwrap(a) === '' || unwrap(b) === ''
    ? [a, b]
    : [unwrap(a), unwrap(b)];
}

function commonStart(a: string, b: string): string {
  let i = 0;
  while (i < a.length && a.charAt(i) === b.charAt(i)) i++;
  return a.slice(0, i);
}

function commonEnd(a: string, b: string): string {
  let i = 0;
  while (i < a.length && i < b.length && a.charAt(a.length - 1 - i) === b.charAt(b.length - 1 - i)) i++;
  return a.slice(a.length - i);
}

/** Characters that cannot occur in a session id, because a URL gives them a meaning (the paper on session ids, section 3.1). */
const SPECIAL = new Set(';/?=&%#');

function isSpecial(character: string): boolean {
  return SPECIAL.has(character);
}

/**
 * FIND-CS(a, b, k) of the paper on session ids, figure 3: all substrings of length `k` that both strings have, with no special
 * character inside and a special character or the end of the string after them.
 *
 * Line 6 of the figure tests `b[i+1]`; it must be `b[i+k]`, the character after the candidate.
 */
export function findCommonSubstrings(a: string, b: string, k: number): ReadonlySet<string> {
  const found = new Set<string>();
  if (k < 1) return found;
  let runLength = 0; // characters since the last special one, so that each position is read once
  for (let end = 0; end <= b.length; end++) {
    if (end < b.length && !isSpecial(b.charAt(end))) {
      runLength++;
      continue;
    }
    if (runLength >= k) {
      const candidate = b.slice(end - k, end);
      if (a.includes(candidate)) found.add(candidate);
    }
    runLength = 0;
  }
  return found;
}

/**
 * FIND-SID(L, k) of the paper on session ids, figure 5: candidates come from the two longest links, or from the next two when these have
 * none, and so on; the one that most links contain comes first. Empty when the links run out.
 *
 * The figure removes the longest links before it counts; the paper's own numbers (14 and 5) need the whole list, so
 * every link counts here.
 */
export function findSessionIdCandidates(links: readonly string[], k: number): readonly SessionIdCandidate[] {
  const longestFirst = links.toSorted((a, b) => b.length - a.length);
  for (let i = 0; i + 1 < longestFirst.length; i += 2) {
    const candidates = findCommonSubstrings(longestFirst[i] ?? '', longestFirst[i + 1] ?? '', k);
    if (candidates.size === 0) continue;
    return [...candidates]
      .map((text) => ({ text, count: countContaining(links, text) }))
      .sort((a, b) => b.count - a.count);
  }
  return [];
}

function countContaining(links: readonly string[], text: string): number {
  return links.filter((link) => link.includes(text)).length;
}

/** An id on nearly every link of the list's main host can hardly select content. */
const SHARE_OF_LINKS = 0.8;

interface SessionIdGuess {
  readonly text: string;
  /** Why, as a sentence for users. */
  readonly how: string;
}

/** A guess from one list alone: a well-known session id, else a random-looking value on nearly all links. */
function guessSessionId(links: readonly string[]): SessionIdGuess | null {
  return wellKnownSessionId(links) ?? ubiquitousValue(links);
}

/** The value that most links have in a place used only for session ids. */
function wellKnownSessionId(links: readonly string[]): SessionIdGuess | null {
  const values = new Map<string, number>();
  const urls = comparableLinks(links).filter(mayHoldWellKnownId);
  const content = contentPlaces(urls);
  for (const url of urls) {
    const fields = urlFields(url);
    for (const field of fields) {
      const id = findWellKnownId(field, fields, { guess: true });
      if (id === null || isNameOfPair(field)) continue;
      if (!id.mayBeContent || !content.some((rule) => saysContent(rule, field)))
        increment(values, sessionPart(field.value));
    }
  }
  const text = mostFrequent(values) ?? '';
  const count = values.get(text);
  return text === ''
    ? null
    : { text, how: `in a place used only for session ids, on ${count} ${count === 1 ? 'link' : 'links'}` };
}

/** `(S(abc))` holds the id `abc`. */
function sessionPart(value: string): string {
  return /S\(([^()]*)\)/i.exec(value)?.[1] ?? value.replace(/^\((.*)\)$/, '$1');
}

function ubiquitousValue(links: readonly string[]): SessionIdGuess | null {
  const values = new Map<string, number>();
  const urls = evenly(linksOfMainHost(comparableLinks(links)), ENOUGH_LINKS);
  for (const url of urls) {
    const tokens = urlFields(url)
      .filter(({ inner }) => inner === 0)
      .map(wholeToken);
    for (const value of new Set(tokens.map((token) => token.value)))
      if (looksRandom(value)) increment(values, value);
  }
  const text = mostFrequent(values) ?? '';
  const count = values.get(text) ?? 0;
  if (count < 2 || count < urls.length * SHARE_OF_LINKS) return null;
  return { text, how: `a guess from one list: on ${count} of ${urls.length} links of the main host` };
}

/** Links that are enough to see what is on nearly all of them. */
const ENOUGH_LINKS = 2000;

function evenly<T>(list: readonly T[], most: number): readonly T[] {
  const step = Math.ceil(list.length / most);
  return step <= 1 ? list : list.filter((_, i) => i % step === 0);
}

function linksOfMainHost(urls: readonly string[]): readonly string[] {
  const hosts = Map.groupBy(urls, (url) => /^[a-z][^/]*\/\/[^/]*/i.exec(url)?.[0] ?? '');
  return [...hosts.values()].reduce<readonly string[]>(
    (most, host) => (host.length > most.length ? host : most),
    [],
  );
}
