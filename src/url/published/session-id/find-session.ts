import { learnFromSample } from '../../identity/learn/learn-identity-rules.ts';
import { comparableLinks } from '../../identity/learn/sample-links.ts';
import { countContaining, findSessionIdCandidates, type SessionIdCandidate } from './find-sid.ts';
import { guessSessionId, wellKnownSessionId } from './guess-session-id.ts';

/** The session ids of one or two link lists. Nulls where there is none. */
export interface SessionFinding {
  readonly length: number | null;
  readonly a: string | null;
  readonly b: string | null;
  /** The candidates of FIND-SID in the first list, with the number of links that contain them. */
  readonly candidates: readonly SessionIdCandidate[];
  /** How it was found, as a sentence for users (X6). */
  readonly how: string;
}

const NONE: SessionFinding = { length: null, a: null, b: null, candidates: [], how: 'no session id found' };

/**
 * Finds the session id. With a length: FIND-SID as published (A2). Without one, two lists of the same page
 * give the length (A3, the length probe); one list alone only allows a guess.
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

/** A3: what differs between two concurrent sessions on most links. Null for a site without ids. */
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
