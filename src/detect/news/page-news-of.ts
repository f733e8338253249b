import type { Segment } from '../../document/index.ts';
import type { SeenMemory, SegmentChange } from '../../track/index.ts';
import type { DetectorNews, NewsSegment, PageEvent, RegionNews } from '../model/page-news.ts';
import { findLanguage, mostWords } from '../words/find-language.ts';
import { readLongest } from '../words/longest-leaves.ts';
import { splitWords } from '../words/split-words.ts';
import { type PageSources, regionReader } from './region-news.ts';
import { surroundingsIn } from './surroundings.ts';

/** What tracking knows about a visit. */
interface VisitedVersion {
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
    title: titleIn(now.length > 0 ? now : (before ?? [])),
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
      // A leaf whose times were moved on is another one at the same place.
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
