import { getOrInsert } from '../../base/index.ts';
import { hashText, type Segment } from '../../document/index.ts';
import { timeMark, withoutTimes } from '../clock/same-times.ts';
import type { SegmentChange } from '../compare/compare-segments.ts';
import { placeKind } from '../compare/segment-likeness.ts';
import { type LinkIdentity, sameLinks } from '../compare/segment-links.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { itemKey } from './rotating-text.ts';
import { comparableTokens, shownTokens } from './token-differences.ts';
import type { RecurringRule } from './volatile-rule.ts';

/** The old and the new value of one location. */
export interface LocationValue extends Pick<RecurringRule, 'form' | 'words'> {
  /** The same for the same location on other pages. */
  readonly id: string;
  readonly path: string;
  /** Null where there was, or is, no value. */
  readonly from: string | null;
  readonly to: string | null;
  /** The text without its numbers, by which it is recognised; null for a value that is not a text or is gone. */
  readonly text: string | null;
  /** How many words a text has that it did not have before; numbers are none. */
  readonly newWords: number;
  /** Whether it may count visits: a whole number in a row or item that links to a page. */
  readonly isCounter: boolean;
  /** What a reader sees, before and now. */
  readonly examples: readonly [string, string];
  /** Whether its text has links to the site: its news lead to its pages. */
  readonly isLinked: boolean;
}

export interface ComparedVersions {
  readonly last: Snapshot;
  readonly now: Snapshot;
  readonly identity: LinkIdentity;
  readonly host: string;
}

/** Adverts, names and headlines are shorter; a longer text is the page's own. In tokens. */
const longestText = 40;

/**
 * The ways in which a change may consist of values, the likeliest first: numbers, a time, or a short text as a whole. None
 * where money is among them: a price that changes at every visit is what people want to know.
 */
export function recurringValues(
  change: SegmentChange,
  versions: ComparedVersions,
): readonly (readonly LocationValue[])[] {
  const { flag, before, after } = change;
  const { last, now, identity } = versions;
  if ([before, after].some((segment) => segment !== null && namesPrice(segment.tokens))) return [];
  if (
    after !== null &&
    Labels.of(now)
      .at(after)
      .some(({ tokens }) => namesPrice(tokens))
  )
    return [];
  const isInLine = flag === 'changed' && sameLinks(before, after, identity);
  const found = [
    isInLine ? numbersIn(before, last, after, now) : null,
    isInLine ? timeIn(before, after) : timeAlone(before, after),
    textIn(before, after, versions),
  ];
  return found.filter((values) => values !== null);
}

