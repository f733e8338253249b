import type { Segment } from '../../document/index.ts';
import { sameWords } from '../compare/segment-likeness.ts';
import { sharedWords, shownTokens } from './token-differences.ts';
import type { SegmentPlace, VisitorRule, VolatileRule } from './volatile-rule.ts';

/** Number of pairs of visitors that must have seen different lines, while hardly any pair saw the same one. */
const enoughPairs = 8;
const mostlyApart = 0.9;

/** Whether a line is known to be the visitor's own. */
export function isVisitorsOwn({ apart, alike }: VisitorRule): boolean {
  return apart >= enoughPairs && apart >= mostlyApart * (apart + alike);
}

/**
 * What two visitors saw in a line of links, as a rule: "You are here: Boats » Hills". Null for other texts: in a sentence
 * that greets a visitor, everything except the name belongs to the page.
 */
export function visitorRule(place: SegmentPlace, before: Segment, after: Segment): VisitorRule | null {
  if (before.links.length === 0 || after.links.length === 0) return null;
  if (before.links.length + after.links.length < 3 || sameWords(before, after)) return null;
  if (linkedShare(before) < mostlyLinks || linkedShare(after) < mostlyLinks) return null;
  return {
    kind: 'visitor',
    id: `visitor ${place.path}`,
    place,
    steady: sharedWords(wordsOf(before), wordsOf(after)),
    apart: 1,
    alike: 0,
    examples: [before.text, after.text],
    evidence: 'any two visitors see different links in this line',
    isOff: false,
    agreements: 0,
  };
}

/** A line of links has a label, and little else that is not in a link. */
const mostlyLinks = 0.5;

function linkedShare({ tokens }: Segment): number {
  let depth = 0;
  let linked = 0;
  let all = 0;
  for (const token of tokens) {
    if (token === '<a>') depth++;
    else if (token === '</a>') depth--;
    else if (isWord(token)) {
      all++;
      if (depth > 0) linked++;
    }
  }
  return all === 0 ? 0 : linked / all;
}

/** Whether a text has the words that all visitors see in a line. */
export function hasSteadyWords({ steady }: VisitorRule, segment: Segment): boolean {
  return sharedWords(steady, wordsOf(segment)).length === steady.length;
}

const isWord = (token: string): boolean => /^[\p{L}\p{N}]/u.test(token);

function wordsOf({ tokens }: Segment): readonly string[] {
  return shownTokens(tokens).filter(isWord);
}

/** The rules about lines that are known to be the visitor's own. */
export function visitorsOwn(rules: readonly VolatileRule[]): readonly VisitorRule[] {
  return rules.filter(
    (rule): rule is VisitorRule => rule.kind === 'visitor' && !rule.isOff && isVisitorsOwn(rule),
  );
}
