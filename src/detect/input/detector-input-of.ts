import { getOrInsert } from '../../base/index.ts';
import {
  type RegionPage,
  regionCutter,
  regionPage,
  type Segment,
  segmentHtml,
} from '../../document/index.ts';
import type { Flag, SeenMemory, SegmentChange } from '../../track/index.ts';
import type { ChangedSegment, DetectorInput, PageEvent, RegionText } from '../model/detector-input.ts';
import { findLanguage, mostWords, readLongest } from '../words/find-language.ts';
import { splitWords } from '../words/split-words.ts';

/** The HTML of a page; null when it is not HTML, or not known. */
interface PageSources {
  readonly now: string | null;
  readonly before: string | null;
}

/** What tracking knows about a visit. */
interface VisitedVersion {
  readonly pageId: number | string;
  readonly url: string;
  readonly event: PageEvent;
  /** All leaves of the page as it is now; none when it is missing or failing. */
  readonly now: readonly Segment[];
  readonly before: readonly Segment[] | null;
  /** The changes without noise. For a new page: all its segments. */
  readonly changes: readonly SegmentChange[];
  /** The segments that were seen before this visit. */
  readonly seen: SeenMemory;
  /** For selectors; called only when a detector has one. */
  readonly sources: () => PageSources;
}

/** The content of a visit, as detectors read it. */
export function detectorInputOf(visited: VisitedVersion): DetectorInput {
  const { pageId, url, event, now, before, changes, seen } = visited;
  const labelNow = labelsIn(now);
  const labelBefore = labelsIn(before ?? []);
  const aroundNow = surroundingsIn(now);
  const aroundBefore = surroundingsIn(before ?? []);
  const added: ChangedSegment[] = [];
  const removed: ChangedSegment[] = [];
  for (const change of changes) {
    if (change.flag !== 'new' && change.flag !== 'changed' && change.flag !== 'gone') continue;
    const { before: old, after } = change;
    if (after !== null)
      added.push({
        segment: after,
        isUnread: !seen.has(after),
        counterpart: old,
        label: () => labelNow(after),
        surroundings: () => aroundNow(after),
      });
    if (old !== null)
      removed.push({
        segment: old,
        isUnread: true,
        counterpart: after,
        label: () => labelBefore(old),
        surroundings: () => aroundBefore(old),
      });
  }
  let language: { readonly found: string | null } | undefined;
  let read: ((selector: string) => RegionText | null) | undefined;
  return {
    pageId,
    url,
    title: titleIn(now.length > 0 ? now : (before ?? [])),
    event,
    added,
    removed,
    // Most segments show their own language.
    get language() {
      language ??= { found: languageOf(now) };
      return language.found;
    },
    region: (selector) => {
      read ??= regionReader(visited.sources());
      return read(selector);
    },
  };
}

export function titleIn(leaves: readonly Segment[]): string {
  return leaves.find(({ kind }) => kind === 'title')?.text ?? '';
}

/** The text of the leaf before each one. */
function labelsIn(leaves: readonly Segment[]): (segment: Segment) => string | null {
  let places: Map<Segment, number> | undefined;
  let byPath: Map<string, number> | undefined;
  return (segment) => {
    places ??= new Map(leaves.map((leaf, place) => [leaf, place]));
    let place = places.get(segment);
    if (place === undefined) {
      // A leaf whose times were updated is another object at the same path.
      byPath ??= new Map(leaves.map(({ path }, at) => [path, at]));
      place = byPath.get(segment.path) ?? 0;
    }
    return leaves[place - 1]?.text ?? null;
  };
}

function languageOf(leaves: readonly Segment[]): string | null {
  const words: string[] = [];
  readLongest(
    Int32Array.from(leaves, ({ text }) => text.length),
    (place) => {
      const before = words.length;
      words.push(...splitWords(leaves[place]?.text ?? '').words.slice(0, mostWords));
      return words.length - before;
    },
  );
  return findLanguage(words);
}

