import { getOrInsert, increment } from '../../../base/index.ts';
import type { UrlToken } from '../fields/url-token.ts';
import type { VolatileKind } from '../identity-rule.ts';
import { areRandomTogether, isPlainWord, isRandomValue, isWordyValue } from '../looks-random.ts';
import { isWellKnownSessionName, saysToken } from '../well-known-session-ids.ts';
import { type AlignedGroup, type Alignment, hostIn, placeKey } from './align-links.ts';

/** The evidence that one place is volatile: the values that aligned links of the two lists have there. */
export interface VolatilityEvidence {
  readonly key: string;
  /** Every occurrence, to find out what the places have in common. */
  readonly tokens: readonly UrlToken[];
  /** How many different links (once masked) have each value. */
  readonly a: ReadonlyMap<string, number>;
  readonly b: ReadonlyMap<string, number>;
  /** How many masked links match exactly one link of each list, so that the value selects nothing there. */
  readonly oneToOne: number;
  /** How many masked links match the same small number of links in both lists: a page linked twice. */
  readonly balanced: number;
  readonly groups: number;
  /** Scheme and host of the links, masked. */
  readonly hosts: readonly string[];
  /** The part of the pages on these hosts whose links have a value at this place, in the list where it is smaller. */
  readonly coverage: number;
  /** Whether values that replace each other share words (`topic-42-x.html`, `topic-42-y.html`): then only a part is volatile. */
  readonly sharesWords: boolean;
  /** Whether such a word is a part of its own (`item,x` and `item,y`), so that the rest can be judged without it. */
  readonly sharesParts: boolean;
}

interface Observation {
  readonly group: AlignedGroup;
  readonly a: readonly UrlToken[];
  readonly b: readonly UrlToken[];
}

/** Collects the evidence for each place: named parameters by name, unnamed places by the values that belong together. */
export function collectEvidence({ groups, pages }: Alignment): readonly VolatilityEvidence[] {
  const summarize = (key: string, observations: readonly Observation[]) => {
    const hosts = [...new Set(observations.map(({ group }) => hostIn(group.remainder)))];
    return { ...summaryOf(key, observations), hosts, coverage: coverageOf(observations, hosts, pages) };
  };
  const byKey = new Map<string, Observation[]>();
  for (const group of groups) {
    for (let i = 0; ; i++) {
      const a = group.a.flatMap(({ suspects }) => suspects[i] ?? []);
      const b = group.b.flatMap(({ suspects }) => suspects[i] ?? []);
      const first = a[0];
      if (first === undefined || b.length === 0) break;
      getOrInsert(byKey, placeKey(first), () => []).push({ group, a, b });
    }
  }
  return [...byKey].flatMap(([key, observations]) =>
    observations[0]?.a[0]?.name === null || observations[0]?.a[0]?.part !== null
      ? splitByValues(observations).map((cluster) => summarize(key, cluster))
      : [summarize(key, observations)],
  );
}

/**
 * Two ids in one path must not be confused: observations that share a value belong together. Those that share none
 * (every link has an id of its own) belong together by position.
 */
function splitByValues(observations: readonly Observation[]): readonly (readonly Observation[])[] {
  const root = new Map<string, string>();
  const find = (node: string): string => {
    let at = node;
    for (let up = root.get(at); up !== undefined && up !== at; up = root.get(at)) at = up;
    return at;
  };
  for (const { a, b } of observations) {
    const nodes = [...a.map(({ value }) => `a${value}`), ...b.map(({ value }) => `b${value}`)];
    const top = find(nodes[0] ?? '');
    for (const node of nodes) {
      if (!root.has(node)) root.set(node, top);
      root.set(find(node), top);
    }
  }
  const clusters = [...Map.groupBy(observations, ({ a }) => find(`a${a[0]?.value}`)).values()];
  const alone = clusters.filter(({ length }) => length === 1).flat();
  const byPosition = Map.groupBy(alone, ({ a: [token] }) => {
    return `${token?.field.index} ${token?.field.before} ${token?.part?.fromEnd}`;
  });
  return [...clusters.filter(({ length }) => length > 1), ...byPosition.values()];
}

function coverageOf(
  observations: readonly Observation[],
  hosts: readonly string[],
  pages: Alignment['pages'],
): number {
  const total = { a: 0, b: 0 };
  for (const host of hosts) {
    total.a += pages.get(host)?.a ?? 0;
    total.b += pages.get(host)?.b ?? 0;
  }
  const links = new Set(observations.map(({ group }) => group)).size;
  return Math.min(1, links / Math.max(1, total.a, total.b));
}

/** A page is rarely linked more often than this. */
const OFTEN_LINKED = 3;

/** One word in this many may be shared by chance: three letters of eight hexadecimal digits often are. */
const SHARED_BY_CHANCE = 6;

function summaryOf(
  key: string,
  observations: readonly Observation[],
): Omit<VolatilityEvidence, 'coverage' | 'hosts'> {
  return {
    key,
    tokens: observations.flatMap(({ a, b }) => [...a, ...b]),
    a: countLinks(observations, 'a'),
    b: countLinks(observations, 'b'),
    oneToOne: observations.filter(({ group }) => group.a.length === 1 && group.b.length === 1).length,
    balanced: observations.filter(
      ({ group }) => group.a.length === group.b.length && group.a.length <= OFTEN_LINKED,
    ).length,
    groups: observations.length,
    sharesWords:
      observations.filter(({ a, b }) => shareWord(a[0]?.value ?? '', b[0]?.value ?? '')).length *
        SHARED_BY_CHANCE >=
      observations.length,
    sharesParts: observations.some(({ a, b }) => sharePart(a[0]?.value ?? '', b[0]?.value ?? '')),
  };
}

