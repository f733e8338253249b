import type { Segment } from '../../document/index.ts';
import type { SeenMemory, SegmentChange } from '../../track/index.ts';
import type { DetectorNews, NewsSegment, PageEvent, RegionNews } from '../model/page-news.ts';
import { findLanguage } from '../words/find-language.ts';
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
        label: labelNow(after),
        surroundings: () => aroundNow(after),
      });
    if (old !== null)
      removed.push({
        segment: old,
        isUnread: true,
        counterpart: after,
        label: labelBefore(old),
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
  let places: Map<string, number> | undefined;
  return (segment) => {
    places ??= new Map(leaves.map(({ path }, place) => [path, place]));
    const place = places.get(segment.path) ?? 0;
    return leaves[place - 1]?.text ?? null;
  };
}

/** A menu says little about the language: the text of the first so many leaves does. */
const leavesToRead = 60;

function languageOf(leaves: readonly Segment[]): string | null {
  const longest = leaves.toSorted((a, b) => b.text.length - a.text.length).slice(0, leavesToRead);
  return findLanguage(longest.flatMap(({ text }) => splitWords(text).words));
}
