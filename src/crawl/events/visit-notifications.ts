import type { Match, PageEvent } from '../../detect/index.ts';
import { areaInWords, placeInWords } from '../../presentation/place-in-words.ts';
import type { NotifyEvent } from '../../project/index.ts';
import {
  diffWords,
  groupKeys,
  type ReportedChange,
  type ReportedPage,
  type SegmentChange,
  type WordChange,
} from '../../track/index.ts';
import type { QueuedPage } from '../tables/frontier.ts';
import type { Run } from '../tables/run.ts';
import type { NewVisit } from '../tables/visit.ts';
import { moreInWords, type Notification, type NotifiedChange } from './notification.ts';

/** A visit at which something happened, and what detectors found. */
interface EventfulVisit {
  readonly project: string;
  readonly run: Pick<Run, 'id'>;
  readonly page: Pick<QueuedPage, 'id' | 'url' | 'lastGood'>;
  readonly visit: Pick<NewVisit, 'at' | 'flag' | 'reason' | 'errorMessage'>;
  readonly event: PageEvent;
  /** When the previous visit failed; null when it did not. */
  readonly failingSince: number | null;
  readonly isFirstRun: boolean;
  /** The subject when it is not a page: its key, and its name on the command line. */
  readonly subject?: { readonly key: string; readonly typed: string };
  readonly title: string;
  /** Null when there is nothing to report in words. */
  readonly reported: ReportedPage | null;
  /** The changes that the detectors read. */
  readonly changes: readonly SegmentChange[];
  readonly matches: readonly Match[];
}

/** What may be reported about a visit: each match, and what happened to the page itself. The rules of the channels choose. */
export function notificationsOf(visited: EventfulVisit): readonly Notification[] {
  const { matches, isFirstRun, visit, event } = visited;
  const found = matches.map((match, index) => matchNotification(visited, match, index));
  // In a first run everything is new.
  if (isFirstRun) return found;
  const isChanged = visit.flag === 'UPD' && hasRealChange(visited.reported);
  const itself = event === 'updated' ? [] : [pageNotification(visited, event)];
  return [...found, ...itself, ...(event === 'updated' || isChanged ? [changeNotification(visited)] : [])];
}

const realChanges = (reported: ReportedPage | null): readonly ReportedChange[] =>
  reported?.changes.filter(({ isNoise }) => !isNoise) ?? [];

const hasRealChange = (reported: ReportedPage | null): boolean => realChanges(reported).length > 0;

/** The key is computed from the visit, so that a visit that is repeated after a kill reports the same. */
function about(
  { project, run, page, visit, title, subject }: EventfulVisit,
  kind: NotifyEvent,
  what: string,
): Notification {
  return {
    key: `${what} of ${subject?.key ?? `page ${page.id} in run ${run.id}`}`,
    kind,
    project,
    page: { id: page.id, url: page.url, title },
    otherPages: [],
    pageCount: 1,
    at: visit.at,
    since: page.lastGood?.at ?? null,
    words: [],
    place: '',
    detector: null,
    reason: '',
    link: `tidemark diff ${subject?.typed ?? typedName(page)}`,
  };
}

/** A name that can be typed in any shell: the address, or the number of the page. */
const typedName = ({ id, url }: Pick<QueuedPage, 'id' | 'url'>): string =>
  /^[\w./:@%+,-]+$/.test(url) ? url : String(id);

const shownBy = ({ subject, page }: EventfulVisit): string =>
  subject === undefined ? `tidemark show ${typedName(page)}` : `tidemark explain ${subject.typed}`;

function pageNotification(visited: EventfulVisit, event: Exclude<PageEvent, 'updated'>): Notification {
  const { visit } = visited;
  const hasReason = event === 'failing' || event === 'missing';
  return {
    ...about(visited, event, event),
    reason: hasReason ? (visit.errorMessage ?? visit.reason ?? '') : '',
    // There is no older version to compare with.
    ...(event === 'new' && { link: shownBy(visited) }),
    ...(event === 'failing' && { since: visited.failingSince ?? visit.at }),
  };
}