function shareWord(a: string, b: string): boolean {
  const words = new Set(a.match(/[a-z]{3,}/gi));
  return (b.match(/[a-z]{3,}/gi) ?? []).some((word) => words.has(word));
}

function sharePart(a: string, b: string): boolean {
  const parts = new Set(a.split(/[^a-z0-9]+/i).filter((part) => /^[a-z]{3,}$/i.test(part)));
  return parts.size > 0 && b.split(/[^a-z0-9]+/i).some((part) => parts.has(part));
}

function countLinks(observations: readonly Observation[], side: 'a' | 'b'): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const observation of observations)
    for (const value of new Set(observation[side].map((token) => token.value))) increment(counts, value);
  return counts;
}

/** How many links have any of the values. */
export function totalOf(counts: ReadonlyMap<string, number>): number {
  return counts.values().reduce((total, count) => total + count, 0);
}

/** For random values two links are enough; short or plain ones need more. */
const LINKS_FOR_RANDOM = 2;
const LINKS_FOR_PLAIN = 3;
const NONCES_FOR_PLAIN = 4;

/** A document that the site picks at random is on a few links of the page; an id is on many, or on a large part of them. */
const COVERAGE_FOR_RANDOM = 0.15;
const COVERAGE_FOR_PLAIN = 0.25;
const MANY_LINKS = 8;

/** Values that read like words are ids only when nearly every link has one. */
const COVERAGE_FOR_WORDS = 0.8;
const LINKS_FOR_WORDS = 6;

/** What the values at one place are; null when they select content, or when there is too little evidence. */
export function judgeEvidence(evidence: VolatilityEvidence): VolatileKind | null {
  const { a, b, tokens } = evidence;
  if (a.has('') || b.has('')) return null;
  const name = tokens[0]?.name ?? null;
  if (name !== null && tokens[0]?.part === null && isWellKnownSessionName(name)) return 'session id';
  if (evidence.sharesParts) return null;
  if (recurs(a) && recurs(b)) return isSessionId(evidence) ? 'session id' : null;
  return isNonce(evidence, name) ? 'link nonce' : null;
}

/** The same on many links of one list, and another in the other list. */
function isSessionId(evidence: VolatilityEvidence): boolean {
  const { a, b, coverage } = evidence;
  const values = [...a.keys(), ...b.keys()];
  const links = Math.min(totalOf(a), totalOf(b));
  const wordy = values.filter(isWordyValue).length;
  const isSingle = a.size === 1 && b.size === 1;
  if (wordy > 0) return isSingle && isIdInSpiteOfWords(evidence, wordy, links);
  if (values.every(isRandomValue))
    return links >= MANY_LINKS || (links >= LINKS_FOR_RANDOM && coverage >= COVERAGE_FOR_RANDOM);
  if (links < LINKS_FOR_PLAIN || coverage < COVERAGE_FOR_PLAIN) return false;
  return isSingle || areRandomTogether(values);
}

/**
 * Some ids read like a word and a number by chance (`abcd1234`). One value on all links and another on all links
 * of the next answer is still an id, unless both are words that a person may have chosen (`lang=en`, `lang=de`).
 */
function isIdInSpiteOfWords({ a, b, coverage }: VolatilityEvidence, wordy: number, links: number): boolean {
  const [inA, inB] = [[...a.keys()][0] ?? '', [...b.keys()][0] ?? ''];
  const isLetterSwap = inA.length === inB.length && inA.length >= 10 && /^[a-z]+$/i.test(inA + inB);
  if (isLetterSwap && links >= 4 && coverage >= COVERAGE_FOR_PLAIN) return true;
  if (links < LINKS_FOR_WORDS || coverage < COVERAGE_FOR_WORDS) return false;
  if (wordy < 2) return true;
  const areChosen = isChosenWord(inA) && isChosenWord(inB);
  return !areChosen || (links >= 2 * LINKS_FOR_WORDS && inA.length === inB.length && inA.length >= 8);
}

/** `blue`, `de`, `summer`: letters only, with words between signs. */
function isChosenWord(value: string): boolean {
  return value.split(/[^a-z0-9]+/i).every((piece) => /^[a-z]*$/i.test(piece) && isPlainWord(piece));
}

/** A different value on every link of both lists. */
function isNonce(evidence: VolatilityEvidence, name: string | null): boolean {
  const { a, b, oneToOne, balanced, groups } = evidence;
  if (isNamelessNumber(evidence) || evidence.sharesWords) return false;
  const values = [...a.keys(), ...b.keys()];
  const isRandom = values.every(isRandomValue) || areRandomTogether(values);
  if (!isRandom && values.some(isWordyValue)) return false;
  // New and missing pages may share a mask; still, most masked links must stand for one page.
  if (oneToOne * 2 >= groups) {
    if (isRandom && name !== null && saysToken(name)) return true;
    return oneToOne >= (isRandom ? LINKS_FOR_RANDOM : NONCES_FOR_PLAIN);
  }
  // Many pages, each linked as often from both answers: a list of rotating documents has one mask for all.
  return isRandom && groups >= LINKS_FOR_WORDS && balanced * 4 >= groups * 3;
}

/** A number in a path usually counts things; without a parameter name, nothing shows that it is a nonce. */
function isNamelessNumber({ tokens, a }: VolatilityEvidence): boolean {
  return tokens[0]?.name === null && [...a.keys()].every((value) => /^[0-9]+$/.test(value));
}

/** Whether the same value is on several different links: property 1 in section 3.1 of the paper on session ids. */
function recurs(counts: ReadonlyMap<string, number>): boolean {
  return totalOf(counts) >= counts.size * 2;
}
