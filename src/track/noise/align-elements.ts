import { similarity } from '../compare/segment-likeness.ts';
import type { ElementNode } from './element-tree.ts';

/** More pairs are not compared: such lists are long, and their items need no names. */
const mostPairs = 40_000;

/** An element that begins with the same heading is the same, however its content changes. */
const sameHeading = 3;
/** Of elements without anything in common, those that are built alike, and those with the same number. */
const sameForm = 0.3;
const sameStep = 0.1;

type Pair = readonly [ElementNode, ElementNode];

/**
 * Pairs the elements in two versions of one element, in order: those that have most in common. Null when there are too many
 * to compare.
 */
export function alignElements(
  first: readonly ElementNode[],
  second: readonly ElementNode[],
): readonly Pair[] | null {
  if (first.length * second.length > mostPairs) return null;
  const scores = first.map((one) => second.map((other) => likeness(one, other)));
  /** best[i][j]: the most that elements from i and j on can have in common. */
  const best = Array.from({ length: first.length + 1 }, () => new Float64Array(second.length + 1));
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0;
  const paired = (i: number, j: number): number => {
    const score = scores[i]?.[j] ?? 0;
    return score > 0 ? score + at(i + 1, j + 1) : 0;
  };
  for (let i = first.length - 1; i >= 0; i--)
    for (let j = second.length - 1; j >= 0; j--)
      (best[i] as Float64Array)[j] = Math.max(at(i + 1, j), at(i, j + 1), paired(i, j));
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < first.length && j < second.length; ) {
    if (paired(i, j) > 0 && paired(i, j) === at(i, j))
      pairs.push([first[i++] as ElementNode, second[j++] as ElementNode]);
    else if (at(i + 1, j) === at(i, j)) i++;
    else j++;
  }
  return pairs;
}

/** 0 for elements that are not the same one. */
function likeness(one: ElementNode, other: ElementNode): number {
  if (one.name !== other.name) return 0;
  const shared = sharedTexts(one, other);
  const alike = (one.form === other.form ? sameForm : 0) + (one.step === other.step ? sameStep : 0);
  const [heading, otherHeading] = [one.heading, other.heading];
  if (heading !== null && otherHeading !== null) {
    const isSame = heading.high === otherHeading.high && heading.low === otherHeading.low;
    if (isSame || shared > 0) return shared + alike + (isSame ? sameHeading : 0);
    return 0;
  }
  const [text, otherText] = [one.segments[0], other.segments[0]];
  if (one.segments.length > 1 || other.segments.length > 1 || shared > 0) return shared + alike;
  return alike + similarity(text?.tokens ?? [], otherText?.tokens ?? []);
}

function sharedTexts({ texts }: ElementNode, other: ElementNode): number {
  let shared = 0;
  for (const [text, count] of texts) shared += Math.min(count, other.texts.get(text) ?? 0);
  return shared;
}
