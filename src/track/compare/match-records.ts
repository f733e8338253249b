import { hashText, type Segment } from '../../document/index.ts';
import { longestIncreasing } from './align-sequences.ts';
import { isOnlyTime, leastShared, mostLevels, similarity, TokenBudget } from './segment-likeness.ts';
import type { LinkIdentity } from './segment-links.ts';

/** A row, a list item or a card: an element of several segments among others that are built alike. */
interface PageRecord {
  /** The path of its element, without a number at the end. */
  readonly list: string;
  /** The record around it; null for an outermost one. */
  readonly outer: PageRecord | null;
  /** Positions of its segments on the page, in order; those of records inside it are left out. */
  readonly positions: number[];
  /** Where in the record each of them is: `td[2]`. */
  readonly columns: string[];
}

/** Two boxes side by side are no list. */
const fewestRecords = 3;
/** Most records of a list have more than one segment... */
const mostlyLong = 0.6;
/** ...and are built like each other. */
const builtAlike = 0.6;
/** In a list that shows the same records, at least this share of them has a partner. */
const mostlyKept = 0.6;

/**
 * The record that each segment of a version is in; null for a segment outside of records. Reads the paths only: siblings of
 * one name whose segments are at the same kinds of places are records, the innermost ones first. Cells are parts of a row.
 */
function recordsOf(segments: readonly Segment[]): readonly (PageRecord | null)[] {
  const paths = segments.map(({ path }) => path);
  groupTerms(paths);
  const lists = listsIn(paths);
  const records = new Map<string, PageRecord>();
  const recordAt = (path: string): readonly [PageRecord | null, number] => {
    for (const end of endsOfAncestors(path)) {
      const list = listOf(path, end);
      if (list === null || lists.get(list)?.areRecords !== true) continue;
      const element = path.slice(0, end);
      const known = records.get(element);
      if (known !== undefined) return [known, end];
      const record = { list, outer: recordAt(element)[0], positions: [], columns: [] };
      records.set(element, record);
      return [record, end];
    }
    return [null, 0];
  };
  return paths.map((path, position) => {
    const [record, end] = recordAt(path);
    record?.positions.push(position);
    record?.columns.push(path.slice(end + 1));
    return record;
  });
}

/** Rewrites the paths of a list of terms as if every term and its descriptions were in one element. */
function groupTerms(paths: string[]): void {
  const runs = new Map<string, { count: number; descriptions: number }>();
  for (const [position, path] of paths.entries()) {
    const found = /^((?:.*\/)?dl(?:\[\d+\])?)(?:\/div(?:\[\d+\])?)?\/(d[td])\b(?:\[\d+\])?(.*)$/.exec(path);
    if (found === null) continue;
    const [, parent = '', name, rest = ''] = found;
    const run = runs.get(parent) ?? { count: 0, descriptions: 0 };
    runs.set(parent, run);
    if (name === 'dt') {
      run.count++;
      run.descriptions = 0;
      paths[position] = `${parent}/term[${run.count}]/dt${rest}`;
    } else {
      run.descriptions++;
      paths[position] = `${parent}/term[${run.count}]/dd[${run.descriptions}]${rest}`;
    }
  }
}

/** The elements of one name in one parent. */
class SiblingElements {
  /** By path: how many segments are in it, and at what kinds of places. */
  readonly #elements = new Map<string, { count: number; readonly places: Set<string> }>();
  #areRecords: boolean | null = null;

  add(element: string, place: string): void {
    const known = this.#elements.get(element);
    if (known === undefined) this.#elements.set(element, { count: 1, places: new Set([place]) });
    else {
      known.count++;
      known.places.add(place);
    }
  }

  get areRecords(): boolean {
    this.#areRecords ??= this.#haveOneForm();
    return this.#areRecords;
  }

  #haveOneForm(): boolean {
    const { size } = this.#elements;
    if (size < fewestRecords) return false;
    let long = 0;
    const forms = new Map<string, number>();
    for (const { count, places } of this.#elements.values()) {
      if (count < 2) continue;
      long++;
      const form = [...places].sort().join(' ');
      forms.set(form, (forms.get(form) ?? 0) + 1);
    }
    const most = Math.max(0, ...forms.values());
    return long > 1 && long >= mostlyLong * size && most >= builtAlike * long;
  }
}

