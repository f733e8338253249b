import type { Segment } from '../../document/index.ts';
import { textKey } from './drawn-text.ts';
import { drawableWords, type Hunk, shapeOfTokens, type TokenShape, widerShape } from './token-differences.ts';
import type {
  LinkRule,
  SegmentPlace,
  SegmentRule,
  ValuePlace,
  ValueRule,
  VolatileRule,
} from './volatile-rule.ts';

export function linkRule(
  place: SegmentPlace,
  link: LinkRule['link'],
  addresses: readonly string[],
  examples: readonly [string, string],
  evidence: string,
): LinkRule {
  const id = `link ${place.path} ${link.index} ${link.parameter ?? ''}`;
  const draws = { seen: addresses.length, unseen: addresses.length };
  return { kind: 'link', id, place, link, addresses, draws, examples, evidence, isOff: false, agreements: 0 };
}

/** A text that is drawn as a whole. */
export function textRule(
  place: SegmentPlace,
  mayBeAbsent: boolean,
  examples: readonly [string, string],
  evidence: string,
  seen: readonly Segment[],
): SegmentRule {
  return {
    kind: 'segment',
    id: `segment ${place.path}`,
    place,
    mayBeAbsent,
    texts: seen.map(textKey),
    draws: { seen: seen.length, unseen: seen.length },
    examples,
    evidence,
    isOff: false,
    agreements: 0,
  };
}

/** A counter or a token between words that stay. */
export function valueRule(place: SegmentPlace, hunk: Hunk): VolatileRule {
  const shape = shapeOfHunk(hunk);
  return {
    kind: 'value',
    id: `value ${place.path} ${JSON.stringify([hunk.before, hunk.after])}`,
    place,
    value: { before: hunk.before, after: hunk.after, shape, ...(shape === 'words' && drawnIn(hunk)) },
    examples: [hunk.removed.join(' '), hunk.added.join(' ')],
    evidence: `two fetches at the same moment had different ${nounOfShape[shape]}`,
    isOff: false,
    agreements: 0,
  };
}

/** The same rule at another place. */
export function valueAt(place: SegmentPlace, rule: ValueRule): ValueRule {
  return {
    ...rule,
    place,
    id: `value ${place.path} ${JSON.stringify([rule.value.before, rule.value.after])}`,
  };
}

const nounOfShape = { number: 'numbers', code: 'codes', words: 'words' } as const;

function drawnIn({ removed, added }: Hunk): Pick<ValuePlace, 'words' | 'draws'> {
  const words = [...new Set([...drawableWords(removed), ...drawableWords(added)])];
  return { words, draws: { seen: words.length, unseen: words.length } };
}

export function shapeOfHunk({ removed, added }: Hunk): TokenShape {
  return widerShape(shapeOfTokens(removed), shapeOfTokens(added));
}
