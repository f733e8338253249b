import { finished } from '../../base/index.ts';
import type { Link, Segment } from '../../document/index.ts';
import { comparableVersion } from '../budget/comparable-version.ts';
import { isTooLong, visitBudget } from '../budget/comparison-budget.ts';
import { listInBulk } from '../budget/list-in-bulk.ts';
import { segmentOf } from '../compare/compare-segments.ts';
import { type NamedRecord, namedRecords } from '../compare/match-records.ts';
import { leastShared, similarity } from '../compare/segment-likeness.ts';
import type { LinkIdentity } from '../compare/segment-links.ts';
import { leavesIn, type Snapshot } from '../compare/snapshot.ts';
import { judgeChanges } from '../noise/judge-changes.ts';
import type { JudgedChange } from '../noise/judged-change.ts';
import { shownTokens } from '../noise/token-differences.ts';
import type { VolatileRule } from '../noise/volatile-rule.ts';
import type { PageArea, ReportedChange, ReportedPage, ReportedPlace } from './reported-change.ts';

/** Changes that are kept of one page: more than people read, and little compared with the page itself. */
const mostChanges = 500;
const mostNoise = 100;
const mostCharacters = 300_000;
const mostLinks = 50;
const longestAddress = 2000;

export interface ComparedVersions {
  readonly last: Snapshot;
  readonly now: Snapshot;
  readonly identity: LinkIdentity;
  /** Whether they are whole pages. Default: yes. */
  readonly isWhole?: boolean;
}

/** What a run reports about a page, from its judgement of every difference. */
export function tellChanges(judged: readonly JudgedChange[], versions: ComparedVersions): ReportedPage {
  const [real, noise] = [judged.filter((one) => !one.isNoise), judged.filter((one) => one.isNoise)];
  const records = new Records(real, versions);
  const whole = records.joined(real);
  const kept = [...whole.slice(0, mostChanges), ...noise.slice(0, mostNoise)];
  const places = new Places(kept, versions);
  const changes: ReportedChange[] = [];
  let left = mostCharacters;
  for (const one of kept) {
    if (left <= 0) break;
    const reported = records.named(tell(one, places, versions.identity), one);
    left -= (reported.before?.length ?? 0) + (reported.after?.length ?? 0);
    changes.push(reported);
  }
  const more = Math.max(whole.length - changes.filter(({ isNoise }) => !isNoise).length, 0);
  return { changes, more, isWhole: versions.isWhole ?? true };
}

const longestName = 80;
const separator = ' | ';

/** The rows, items and cards of both versions. One that is new or gone is one change; a change inside one gets its name. */
class Records {
  readonly #before: ReadonlyMap<Segment, NamedRecord>;
  readonly #after: ReadonlyMap<Segment, NamedRecord>;
  readonly #identity: LinkIdentity;