function listsIn(paths: readonly string[]): ReadonlyMap<string, SiblingElements> {
  const lists = new Map<string, SiblingElements>();
  for (const path of paths) {
    for (const end of endsOfAncestors(path)) {
      const name = listOf(path, end);
      if (name === null) continue;
      const list = lists.get(name) ?? new SiblingElements();
      lists.set(name, list);
      list.add(path.slice(0, end), withoutCounts(path.slice(end + 1)));
    }
  }
  return lists;
}

/** Where the paths of the elements around a segment end, the innermost first. */
function* endsOfAncestors(path: string): Generator<number> {
  let end = path.lastIndexOf('/');
  for (let level = 0; end > 0 && level < mostLevels; level++) {
    yield end;
    end = path.lastIndexOf('/', end - 1);
  }
}

/** The list of the element whose path ends at a position: `table/tr` for `table/tr[3]`. Null for a cell. */
function listOf(path: string, end: number): string | null {
  const start = path.lastIndexOf('/', end - 1) + 1;
  const bracket = path.indexOf('[', start);
  const endOfName = bracket < 0 || bracket > end ? end : bracket;
  const isCell = endOfName - start === 2 && path[start] === 't' && /[dh]/.test(path[start + 1] ?? '');
  return isCell ? null : path.slice(0, endOfName);
}

function withoutCounts(path: string): string {
  return path.includes('[') ? path.replace(/\[\d+\]/g, '') : path;
}

export interface RecordPair {
  readonly before: PageRecord;
  readonly after: PageRecord;
  readonly isMoved: boolean;
}

/** What is known about the records of two versions. */
export interface MatchedRecords {
  readonly pairs: readonly RecordPair[];
  /** For each segment the number of the pair that its record is in; 0 where any segment may be its partner. */
  readonly before: Int32Array;
  readonly after: Int32Array;
}

export const noRecords: MatchedRecords = { pairs: [], before: new Int32Array(), after: new Int32Array() };

interface Versions {
  readonly last: readonly Segment[];
  readonly now: readonly Segment[];
  readonly identity: LinkIdentity;
  readonly budget: TokenBudget;
}

/**
 * Pairs the records of two versions: by the column that names them (a link, a heading, a cell whose texts are different in
 * all of them), then by likeness. The segments of a record without a partner are free: the record is new or gone, or its list was
 * written in another form.
 */
export function matchRecords(versions: Versions): MatchedRecords {
  const { last, now } = versions;
  const [recordsBefore, recordsAfter] = [recordsOf(last), recordsOf(now)];
  const found = { before: new Int32Array(last.length), after: new Int32Array(now.length) };
  const pairs: RecordPair[] = [];
  const numbers = new Map<PageRecord, number>();
  for (const [before, after] of listsToMatch(recordsBefore, recordsAfter, numbers)) {
    const matched = matchList(before, after, versions);
    // A list that shows different records every time is judged item by item, by what is known to rotate there.
    if (matched.length < mostlyKept * Math.max(before.length, after.length)) continue;
    for (const pair of matched) {
      pairs.push(pair);
      numbers.set(pair.before, pairs.length).set(pair.after, pairs.length);
    }
  }
  for (const [side, records] of [
    [found.before, recordsBefore],
    [found.after, recordsAfter],
  ] as const)
    for (const [position, record] of records.entries()) side[position] = numberOf(record, numbers);
  return { pairs, ...found };
}

/** A row, item or card as a reader knows it. */
export interface NamedRecord {
  /** What names it, such as its heading; null when nothing does. */
  readonly name: Segment | null;
  /** Its segments, without those of records inside it. */
  readonly segments: readonly Segment[];
  readonly isRow: boolean;
  /** Whether the other version has it, too. */
  readonly isInBoth: boolean;
}

/** The records of two versions, by segment. */
export function namedRecords(
  last: readonly Segment[],
  now: readonly Segment[],
  identity: LinkIdentity,
): readonly [ReadonlyMap<Segment, NamedRecord>, ReadonlyMap<Segment, NamedRecord>] {
  const { pairs } = matchRecords({ last, now, identity, budget: new TokenBudget() });
  const sides = [
    [last, new Set(pairs.map(({ before }) => before.positions[0]))],
    [now, new Set(pairs.map(({ after }) => after.positions[0]))],
  ] as const;
  const [before, after] = sides.map(([segments, paired]) => {
    const named = new Map<PageRecord, NamedRecord>();
    const found = new Map<Segment, NamedRecord>();
    for (const [position, record] of recordsOf(segments).entries()) {
      if (record === null) continue;
      const known = named.get(record) ?? describe(record, segments, paired.has(record.positions[0]));
      named.set(record, known);
      found.set(segments[position] as Segment, known);
    }
    return found;
  });
  return [before ?? new Map(), after ?? new Map()];
}

