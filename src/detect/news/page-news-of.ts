import type { Segment } from '../../document/index.ts';
import type { SeenMemory, SegmentChange } from '../../track/index.ts';
import type { DetectorNews, NewsSegment, PageEvent, RegionNews } from '../model/page-news.ts';
import { findLanguage, mostWords } from '../words/find-language.ts';
import { splitWords } from '../words/split-words.ts';
import { type PageSources, regionReader } from './region-news.ts';
import { surroundingsIn } from './surroundings.ts';

/** What tracking knows about a visit. */
export interface VisitedVersion {
  readonly pageId: number | string;
  readonly url: string;
  readonly event: PageEvent;
  /** All leaves of the page as it is now; none when it is missing or failing. */
  readonly now: readonly Segment[];
  readonly before: readonly Segment[] | null;
  /** What changed, noise left out (X1). For a page that is new: all its segments. */
  readonly changes: readonly SegmentChange[];
  /** Before this visit (C3). */
  readonly seen: SeenMemory;
  /** For selectors; called only when a detector has one. */
  readonly sources: () => PageSources;
}

/** The news of a visit, as detectors read them. */
export function pageNewsOf(visited: VisitedVersion): DetectorNews {
  const { pageId, url, event, now, before, changes, seen } = visited;
  const labelNow = labelsIn(now);
  const labelBefore = labelsIn(before ?? []);
  const aroundNow = surroundingsIn(now);
  const aroundBefore = surroundingsIn(before ?? []);
  const added: NewsSegment[] = [];
  const removed: NewsSegment[] = [];
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
  let read: ((selector: string) => RegionNews | null) | undefined;
  return {
    pageId,
    url,
    title: (now.length > 0 ? now : (before ?? [])).find(({ kind }) => kind === 'title')?.text ?? '',
    event,
    added,
    removed,
    // Most segments tell their own language.
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

/** The text of the leaf before each one. */
function labelsIn(leaves: readonly Segment[]): (segment: Segment) => string | null {
  let places: Map<Segment, number> | undefined;
  let byPath: Map<string, number> | undefined;
  return (segment) => {
    places ??= new Map(leaves.map((leaf, place) => [leaf, place]));
    let place = places.get(segment);
    if (place === undefined) {
      // A leaf whose times were moved on is another one at the same place.
      byPath ??= new Map(leaves.map(({ path }, at) => [path, at]));
      place = byPath.get(segment.path) ?? 0;
    }
    return leaves[place - 1]?.text ?? null;
  };
}

/** A menu says little about the language: the longest so many leaves do. */
const leavesToRead = 60;

function languageOf(leaves: readonly Segment[]): string | null {
  const lengths = leaves.map(({ text }) => text.length);
  const words: string[] = [];
  for (let read = 0; read < leavesToRead && words.length < mostWords; read++) {
    const place = placeOfLongest(lengths);
    if (place < 0) break;
    lengths[place] = -1;
    words.push(...splitWords(leaves[place]?.text ?? '').words.slice(0, mostWords));
  }
  return findLanguage(words);
}

/** The first of the longest; -1 when none is left. A few of them have words enough: to sort all would take longer. */
function placeOfLongest(lengths: readonly number[]): number {
  let place = -1;
  let longest = -1;
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i] as number;
    if (length <= longest) continue;
    longest = length;
    place = i;
  }
  return place;
}