/** Further changes are only counted. */
const MOST_CHANGES = 12;

/** The most important change names the page; all of them are shown, in the order of their importance. */
function changeNotification(visited: EventfulVisit): Notification {
  const changes = realChanges(visited.reported).toSorted((a, b) => importanceOf(b) - importanceOf(a));
  const [first] = changes;
  const more = changes.length - 1 + (visited.reported?.more ?? 0);
  const words = first === undefined ? [] : wordsOf(first);
  return {
    ...about(visited, 'changed', 'change'),
    words,
    place: first === undefined ? '' : placeInWords(first),
    reason: words.length === 0 ? (visited.visit.reason ?? '') : moreInWords(more),
    ...(changes.length > 0 && {
      changes: changes.slice(0, MOST_CHANGES).map(oneChange),
      moreChanges: Math.max(changes.length - MOST_CHANGES, 0) + (visited.reported?.more ?? 0),
    }),
  };
}

const amount = /\p{Sc}|\b(?:EUR|USD|GBP|CHF|PLN|SEK|NOK|DKK|JPY)\b/u;

/** Amounts of money, other numbers, headings, the rest of the text, menus and footers, the title in the head; last, what has no words. */
function importanceOf(change: ReportedChange): number {
  if (!hasWords(change)) return 0;
  const { area, kind, before, after } = change;
  if (area === 'head') return 1;
  if (area !== 'main') return 2;
  const isNumber = (before ?? '').replace(/\p{N}+/gu, '#') === (after ?? '').replace(/\p{N}+/gu, '#');
  if (isNumber || before === null || after === null) {
    if (amount.test(after ?? before ?? '')) return 6;
    if (isNumber) return 5;
  }
  return kind === 'heading' ? 4 : 3;
}

const oneChange = (change: ReportedChange): NotifiedChange => ({
  key: Buffer.from(groupKeys([change])).toString('hex'),
  words: wordsOf(change),
  place: placeInWords(change),
  part: areaInWords(change),
});

const hasWords = ({ before, after }: ReportedChange): boolean => before !== after;

const wordsOf = (change: ReportedChange): readonly WordChange[] =>
  hasWords(change) ? diffWords(change.before ?? '', change.after ?? '', change.noise) : [];

function matchNotification(visited: EventfulVisit, match: Match, index: number): Notification {
  const { reported } = visited;
  const path = match.place?.path;
  const shown = realChanges(reported).find((change) => change.path === path);
  return {
    ...about(visited, 'match', `match ${index}`),
    words: matchWords(visited, match),
    place: shown === undefined ? '' : placeInWords(shown),
    detector: match.detector,
    reason: match.reason,
    ...(visited.event === 'new' && { link: shownBy(visited) }),
  };
}

/** The segment with the match before and after; without a segment, the numbers alone. */
function matchWords(
  { changes, reported }: EventfulVisit,
  { place, in: where, number }: Match,
): readonly WordChange[] {
  if (place !== null) {
    const side = where === 'added' ? 'after' : 'before';
    const change = changes.find((one) => one[side]?.path === place.path && one[side]?.text === place.text);
    const [before, after] =
      change === undefined ? (where === 'added' ? ['', place.text] : [place.text, '']) : sidesOf(change);
    const shown = realChanges(reported).find(({ path, noise }) => noise !== undefined && path === place.path);
    return diffWords(before, after, shown?.noise);
  }
  if (number === null) return [];
  const before = number.before === null ? [] : [{ kind: 'removed' as const, text: String(number.before) }];
  return [...before, { kind: 'added', text: String(number.after) }];
}

const sidesOf = ({ before, after }: SegmentChange): readonly [string, string] => [
  before?.text ?? '',
  after?.text ?? '',
];
