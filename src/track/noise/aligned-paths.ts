import type { Link, Segment, SegmentKind } from '../../document/index.ts';
import type { SegmentChange } from '../compare/compare-segments.ts';
import { similarity } from '../compare/segment-likeness.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { type ElementNode, elementTree } from './element-tree.ts';

/**
 * The segments of a version with the paths that their elements have in another version. A box that not every answer has
 * shifts the counts of all boxes after it: what was in `div[5]` is in `div[4]` now, and yet at the same place. An element
 * that the other version does not have is numbered after those that it has.
 */
export function withPathsOf({ segments: reference }: Snapshot, version: Snapshot): Snapshot {
  return { ...version, segments: renamed(reference, version.segments) };
}

function renamed(reference: readonly Segment[], own: readonly Segment[]): readonly Segment[] {
  if (havePathsOf(reference, own)) return own;
  const [theirs, ours] = [elementTree(reference), elementTree(own)];
  if (theirs === null || ours === null) return own;
  const paths = new Map<ElementNode, string>([[ours.page, '']]);
  namePaths(theirs.page, ours.page, paths);
  return own.map((segment) => {
    const placed = ours.placeOf.get(segment);
    const path = placed === undefined ? segment.path : `${paths.get(placed.element)}${placed.run}`;
    return path === segment.path ? segment : new RenamedSegment(segment, path);
  });
}

function havePathsOf(reference: readonly Segment[], own: readonly Segment[]): boolean {
  return own.length === reference.length && own.every(({ path }, index) => path === reference[index]?.path);
}

/** Adds the paths of all elements in one; `theirs` is null for one that only this version has. */
function namePaths(theirs: ElementNode | null, ours: ElementNode, paths: Map<ElementNode, string>): void {
  const open: (readonly [ElementNode | null, ElementNode])[] = [[theirs, ours]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [reference, element] = pair;
    const outer = paths.get(element) ?? '';
    for (const [step, partner, child] of namedChildren(reference, element)) {
      paths.set(child, outer === '' ? step : `${outer}/${step}`);
      open.push([partner, child]);
    }
  }
}

type NamedChild = readonly [step: string, partner: ElementNode | null, child: ElementNode];

function namedChildren(reference: ElementNode | null, { children }: ElementNode): readonly NamedChild[] {
  const pairs = reference === null ? null : alignElements(reference.children, children);
  if (pairs === null) return children.map((child) => [child.step, null, child]);
  const partners = new Map(pairs.map(([partner, child]) => [child, partner]));
  const counts = new Map<string, number>();
  for (const { name } of reference?.children ?? []) counts.set(name, (counts.get(name) ?? 0) + 1);
  return children.map((child) => {
    const partner = partners.get(child);
    if (partner !== undefined) return [partner.step, partner, child];
    const count = (counts.get(child.name) ?? 0) + 1;
    counts.set(child.name, count);
    return [count === 1 ? child.name : `${child.name}[${count}]`, null, child];
  });
}

/** A change with the segment of the last version as that version has it. */
export function withOwnPaths(change: SegmentChange): SegmentChange {
  const { before } = change;
  return before instanceof RenamedSegment
    ? ({ ...change, before: before.original } as SegmentChange)
    : change;
}

/** The path of a segment in its own version. */
export function ownPath(segment: Segment): string {
  return segment instanceof RenamedSegment ? segment.original.path : segment.path;
}

/** A segment under another path. */
class RenamedSegment implements Segment {
  readonly original: Segment;
  readonly path: string;

  constructor(original: Segment, path: string) {
    this.original = original;
    this.path = path;
  }

  get kind(): SegmentKind {
    return this.original.kind;
  }

  get text(): string {
    return this.original.text;
  }

  get tokens(): readonly string[] {
    return this.original.tokens;
  }

  get high(): number {
    return this.original.high;
  }

  get low(): number {
    return this.original.low;
  }

  get links(): readonly Link[] {
    return this.original.links;
  }
}

/** More pairs are not compared: such lists are long, and their items need no names. */
const mostPairs = 40_000;

/** An element that begins with the same heading is the same, however its content changes. */
const sameHeading = 3;
/** Of elements without anything in common, those that are built alike, and those with the same number. */
const sameForm = 0.3;
const sameStep = 0.1;
/** Of texts without a word in common, those that are numbers. */
const sameNumbers = 0.4;

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
  const [tokens, others] = [text?.tokens ?? [], otherText?.tokens ?? []];
  const words = similarity(tokens, others);
  // A number or an age says something else tomorrow: "24m", "1d".
  return (
    alike +
    (words > 0 ? words : sameNumbers * similarity(tokens.map(withoutNumber), others.map(withoutNumber)))
  );
}

const withoutNumber = (token: string): string => (/^\p{N}/u.test(token) ? '#' : token);

function sharedTexts({ texts }: ElementNode, other: ElementNode): number {
  let shared = 0;
  for (const [text, count] of texts) shared += Math.min(count, other.texts.get(text) ?? 0);
  return shared;
}