/** Cuts regions out of a page, each selector once. All selectors share the step budget of the page: a hundred costly ones take no longer than one. */
function regionReader({ now, before }: PageSources): (selector: string) => RegionText | null {
  const known = new Map<string, RegionText | null>();
  const pages = new Map<string, RegionPage>();
  const pageOf = (html: string): RegionPage => getOrInsert(pages, html, () => regionPage(html));
  const read = (selector: string): RegionText | null => {
    const cut = regionCutter({ only: [selector], ignore: [] });
    const leaves = (html: string | null): readonly Segment[] | null => {
      const region = html === null ? null : cut(pageOf(html));
      return region === null ? null : segmentHtml(Buffer.from(region)).leaves;
    };
    const current = leaves(now);
    return current === null ? null : { now: current, before: leaves(before) };
  };
  return (selector) => getOrInsert(known, selector, () => read(selector));
}

/** The flags of the last two visits before this one, the newest first; null where there was no visit, or none with a flag. */
export type FlagsBefore = readonly [last: Flag | null, lastButOne: Flag | null];

/**
 * What a visit means for detectors, by its flag and those before; null when nothing happened. A missing or failing page is reported when
 * that state begins, not at every visit, and a single failure is not reported: the next visit mostly ends it. So `back` follows only a
 * reported state.
 */
export function eventOfVisit(flag: Flag, before: FlagsBefore): PageEvent | null {
  const state = stateAfter(before);
  switch (flag) {
    case 'MIS':
      return state === 'missing' ? null : 'missing';
    case 'ERR':
      return before[0] === 'ERR' && before[1] !== 'ERR' ? 'failing' : null;
    case 'NEW':
      return state === 'there' ? 'new' : 'back';
    case 'UPD':
      return state === 'there' ? 'updated' : 'back';
    case 'SAM':
      return state === 'there' ? null : 'back';
  }
}

/** The state of the page, as far as it was reported. */
function stateAfter([last, lastButOne]: FlagsBefore): 'there' | 'missing' | 'failing' {
  if (last === 'MIS') return 'missing';
  if (last !== 'ERR') return 'there';
  if (lastButOne === 'MIS') return 'missing';
  return lastButOne === 'ERR' ? 'failing' : 'there';
}

/** "Available", "sold out", "not in stock": texts this short do not say what they are about. */
const fewWords = 3;
/** A row of a table, a card, a short section. A larger part of a page says nothing about one text in it. */
const mostNeighbours = 6;
/** A heading begins its own section, and the items of a list or a menu are independent of each other. */
const standAlone: ReadonlySet<Segment['kind']> = new Set([
  'title',
  'description',
  'heading',
  'item',
  'navigation',
]);

/**
 * What surrounds a text of few words: the words of its row or card, without numbers, which may change while the text is still about the
 * same thing. Null for a text that is long enough: its own words are its surroundings.
 */
export function surroundingsIn(leaves: readonly Segment[]): (segment: Segment) => string | null {
  let parts: ReadonlyMap<string, readonly Segment[]> | null = null;
  return (segment) => {
    if (standAlone.has(segment.kind) || splitWords(segment.text).words.length > fewWords) return null;
    parts ??= partsOf(leaves);
    const neighbours = neighboursOf(segment, parts);
    if (neighbours.length === 0 || neighbours.length > mostNeighbours) return null;
    const words = neighbours.flatMap(({ text }) => splitWords(text).words);
    return words.filter((word) => !/\d/.test(word)).join(' ');
  };
}

/** Most leaves kept for one path or one part: this many are already too many neighbours for each of them. */
const mostOfPath = mostNeighbours + 1;
const mostOfPart = 2 * mostOfPath;

/** The leaves in each part of the page, by the path of the part: otherwise a page of 5,000 short texts would be searched 5,000 times. */
function partsOf(leaves: readonly Segment[]): ReadonlyMap<string, readonly Segment[]> {
  const parts = new Map<string, Segment[]>();
  for (const leaf of leaves) {
    const { path } = leaf;
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const part = path.slice(0, end);
      const known = parts.get(part);
      if (known === undefined) parts.set(part, [leaf]);
      else if (known.length < mostOfPart && known.filter((one) => one.path === path).length < mostOfPath)
        known.push(leaf);
    }
  }
  return parts;
}

/** The other leaves of the smallest part of the page that has other leaves. */
function neighboursOf({ path }: Segment, parts: ReadonlyMap<string, readonly Segment[]>): readonly Segment[] {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const neighbours = (parts.get(path.slice(0, end)) ?? []).filter((leaf) => leaf.path !== path);
    if (neighbours.length > 0) return neighbours;
  }
  return [];
}