function describe(record: PageRecord, segments: readonly Segment[], isInBoth: boolean): NamedRecord {
  const own = record.positions.map((position) => segments[position] as Segment);
  const names = own.filter((segment) => !isValue(segment));
  const name =
    names.find(({ kind }) => kind === 'heading') ??
    names.find(({ links }) => links.some(({ kind }) => kind === 'page')) ??
    names[0];
  return { name: name ?? null, segments: own, isRow: /(?:^|\/)tr$/.test(record.list), isInBoth };
}

/** The number of the record, or of the nearest record around it that has one. */
function numberOf(record: PageRecord | null, numbers: ReadonlyMap<PageRecord, number>): number {
  for (let one = record; one !== null; one = one.outer) {
    const number = numbers.get(one);
    if (number !== undefined) return number;
  }
  return 0;
}

/** Lists that both versions have, outer ones first: records inside of records are matched within their pair. */
function* listsToMatch(
  before: readonly (PageRecord | null)[],
  after: readonly (PageRecord | null)[],
  numbers: ReadonlyMap<PageRecord, number>,
): Generator<readonly [readonly PageRecord[], readonly PageRecord[]]> {
  const [old, now] = [before, after].map((records) => {
    const all = new Set<PageRecord>();
    for (const record of records)
      for (let one = record; one !== null && !all.has(one); one = one.outer) all.add(one);
    return Map.groupBy(all, depthOf);
  }) as [Map<number, PageRecord[]>, Map<number, PageRecord[]>];
  const depth = Math.max(-1, ...old.keys(), ...now.keys());
  for (let level = 0; level <= depth; level++) {
    const listName = (record: PageRecord): string =>
      `${numberOf(record.outer, numbers)} ${withoutCounts(record.list)}`;
    const lists = Map.groupBy(now.get(level) ?? [], listName);
    for (const [name, records] of Map.groupBy(old.get(level) ?? [], listName)) {
      const others = lists.get(name);
      if (others !== undefined) yield [records, others];
    }
  }
}

function depthOf(record: PageRecord): number {
  let depth = 0;
  for (let one = record.outer; one !== null; one = one.outer) depth++;
  return depth;
}

/** How far from its own place a record without a name is looked for. */
const window = 12;

function matchList(
  before: readonly PageRecord[],
  after: readonly PageRecord[],
  versions: Versions,
): readonly RecordPair[] {
  const partners = new Map<number, number>();
  const taken = new Set<number>();
  const pair = (i: number, j: number): void => {
    partners.set(i, j);
    taken.add(j);
  };
  for (const [i, j] of pairsByName(before, after, versions)) pair(i, j);
  if (partners.size < before.length && taken.size < after.length)
    pairByLikeness(before, after, versions, { partners, taken, pair });
  const found = [...partners].sort(([i], [k]) => i - k);
  const inOrder = new Set(longestIncreasing(found));
  return found.map((one) => ({
    before: before[one[0]] as PageRecord,
    after: after[one[1]] as PageRecord,
    isMoved: !inOrder.has(one),
  }));
}

/** What names a record, the likeliest first: of two columns that distinguish the same number of records, the first one counts. */
const byLink = 3;
const byHeading = 2;
const byText = 1;
const byNumber = 0;

/** A column that may identify records: its values in both versions. */
class NameColumn {
  readonly rank: number;
  readonly #before = new Map<string, number>();
  readonly #after = new Map<string, number>();

  constructor(rank: number) {
    this.rank = rank;
  }

  add(side: 'before' | 'after', value: string, record: number): void {
    const records = side === 'before' ? this.#before : this.#after;
    records.set(value, records.has(value) ? -1 : record);
  }

  /** The pairs of records whose value is unique in both versions. */
  get pairs(): readonly (readonly [number, number])[] {
    const pairs: (readonly [number, number])[] = [];
    for (const [value, i] of this.#before) {
      const j = this.#after.get(value) ?? -1;
      if (i >= 0 && j >= 0) pairs.push([i, j]);
    }
    return pairs;
  }
}

/** A column of a lower rank names the records only if it identifies clearly more of them. */
const clearlyMore = 1.25;

