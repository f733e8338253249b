import type { Link, Segment, SegmentKind } from '../../document/index.ts';
import type { SegmentChange } from '../compare/compare-segments.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { alignElements } from './align-elements.ts';
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
