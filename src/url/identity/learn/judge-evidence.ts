import type { VolatileKind } from '../identity-rule.ts';
import { isReadable, looksRandom } from '../looks-random.ts';
import {
  isGenericSessionName,
  isWellKnownSessionName,
  saysSession,
  saysToken,
} from '../well-known-session-ids.ts';
import { totalOf, type VolatilityEvidence } from './collect-evidence.ts';

/** With values that look drawn, two links are enough; with short or plain ones it takes more to be sure. */
const LINKS_FOR_RANDOM = 2;
const LINKS_FOR_PLAIN = 3;
const NONCES_FOR_PLAIN = 4;

/** What the values at one place are, or null when they select content or too little is known. */
export function judgeEvidence(evidence: VolatilityEvidence): VolatileKind | null {
  const values = [...evidence.a.keys(), ...evidence.b.keys()];
  const single = evidence.a.size === 1 && evidence.b.size === 1;
  if (values.some((value) => value === '' || (isWordy(value) && !(single && isLongWordSwap(evidence)))))
    return null;
  const random = values.every(isDrawn);
  const name = evidence.tokens[0]?.name ?? null;
  if (name !== null && evidence.tokens[0]?.part === null && namesSession(name, random)) return 'session id';
  if (evidence.sharesParts) return null;
  const links = Math.min(totalOf(evidence.a), totalOf(evidence.b));
  if (recurs(evidence.a) && recurs(evidence.b)) {
    if (random) return links >= LINKS_FOR_RANDOM ? 'session id' : null;
    return single && links >= LINKS_FOR_PLAIN ? 'session id' : null;
  }
  // New and gone pages may share a mask; most masked links must stand for one page all the same.
  const { oneToOne, groups } = evidence;
  if (oneToOne * 2 < groups || isNamelessNumber(evidence) || evidence.sharesWords) return null;
  if (random && name !== null && saysToken(name)) return 'link nonce';
  return oneToOne >= (random ? LINKS_FOR_RANDOM : NONCES_FOR_PLAIN) ? 'link nonce' : null;
}

/** A number in a path counts things; without a name nothing says that it is a nonce. */
function isNamelessNumber({ tokens, a }: VolatilityEvidence): boolean {
  return tokens[0]?.name === null && [...a.keys()].every((value) => /^[0-9]+$/.test(value));
}

function namesSession(name: string, random: boolean): boolean {
  return isWellKnownSessionName(name) || saysSession(name) || (isGenericSessionName(name) && random);
}

/** The same value stands on several different links: property 1 of A, section 3.1. */
function recurs(counts: ReadonlyMap<string, number>): boolean {
  return totalOf(counts) >= counts.size * 2;
}

/** Beside the evidence of two lists, a long number is enough of a look: counters and clocks are long. */
function isDrawn(value: string): boolean {
  return looksRandom(value) || /^[0-9]{9,}$/.test(value);
}

/** Words and slugs name content, however they change. `7etFsog0` only happens to have readable letters. */
function isWordy(value: string): boolean {
  if (!/[a-z]/i.test(value) || looksRandom(value)) return false;
  const drawn =
    /[0-9]/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && !/[^a-z0-9]/i.test(value);
  return !drawn && isReadable(value);
}

/** Letters may read like a word by chance; on every link, and replaced by as many others, they are an id all the same. */
function isLongWordSwap({ a, b }: VolatilityEvidence): boolean {
  const [inA, inB] = [[...a.keys()][0] ?? '', [...b.keys()][0] ?? ''];
  return (
    inA.length === inB.length &&
    inA.length >= 10 &&
    /^[a-z]+$/i.test(inA + inB) &&
    Math.min(totalOf(a), totalOf(b)) >= 4
  );
}