  constructor(real: readonly JudgedChange[], { last, now, identity }: ComparedVersions) {
    this.#identity = identity;
    const isReadable = real.length > 0 && !isTooLong(last) && !isTooLong(now);
    [this.#before, this.#after] = isReadable
      ? namedRecords(last.segments, now.segments, identity)
      : [new Map(), new Map()];
  }

  /** The changes; a record that is new or gone as a whole replaces its parts. */
  joined(real: readonly JudgedChange[]): readonly JudgedChange[] {
    const left = new Set(real.flatMap(({ change }) => change.before ?? []));
    const came = new Set(real.flatMap(({ change }) => change.after ?? []));
    const done = new Set<NamedRecord>();
    return real.flatMap((one) => {
      const { before, after } = one.change;
      const gone = wholeRecord(before, this.#before, left);
      const fresh = wholeRecord(after, this.#after, came);
      if (before !== null && after !== null && (gone === null) !== (fresh === null)) return [one];
      if (gone === null && fresh === null)
        return this.#areTwoItems(one) ? [lost(one, before), gained(one, after)] : [one];
      const parts: JudgedChange[] = [];
      if (gone !== null && !done.has(gone)) parts.push(lost(one, new JoinedSegment(gone)));
      if (fresh !== null && !done.has(fresh)) parts.push(gained(one, new JoinedSegment(fresh)));
      for (const record of [gone, fresh]) if (record !== null) done.add(record);
      return parts;
    });
  }

  /** An item that leads elsewhere and says something else is another item. */
  #areTwoItems({ change: { flag, before, after } }: JudgedChange): boolean {
    if (flag !== 'changed' || before.kind !== 'item' || after.kind !== 'item') return false;
    const targets = ({ links }: Segment): readonly string[] =>
      links.flatMap((link) => (link.kind === 'page' ? this.#identity(link) : []));
    const [old, now] = [targets(before), new Set(targets(after))];
    if (old.length === 0 || now.size === 0 || old.some((target) => now.has(target))) return false;
    return similarity(shownTokens(before.tokens), shownTokens(after.tokens)) < leastShared;
  }

  /** The change with the name of the record that it is in. */
  named(reported: ReportedChange, { change: { before, after } }: JudgedChange): ReportedChange {
    const segment = (after ?? before) as Segment;
    const name = (after === null ? this.#before : this.#after).get(segment)?.name ?? null;
    if (name === null || name === segment) return reported;
    return { ...reported, record: name.text.slice(0, longestName) };
  }
}

/** The record of a segment if only one version has it, and the segment that names it is new or gone. */
function wholeRecord(
  segment: Segment | null,
  records: ReadonlyMap<Segment, NamedRecord>,
  changed: ReadonlySet<Segment>,
): NamedRecord | null {
  const record = segment === null ? undefined : records.get(segment);
  if (record === undefined || record.isInBoth || record.name === null) return null;
  return changed.has(record.name) ? record : null;
}

const lost = (judged: JudgedChange, before: Segment | null): JudgedChange => ({
  ...judged,
  change: { flag: 'gone', before: before as Segment, after: null },
});

const gained = (judged: JudgedChange, after: Segment | null): JudgedChange => ({
  ...judged,
  change: { flag: 'new', before: null, after: after as Segment },
});

/** All segments of a record as one. */
class JoinedSegment implements Segment {
  readonly kind = 'item';
  readonly path: string;
  readonly text: string;
  readonly tokens: readonly string[];
  readonly links: Segment['links'];
  readonly high = 0;
  readonly low = 0;
  /** The first of them: it says where the record is. */
  readonly first: Segment;
  readonly isRow: boolean;

  constructor({ segments, isRow }: NamedRecord) {
    this.first = segments[0] as Segment;
    this.path = this.first.path.slice(0, Math.max(this.first.path.lastIndexOf('/'), 0));
    this.text = segments.map(({ text }) => text).join(separator);
    this.tokens = segments.flatMap(({ tokens }) => tokens);
    this.links = segments.flatMap(({ links }) => links);
    this.isRow = isRow;
  }
}

/** The segment of a page that says where a change is. */
const located = (segment: Segment): Segment => (segment instanceof JoinedSegment ? segment.first : segment);

/** The places of segments, each looked up in its own version. */
class Places {
  readonly #before: ReadonlyMap<Segment, ReportedPlace>;
  readonly #after: ReadonlyMap<Segment, ReportedPlace>;

  constructor(judged: readonly JudgedChange[], { last, now }: ComparedVersions) {
    const [before, after] = [new Set<Segment>(), new Set<Segment>()];
    for (const { change } of judged) {
      if (change.before !== null) before.add(located(change.before));
      if (change.after !== null) after.add(located(change.after));
    }
    this.#before = placesIn(last, before);
    this.#after = placesIn(now, after);
  }

  of({ change }: JudgedChange): ReportedPlace {
    const { before, after } = change;
    return (after === null ? this.before(before) : this.#after.get(located(after))) ?? nowhere;
  }

  before(segment: Segment): ReportedPlace {
    return this.#before.get(located(segment)) ?? nowhere;
  }
}

/** The places of segments. For a version with too many parts, only the areas are given: finding the headings would search all of it. */
function placesIn(version: Snapshot, wanted: ReadonlySet<Segment>): ReadonlyMap<Segment, ReportedPlace> {
  if (!isTooLong(version)) return placesOf(version.segments, wanted);
  return new Map([...wanted].map((segment) => [segment, { area: areaOf(segment), heading: null }]));
}

const nowhere: ReportedPlace = { area: 'main', heading: null };

function tell(judged: JudgedChange, places: Places, identity: LinkIdentity): ReportedChange {
  const { change, isNoise, reason, rules, inside } = judged;
  const isOwnLink = (link: Link): boolean => isNoPicture(link) && inside?.links.has(link) !== true;
  const { flag, before, after } = change;
  const segment = segmentOf(change);
  const { path } = segment;
  const kind = segment instanceof JoinedSegment && segment.isRow ? 'row' : segment.kind;
  const isMoved = flag === 'moved' || (flag === 'changed' && change.isMoved);
  return {
    flag: flag === 'same' ? 'moved' : flag,
    kind,
    path,
    ...places.of(judged),
    ...cutTexts(before?.text ?? null, after?.text ?? null),
    ...(inside !== undefined && inside.words.length > 0 && { noise: inside.words.slice(0, mostNoise) }),
    links: differenceOf(linksOf(before, isOwnLink, identity), linksOf(after, isOwnLink, identity)),
    ...picturesOf(judged, identity),
    movedFrom: isMoved && before !== null ? { ...places.before(before), path: before.path } : null,
    isNoise,
    reason,
    rules: rules.map(({ id }) => id),
  };
}

const none: ReportedChange['links'] = { added: [], removed: [] };

const isPicture = ({ kind }: Link): boolean => kind === 'image';
const isNoPicture = ({ kind }: Link): boolean => kind !== 'image';

function linksOf(
  segment: Segment | null,
  isMeant: (link: Link) => boolean,
  identity: LinkIdentity,
): readonly string[] {
  const links = segment?.links.filter(isMeant) ?? [];
  return links.map((link) => identity(link).slice(0, longestAddress));
}

function picturesOf(
  { change: { before, after }, pictures = [], inside }: JudgedChange,
  identity: LinkIdentity,
): Pick<ReportedChange, 'pictures'> {
  const isOwnPicture = (link: Link): boolean => isPicture(link) && inside?.links.has(link) !== true;
  const differing = differenceOf(
    linksOf(before, isOwnPicture, identity),
    linksOf(after, isOwnPicture, identity),
  );
  const replaced = pictures.slice(0, mostLinks).map((url) => url.slice(0, longestAddress));
  const isSame = differing.added.length + differing.removed.length + replaced.length === 0;
  return isSame ? {} : { pictures: { ...differing, replaced } };
}

/** The multiset difference of two lists, in both directions. */
function differenceOf(before: readonly string[], after: readonly string[]): ReportedChange['links'] {
  if (before.length + after.length === 0) return none;
  return {
    added: without(after, before).slice(0, mostLinks),
    removed: without(before, after).slice(0, mostLinks),
  };
}

function without(list: readonly string[], other: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const value of other) counts.set(value, (counts.get(value) ?? 0) + 1);
  return list.filter((value) => {
    const left = counts.get(value) ?? 0;
    counts.set(value, left - 1);
    return left <= 0;
  });
}

/** The differences between two stored versions, with noise by the given rules: no second fetch is available. */
export function judgeVersions(
  before: Snapshot,
  after: Snapshot,
  rules: readonly VolatileRule[],
  identity: LinkIdentity,
): readonly JudgedChange[] {
  const comparable = finished(comparableVersion(before, after, identity, visitBudget));
  if (comparable === null) return listInBulk(leavesIn(before), leavesIn(after));
  // The run fetched the page a second time before it reported a change.
  const judged = judgeChanges(comparable, after, rules, { identity, hasTwin: true });
  return judged.map((one) => ({ ...one, isNoise: isKnownNoise(one) }));
}

/** A rule stores the texts that rotate at its location; two fetches agreed on any other text there. */
function isKnownNoise({ isNoise, isCertain, rules }: JudgedChange): boolean {
  return isNoise && (isCertain || rules.every(({ kind }) => kind !== 'segment'));
}

/** Headings further above belong to other chapters. */
const mostHeadings = 60;
const longestHeading = 200;

/** A heading on the way through a page. */
interface PassedHeading {
  readonly text: string;
  readonly area: PageArea;
  /** The path of the element that has it. */
  readonly element: string;
  /** Whether that element has more than the heading: then the heading is only about this element, as on a card. */
  hasText: boolean;
}

/** The places of some segments of one version, in one pass over the page. */
export function placesOf(
  segments: readonly Segment[],
  wanted: ReadonlySet<Segment>,
): ReadonlyMap<Segment, ReportedPlace> {
  const places = new Map<Segment, ReportedPlace>();
  const headings: PassedHeading[] = [];
  for (const segment of segments) {
    if (places.size === wanted.size) break;
    const last = headings.at(-1);
    if (last !== undefined && segment.kind !== 'heading' && isInside(segment.path, last.element))
      last.hasText = true;
    if (wanted.has(segment)) places.set(segment, placeUnder(headings, segment));
    if (segment.kind !== 'heading') continue;
    headings.push(passed(segment));
    if (headings.length > mostHeadings) headings.shift();
  }
  return places;
}

/** Documentation adds a link sign after every heading: a pilcrow, or a private-use character of its own font. */
const linkSigns = /[\s\p{Co}¶]+$/u;

function passed(heading: Segment): PassedHeading {
  const { path } = heading;
  return {
    text: heading.text.replace(linkSigns, '').slice(0, longestHeading),
    area: areaOf(heading),
    element: path.slice(0, Math.max(path.lastIndexOf('/'), 0)),
    hasText: false,
  };
}

/** The heading that shares most of the elements around the segment; of several, the last. */
function placeUnder(headings: readonly PassedHeading[], segment: Segment): ReportedPlace {
  const { path } = segment;
  const area = areaOf(segment);
  let [found, most]: [string | null, number] = [null, -1];
  for (const heading of headings) {
    if (heading.area !== area) continue;
    if (heading.hasText && !isInside(path, heading.element)) continue;
    const shared = sharedSteps(path, heading.element);
    if (shared < most) continue;
    [found, most] = [heading.text, shared];
  }
  return { area, heading: area === 'head' ? null : found };
}

function isInside(path: string, element: string): boolean {
  return element === '' || path.startsWith(`${element}/`);
}

function sharedSteps(path: string, element: string): number {
  const [steps, others] = [path.split('/'), element === '' ? [] : element.split('/')];
  const differs = others.findIndex((step, place) => step !== steps[place]);
  return differs < 0 ? others.length : differs;
}

/** Inside these, a header or footer is that of an article, not of the page (HTML, section 4.3). */
const content = new Set(['main', 'article', 'section', 'blockquote', 'td']);

/** The part of the page that a segment belongs to, by the elements around it. */
function areaOf({ kind, path }: Pick<Segment, 'kind' | 'path'>): PageArea {
  if (kind === 'title' || kind === 'description') return 'head';
  let area: PageArea = 'main';
  let isInContent = false;
  for (const step of path.split('/')) {
    const name = step.replace(/[[#].*/, '');
    if (name === 'nav') return 'navigation';
    if (name === 'aside') return 'sidebar';
    if (name === 'footer' && !isInContent) return 'footer';
    // The navigation of a header is navigation.
    if (name === 'header' && !isInContent) area = 'header';
    isInContent ||= content.has(name);
  }
  return area;
}

/** Characters of one change: enough to read; a run with 100,000 changes must fit on a disk. */
const longest = 8000;
/** Characters that are kept on each side of what differs. */
const context = 400;

/** What is kept of the texts of a change. */
interface KeptTexts {
  readonly before: string | null;
  readonly after: string | null;
  readonly isCut: boolean;
}

/** The texts before and after; for long texts, only the part in which they differ. */
function cutTexts(before: string | null, after: string | null): KeptTexts {
  if ((before?.length ?? 0) <= longest && (after?.length ?? 0) <= longest)
    return { before, after, isCut: false };
  if (before === null || after === null || before === after)
    return { before: beginning(before), after: beginning(after), isCut: true };
  const start = sharedStart(before, after);
  const end = sharedEnd(before, after, start);
  return {
    before: beginning(around(before, start, before.length - end)),
    after: beginning(around(after, start, after.length - end)),
    isCut: true,
  };
}

function sharedStart(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let shared = 0;
  while (shared < most && before.charCodeAt(shared) === after.charCodeAt(shared)) shared++;
  return shared;
}

function sharedEnd(before: string, after: string, start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let shared = 0;
  while (
    shared < most &&
    before.charCodeAt(before.length - 1 - shared) === after.charCodeAt(after.length - 1 - shared)
  )
    shared++;
  return shared;
}

/** A part of the text with the words around it. */
function around(text: string, from: number, to: number): string {
  const start = Math.max(from - context, 0);
  const end = Math.min(to + context, text.length);
  const head = start === 0 ? '' : '… ';
  const tail = end === text.length ? '' : ' …';
  const part = text.slice(start, end);
  const whole = start === 0 ? part : part.replace(/^\S*\s/u, '');
  return `${head}${end === text.length ? whole : whole.replace(/\s\S*$/u, '')}${tail}`;
}

function beginning<T extends string | null>(text: T): T | string {
  return text === null || text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()} …`;
}