function pairsByName(
  before: readonly PageRecord[],
  after: readonly PageRecord[],
  versions: Versions,
): readonly (readonly [number, number])[] {
  const columns = new Map<string, NameColumn>();
  collect(columns, 'before', before, versions.last, versions.identity);
  collect(columns, 'after', after, versions.now, versions.identity);
  let best: readonly (readonly [number, number])[] = [];
  for (const rank of [byLink, byHeading, byText, byNumber]) {
    // Numbers change, and another record may get the same number: they name a record only if no word does.
    if (rank === byNumber && best.length > 0) break;
    const least = best.length * (best.length > 0 ? clearlyMore : 1);
    for (const column of columns.values()) {
      if (column.rank !== rank) continue;
      const { pairs } = column;
      if (pairs.length > Math.max(best.length, least)) best = pairs;
    }
  }
  return best;
}

function collect(
  columns: Map<string, NameColumn>,
  side: 'before' | 'after',
  records: readonly PageRecord[],
  segments: readonly Segment[],
  identity: LinkIdentity,
): void {
  const columnOf = (name: string, rank: number): NameColumn => {
    const key = `${rank} ${name}`;
    const column = columns.get(key) ?? new NameColumn(rank);
    columns.set(key, column);
    return column;
  };
  for (const [record, { positions, columns: names }] of records.entries())
    for (const [at, position] of positions.entries()) {
      const segment = segments[position] as Segment;
      const name = names[at] as string;
      const link = segment.links.find(({ kind }) => kind === 'page');
      if (link !== undefined) columnOf(name, byLink).add(side, identity(link), record);
      const rank = isValue(segment) ? byNumber : segment.kind === 'heading' ? byHeading : byText;
      columnOf(name, rank).add(side, hashText(segment), record);
    }
}

/** With more letters than a unit has, a text with a number in it may be a name. */
const longestUnit = 5;

/** Whether a segment is a number with its unit, or a time: it says how much, not what. */
export function isValue(segment: Segment): boolean {
  const { text } = segment;
  if (!/\p{N}/u.test(text)) return !/\p{L}/u.test(text);
  return (text.match(/\p{L}/gu)?.length ?? 0) <= longestUnit || isOnlyTime(segment);
}

interface Pairing {
  readonly partners: ReadonlyMap<number, number>;
  readonly taken: ReadonlySet<number>;
  readonly pair: (i: number, j: number) => void;
}

/** Pairs records that share most of the words which not all records have. */
function pairByLikeness(
  before: readonly PageRecord[],
  after: readonly PageRecord[],
  { last, now, budget }: Versions,
  { partners, taken, pair }: Pairing,
): void {
  const common = commonTokens(after, now);
  const tokensOf = (records: readonly PageRecord[], segments: readonly Segment[]) => {
    const known = new Map<number, readonly string[]>();
    return (at: number): readonly string[] => {
      const tokens =
        known.get(at) ??
        (records[at]?.positions ?? [])
          .flatMap((position) => segments[position]?.tokens ?? [])
          .filter((token) => /[\p{L}\p{N}]/u.test(token) && !token.startsWith('<') && !common.has(token));
      known.set(at, tokens);
      return tokens;
    };
  };
  const [oldTokens, newTokens] = [tokensOf(before, last), tokensOf(after, now)];
  const candidates: { readonly i: number; readonly j: number; readonly score: number }[] = [];
  // A record is near the partner of the one before it.
  let expected = 0;
  for (let i = 0; i < before.length; i++) {
    const partner = partners.get(i);
    if (partner !== undefined) {
      expected = partner + 1;
      continue;
    }
    for (let j = Math.max(0, expected - window); j < Math.min(after.length, expected + window + 1); j++) {
      if (taken.has(j)) continue;
      const [old, fresh] = [oldTokens(i), newTokens(j)];
      if (old.length === 0 || fresh.length === 0 || !budget.spend(old.length + fresh.length)) continue;
      const score = similarity(old, fresh);
      if (score >= leastShared) candidates.push({ i, j, score });
    }
  }
  candidates.sort((x, y) => y.score - x.score || Math.abs(x.i - x.j) - Math.abs(y.i - y.j));
  for (const { i, j } of candidates) if (!partners.has(i) && !taken.has(j)) pair(i, j);
}

/** Tokens that most records have. */
function commonTokens(records: readonly PageRecord[], segments: readonly Segment[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { positions } of records) {
    const own = new Set(positions.flatMap((position) => segments[position]?.tokens ?? []));
    for (const token of own) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return new Set(
    [...counts].flatMap(([token, count]) => (count > 1 && count > records.length / 2 ? [token] : [])),
  );
}