const isNumber = (token: string): boolean => /^[-+−±]?\p{N}[\p{N}.,'’]*$/u.test(token);
const isSignOfNumber = (token: string): boolean => /^[-+−±]$/.test(token);
/** Arrows and pictures beside numbers: "▲ 1.4", "☁ 12 °C". */
const isSymbol = (token: string): boolean => /^\p{So}\uFE0F?$/u.test(token) && token !== '°';
const money = /^(?:\p{Sc}|eur|euros?|usd|gbp|chf|jpy|cny|sek|nok|dkk|pln|dollars?|pounds?|kr|zł|fr)$/iu;
const isMoney = (token: string): boolean => money.test(token) || priceWord.test(token);
const priceWord =
  /^(?:price|prices|preis|preise|prix|precio|prezzo|prijs|cena|pris|costs?|kostet|coûte|cuesta)$/iu;

/** Whether a text names a price. The rate of two currencies, as in EUR/USD, is none. */
function namesPrice(tokens: readonly string[]): boolean {
  return tokens.some((token, at) => {
    const other =
      tokens[at - 1] === '/' ? tokens[at - 2] : tokens[at + 1] === '/' ? tokens[at + 2] : undefined;
    return isMoney(token) && !(other !== undefined && money.test(other) && money.test(token));
  });
}

const cell = /^(.*?)(?:t(?:head|body|foot)(?:\[\d+\])?\/)?(tr(?:\[\d+\])?)\/t([dh])(?:\[(\d+)\])?(?:#\d+)?$/;
const termOrValue = /\/(d[td])(?:\[\d+\])?(?:#\d+)?$/;

/** What says what a value is: the heads of its row and its column, or the term before it. */
class Labels {
  static readonly #known = new WeakMap<Snapshot, Labels>();

  readonly #ofRows = new Map<string, Segment[]>();
  readonly #ofColumns = new Map<string, Segment[]>();
  readonly #terms = new Map<Segment, Segment>();

  private constructor({ segments }: Snapshot) {
    let term: Segment | null = null;
    for (const segment of segments) {
      const [, kind] = termOrValue.exec(segment.path) ?? [];
      if (kind === 'dt') term = segment;
      else if (kind === 'dd' && term !== null) this.#terms.set(segment, term);
      const [, table = '', row = '', element, column = '1'] = cell.exec(segment.path) ?? [];
      if (element !== 'h') continue;
      getOrInsert(this.#ofRows, `${table} ${row}`, () => [] as Segment[]).push(segment);
      getOrInsert(this.#ofColumns, `${table} ${column}`, () => [] as Segment[]).push(segment);
    }
  }

  static of(snapshot: Snapshot): Labels {
    return getOrInsert(Labels.#known, snapshot, () => new Labels(snapshot));
  }

  at(segment: Segment): readonly Segment[] {
    const term = this.#terms.get(segment);
    if (term !== undefined) return [term];
    const [, table, row, element, column = '1'] = cell.exec(segment.path) ?? [];
    if (element !== 'd') return [];
    const ofRow = this.#ofRows.get(`${table} ${row}`) ?? [];
    // The heads of rows are cells of another name, so the columns after them have one number less.
    return [...ofRow, ...(this.#ofColumns.get(`${table} ${Number(column) + ofRow.length}`) ?? [])];
  }
}

/** The same tokens with the signs of numbers joined to them: "-0.6" is one number. A hyphen between two numbers is none. */
function withSigns(tokens: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const token of tokens) {
    const [before, sign] = joined.slice(-2);
    const hasSign =
      joined.length > 1
        ? isSignOfNumber(sign ?? '') && !isNumber(before ?? '')
        : isSignOfNumber(before ?? '');
    if (isNumber(token) && hasSign) joined[joined.length - 1] += token;
    else joined.push(token);
  }
  return joined;
}

/** Tokens on each side of a number that identify it. */
const contextSize = 2;

function numbersIn(
  before: Segment,
  last: Snapshot,
  after: Segment,
  now: Snapshot,
): readonly LocationValue[] | null {
  const [allOld, allNow] = comparableTokens(before, last.at, after, now.at);
  const [old, tokens] = [withSigns(allOld), withSigns(allNow)];
  if (old.length !== tokens.length) return null;
  const values: LocationValue[] = [];
  for (const [at, token] of tokens.entries()) {
    const from = old[at] as string;
    if (from === token || (isSymbol(from) && isSymbol(token))) continue;
    if (!isNumber(from) || !isNumber(token)) return null;
    const words = contextOf(tokens, at);
    const path = placeKind(after);
    values.push({
      id: `recurring number ${path} ${JSON.stringify(words)}`,
      form: 'number',
      path,
      words,
      from,
      to: token,
      examples: [from, token],
      text: null,
      newWords: 0,
      isLinked: after.links.length > 0,
      isCounter: /^\d+$/.test(from) && /^\d+$/.test(token),
    });
  }
  return values.length === 0 ? null : values;
}

function contextOf(tokens: readonly string[], at: number): RecurringRule['words'] {
  const masked = (from: number, to: number): readonly string[] =>
    tokens
      .slice(Math.max(from, 0), to)
      .map((token) => (isNumber(token) ? '#' : isSymbol(token) ? '*' : token));
  return [masked(at - contextSize, at), masked(at + 1, at + 1 + contextSize)];
}

/** The same words with another time. */
function timeIn(before: Segment, after: Segment): readonly LocationValue[] | null {
  const words = withoutTimes(after.text);
  if (!words.includes(timeMark) || words !== withoutTimes(before.text)) return null;
  return [timeValue(before, after, words)];
}

/** An item that is a time and nothing else, as in a list of the next departures: the first one goes, and another one comes. */
function timeAlone(before: Segment | null, after: Segment | null): readonly LocationValue[] | null {
  const segment = before ?? after;
  if (segment === null || (before !== null && after !== null)) return null;
  if (segment.links.length > 0 || !timeOfDay.test(segment.text)) return null;
  if (withoutTimes(segment.text) !== timeMark) return null;
  return [timeValue(before, after, timeMark)];
}

const examplesOf = (before: Segment | null, after: Segment | null): LocationValue['examples'] => [
  before?.text ?? '',
  after?.text ?? '',
];

const timeOfDay = /^\d{1,2}[:.h]\d\d\b/;

function timeValue(before: Segment | null, after: Segment | null, words: string): LocationValue {
  const segment = (after ?? before) as Segment;
  const path = placeKind(segment);
  return {
    from: before?.text ?? null,
    to: after?.text ?? null,
    examples: examplesOf(before, after),
    id: `recurring time ${path} ${words}`,
    form: 'time',
    path,
    words: [[words], []],
    text: null,
    newWords: 0,
    isCounter: false,
    isLinked: segment.links.length > 0,
  };
}

function textIn(
  before: Segment | null,
  after: Segment | null,
  { identity, host }: ComparedVersions,
): readonly LocationValue[] | null {
  const segments = [before, after].filter((segment) => segment !== null);
  const [first] = segments;
  if (first === undefined || segments.some(({ kind }) => kind === 'title' || kind === 'description'))
    return null;
  if (segments.some(({ tokens }) => shownTokens(tokens).length > longestText)) return null;
  const path = textLocation(after ?? first);
  if (before !== null && after !== null && textLocation(before) !== path) return null;
  const [from, to] = [before, after].map((segment) => (segment === null ? null : hashText(segment)));
  const text = after === null ? null : itemKey(after);
  const isLinked = segments.some(({ links }) =>
    links.some((link) => URL.parse(identity(link))?.host === host),
  );
  const newWords = wordsOf(after).filter((word) => !wordsOf(before).includes(word)).length;
  const location = {
    path,
    form: 'text',
    words: [[], []],
    text,
    newWords,
    isCounter: false,
    isLinked,
    examples: examplesOf(before, after),
  } as const;
  return [{ ...location, id: `recurring text ${path}`, from: from ?? null, to: to ?? null }];
}

const wordsOf = (segment: Segment | null): readonly string[] =>
  segment === null ? [] : segment.tokens.filter((token) => /^\p{L}/u.test(token));

/** Items of a list are at one location, and so are the texts side by side in one element; any other text is at its own. */
function textLocation(segment: Segment): string {
  const path = isInItem(segment.path) ? placeKind(segment) : segment.path;
  return path.replace(/#\d+$/, '');
}

/** Whether a location is an item of a list or a cell of a row. The cells of a table that makes a layout have boxes in them. */
export function isInItem(path: string): boolean {
  return /(?:^|\/)(?:li\b|tr(?:\[\d+\])?(?:\/t[dh](?:\[\d+\])?)?(?:#\d+)?$)/.test(path);
}

/**
 * What a page shows at any location. Each part of the page is read once, for all locations together: a page may have thousands
 * of locations in thousands of rows.
 */
export class PageValues {
  static readonly #known = new WeakMap<Snapshot, PageValues>();

  readonly #snapshot: Snapshot;
  #byKind: ReadonlyMap<string, readonly Segment[]> | null = null;
  #byTextLocation: ReadonlyMap<string, readonly Segment[]> | null = null;
  readonly #numbers = new Map<string, ReadonlyMap<string, readonly string[]>>();
  readonly #times = new Map<string, ReadonlyMap<string, readonly string[]>>();
  readonly #texts = new Map<string, ReadonlySet<string>>();

  private constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  static of(snapshot: Snapshot): PageValues {
    return getOrInsert(PageValues.#known, snapshot, () => new PageValues(snapshot));
  }

  /** In the order of the page. */
  at({ form, path, words }: Pick<LocationValue, 'form' | 'path' | 'words'>): readonly string[] {
    if (form === 'text') return this.#segmentsAt(path).map(hashText);
    const values =
      form === 'time'
        ? getOrInsert(this.#times, path, () => this.#timesAt(path)).get(words[0][0] ?? '')
        : getOrInsert(this.#numbers, path, () => this.#numbersAt(path)).get(JSON.stringify(words));
    return values ?? [];
  }

  /** The texts at a location, without their numbers. */
  textsAt(path: string): ReadonlySet<string> {
    return getOrInsert(this.#texts, path, () => new Set(this.#segmentsAt(path).map(itemKey)));
  }

  #segmentsAt(path: string): readonly Segment[] {
    this.#byTextLocation ??= Map.groupBy(this.#snapshot.segments, textLocation);
    return this.#byTextLocation.get(path) ?? [];
  }

  #segmentsOfKind(kind: string): readonly Segment[] {
    this.#byKind ??= Map.groupBy(this.#snapshot.segments, placeKind);
    return this.#byKind.get(kind) ?? [];
  }

  #timesAt(kind: string): ReadonlyMap<string, readonly string[]> {
    const texts = this.#segmentsOfKind(kind).map(({ text }) => text);
    return Map.groupBy(texts, withoutTimes);
  }

  #numbersAt(kind: string): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>();
    const { at } = this.#snapshot;
    for (const segment of this.#segmentsOfKind(kind)) {
      const tokens = withSigns(comparableTokens(segment, at, segment, at)[0]);
      for (const [index, token] of tokens.entries()) {
        if (!isNumber(token)) continue;
        const words = JSON.stringify(contextOf(tokens, index));
        getOrInsert(found, words, () => [] as string[]).push(token);
      }
    }
    return found;
  }
}

/** Whether a number rose or fell; other values have no order. */
export function directionOf(from: string | null, to: string | null): 'rose' | 'fell' | 'other' {
  const [old, now] = [numberOf(from), numberOf(to)];
  if (Number.isNaN(old) || Number.isNaN(now) || old === now) return 'other';
  return now > old ? 'rose' : 'fell';
}

/** NaN for a text that is not a number. A sign before three digits is a thousands separator. */
export function numberOf(text: string | null): number {
  const digits = (text ?? '')
    .replace('−', '-')
    .replace(/[.,'’](?=\p{N}{3}(?:\P{N}|$))/gu, '')
    .replace(',', '.');
  return digits === '' ? Number.NaN : Number(digits);
}
