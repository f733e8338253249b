import type { Segment } from '../../document/index.ts';
import type { SegmentChange } from '../compare/compare-segments.ts';
import { mostLevels } from '../compare/segment-likeness.ts';
import { elementName, starStep } from './rule-place.ts';

/** Beyond this many segments, every segment is at a place of its own. */
const mostSegments = 20_000;

/**
 * Where the segments of several versions of one page are. The items of a list share a place, written with a star for the
 * item (`div[2]/ul/li[*]`); any other segment has its own path. Two lists side by side are two places, even if their paths
 * differ in one number only.
 */
export class PagePlaces {
  readonly #names = new Map<Segment, string>();
  /** The segments of each version, by place. The first version gives the places their names. */
  readonly #versions: readonly Map<string, Segment[]>[];

  /**
   * `changes` has what `compareSegments` says about the first version and each of the others, in either direction: a list
   * that stands one `div` further down has the same items, and is the same place.
   */
  constructor(versions: readonly (readonly Segment[])[], changes: readonly (readonly SegmentChange[])[]) {
    const lists = new ListNames(versions);
    this.#versions = versions.map((segments, version) => {
      const names = lists.namesOf(segments);
      if (version > 0) renameLikeFirst(names, this.#names, changes[version - 1] ?? []);
      const byPlace = new Map<string, Segment[]>();
      for (const [segment, name] of names) {
        this.#names.set(segment, name);
        const group = byPlace.get(name);
        if (group === undefined) byPlace.set(name, [segment]);
        else group.push(segment);
      }
      return byPlace;
    });
  }

  get names(): readonly string[] {
    return [...new Set(this.#versions.flatMap((byPlace) => [...byPlace.keys()]))];
  }

  placeOf(segment: Segment): string {
    return this.#names.get(segment) ?? segment.path;
  }

  areAtOnePlace(one: Segment, other: Segment): boolean {
    return this.placeOf(one) === this.placeOf(other);
  }

  /** What each version has at a place. */
  segmentsAt(place: string): readonly (readonly Segment[])[] {
    return this.#versions.map((byPlace) => byPlace.get(place) ?? []);
  }
}

/** Items of one list are built alike: this share of them has what one has. Boxes side by side are not. */
const builtAlike = 0.75;

/** The place of each path: with the innermost step starred that makes it one of several. */
class ListNames {
  readonly #lists = new Set<string>();
  /** A cache: versions of a page share most paths, and each path is used several times. */
  readonly #possible = new Map<string, readonly PossibleList[]>();

  constructor(versions: readonly (readonly Segment[])[]) {
    for (const segments of versions) {
      if (segments.length > mostSegments) continue;
      /** For the starred path of an item: the items; for the path of a part of it: the items that have the part. */
      const items = new Map<string, Set<string>>();
      const holders = new Map<string, Set<string>>();
      for (const { path } of segments)
        for (const { list, outer, step } of this.#possibleLists(path)) {
          addTo(items, outer, step);
          addTo(holders, list, step);
        }
      for (const { path } of segments)
        for (const { list, outer } of this.#possibleLists(path)) {
          const count = holders.get(list)?.size ?? 0;
          if (count > 1 && count >= builtAlike * (items.get(outer)?.size ?? 0)) this.#lists.add(list);
        }
    }
  }

  /** The place of each segment. Lists that follow each other in one element are distinguished by the headings between them. */
  namesOf(segments: readonly Segment[]): Map<Segment, string> {
    /** By parent: the last heading in it. */
    const headings = new Map<string, Segment>();
    const names = new Map<Segment, string>();
    for (const segment of segments) {
      const list = this.#listOf(segment.path);
      names.set(segment, list === null ? segment.path : nameUnder(list, headings));
      if (segment.kind === 'heading') headings.set(parentOf(segment.path), segment);
    }
    return names;
  }

  #listOf(path: string): string | null {
    for (const { list } of this.#possibleLists(path)) if (this.#lists.has(list)) return list;
    return null;
  }

  #possibleLists(path: string): readonly PossibleList[] {
    const known = this.#possible.get(path);
    if (known !== undefined) return known;
    const lists = listsOf(path);
    this.#possible.set(path, lists);
    return lists;
  }
}

/** `div/p[*] under "See also"`. An item that is a heading itself is under none of its kind. */
function nameUnder(list: string, headings: ReadonlyMap<string, Segment>): string {
  const star = list.lastIndexOf('[*]');
  const item = list.slice(0, star);
  const heading = headings.get(parentOf(item));
  if (heading === undefined || starStep(heading.path) === starStep(item)) return list;
  return `${list} under ${JSON.stringify(heading.text.slice(0, longestHeading))}`;
}

const longestHeading = 80;

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key);
  if (known === undefined) sets.set(key, new Set([value]));
  else known.add(value);
}

/** A list that a path may be in: `div/li[*]/p`, the path of its items `div/li[*]`, and the step of this one: `li[3]`. */
interface PossibleList {
  readonly list: string;
  readonly outer: string;
  readonly step: string;
}

/**
 * The lists that a path may be in, the likeliest first: the innermost, but an `li` before the paragraphs in it, which are
 * parts of one item. Cells of a row are no list, cells of a column are.
 */
function listsOf(path: string): readonly PossibleList[] {
  const lists: PossibleList[] = [];
  let item: PossibleList | null = null;
  for (let end = path.length, level = 0; end >= 0 && level < mostLevels; level++) {
    const start = end === 0 ? 0 : path.lastIndexOf('/', end - 1) + 1;
    const step = path.slice(start, end);
    const name = elementName(step);
    const outer = `${path.slice(0, start)}${name}[*]`;
    const possible = { list: `${outer}${path.slice(end)}`, outer, step };
    if (item === null && name === 'li') item = possible;
    if (!/^t[dh]\b/.test(step)) lists.push(possible);
    end = start - 1;
  }
  return item === null ? lists : [item, ...lists];
}

/** Gives places the names they have in the first version, by the segments that both versions have in the same order. */
function renameLikeFirst(
  names: Map<Segment, string>,
  first: ReadonlyMap<Segment, string>,
  changes: readonly SegmentChange[],
): void {
  const votes = new Map<string, { readonly own: string; readonly other: string; count: number }>();
  for (const { flag, before, after } of changes) {
    if (flag !== 'same') continue;
    const own = names.get(before) ?? names.get(after) ?? '';
    const other = first.get(before) ?? first.get(after) ?? '';
    const key = `${own} ${other}`;
    const vote = votes.get(key);
    if (vote === undefined) votes.set(key, { own, other, count: 1 });
    else vote.count++;
  }
  const taken = new Set<string>();
  const renamed = new Map<string, string>();
  const take = (own: string, other: string): void => {
    if (renamed.has(own) || taken.has(other)) return;
    renamed.set(own, other);
    taken.add(other);
  };
  const isSame = ({ own, other }: { own: string; other: string }): number => (own === other ? 1 : 0);
  const ordered = [...votes.values()].sort((x, y) => y.count - x.count || isSame(y) - isSame(x));
  for (const { own, other } of ordered) take(own, other);
  for (const own of new Set(names.values())) take(own, own);
  for (const [segment, name] of names) {
    // A place whose name is taken by another place does not exist in the first version.
    names.set(segment, renamed.get(name) ?? `${name} (elsewhere)`);
  }
}
