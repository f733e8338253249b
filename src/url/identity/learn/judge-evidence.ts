import type { VolatileKind } from '../identity-rule.ts';
import { isPlainWord } from '../looks-random.ts';
import { isWellKnownSessionName, saysToken } from '../well-known-session-ids.ts';
import { totalOf, type VolatilityEvidence } from './collect-evidence.ts';
import { areRandomTogether, isRandomValue, isWordyValue } from './value-kinds.ts';

/** For random values two links are enough; short or plain ones need more. */
const LINKS_FOR_RANDOM = 2;
const LINKS_FOR_PLAIN = 3;
const NONCES_FOR_PLAIN = 4;

/** A document that a page draws at random has a few links of the page; an id has many, or a good part of them. */
const COVERAGE_FOR_RANDOM = 0.15;
const COVERAGE_FOR_PLAIN = 0.25;
const MANY_LINKS = 8;

/** Values that read like words are ids only when hardly a link is without one. */
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
  // Many pages, each linked as often from both answers: a list of drawn documents has one mask for all.
  return isRandom && groups >= LINKS_FOR_WORDS && balanced * 4 >= groups * 3;
}

/** A number in a path usually counts things; without a name nothing says that it is a nonce. */
function isNamelessNumber({ tokens, a }: VolatilityEvidence): boolean {
  return tokens[0]?.name === null && [...a.keys()].every((value) => /^[0-9]+$/.test(value));
}

/** Whether the same value is on several different links: property 1 of A, section 3.1. */
function recurs(counts: ReadonlyMap<string, number>): boolean {
  return totalOf(counts) >= counts.size * 2;
}
