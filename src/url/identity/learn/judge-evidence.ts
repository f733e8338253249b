import type { VolatileKind } from '../identity-rule.ts';
import { isReadable, looksRandom } from '../looks-random.ts';
import {
  isGenericSessionName,
  isWellKnownSessionName,
  saysSession,
  saysToken,
} from '../well-known-session-ids.ts';
import { totalOf, type VolatilityEvidence } from './collect-evidence.ts';

/** For random values two links are enough; short or plain ones need more. */
const LINKS_FOR_RANDOM = 2;
const LINKS_FOR_PLAIN = 3;
const NONCES_FOR_PLAIN = 4;

/** What the values at one place are; null when they select content, or when there is too little evidence. */
export function judgeEvidence(evidence: VolatilityEvidence): VolatileKind | null {
  const values = [...evidence.a.keys(), ...evidence.b.keys()];
  const single = evidence.a.size === 1 && evidence.b.size === 1;
  if (values.some((value) => value === '' || (isWordy(value) && !(single && isLongLetterSwap(evidence)))))
    return null;
  const random = values.every(isRandom);
  const name = evidence.tokens[0]?.name ?? null;
  if (name !== null && evidence.tokens[0]?.part === null && namesSession(name, random)) return 'session id';
  if (evidence.sharesParts) return null;
  const links = Math.min(totalOf(evidence.a), totalOf(evidence.b));
  if (recurs(evidence.a) && recurs(evidence.b)) {
    if (random) return links >= LINKS_FOR_RANDOM ? 'session id' : null;
    return single && links >= LINKS_FOR_PLAIN ? 'session id' : null;
  }
  // New and missing pages may share a mask; still, most masked links must stand for one page.
  const { oneToOne, groups } = evidence;
  if (oneToOne * 2 < groups || isNamelessNumber(evidence) || evidence.sharesWords) return null;
  if (random && name !== null && saysToken(name)) return 'link nonce';
  return oneToOne >= (random ? LINKS_FOR_RANDOM : NONCES_FOR_PLAIN) ? 'link nonce' : null;
}

/** A number in a path usually counts things; without a name nothing says that it is a nonce. */
function isNamelessNumber({ tokens, a }: VolatilityEvidence): boolean {
  return tokens[0]?.name === null && [...a.keys()].every((value) => /^[0-9]+$/.test(value));
}

function namesSession(name: string, random: boolean): boolean {
  return isWellKnownSessionName(name) || saysSession(name) || (isGenericSessionName(name) && random);
}

/** Whether the same value is on several different links: property 1 of A, section 3.1. */
function recurs(counts: ReadonlyMap<string, number>): boolean {
  return totalOf(counts) >= counts.size * 2;
}

/** With the evidence of two lists, a long number counts as random: counters and clocks are long. */
function isRandom(value: string): boolean {
  return looksRandom(value) || /^[0-9]{9,}$/.test(value);
}

/** Words and slugs name content, even when they change. `7etFsog0` has readable letters only by chance. */
function isWordy(value: string): boolean {
  if (!/[a-z]/i.test(value) || looksRandom(value)) return false;
  const looksMixed =
    /[0-9]/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && !/[^a-z0-9]/i.test(value);
  return !looksMixed && isReadable(value);
}

/** Letters may read like a word by chance; on several links, and replaced by as many other letters, they are still an id. */
function isLongLetterSwap({ a, b }: VolatilityEvidence): boolean {
  const [inA, inB] = [[...a.keys()][0] ?? '', [...b.keys()][0] ?? ''];
  return (
    inA.length === inB.length &&
    inA.length >= 10 &&
    /^[a-z]+$/i.test(inA + inB) &&
    Math.min(totalOf(a), totalOf(b)) >= 4
  );
}
