import { getOrInsert, increment } from '../../base/index.ts';
import {
  directionOf,
  isInItem,
  type JudgedChange,
  type LinkIdentity,
  type LocationValue,
  noisyChange,
  numberOf,
  PageValues,
  type RecurringRule,
  recurringValues,
  type Snapshot,
  type VolatileRule,
} from '../../track/index.ts';
import type { QueuedPage } from '../tables/frontier.ts';
import { addressKind } from './address-kind.ts';
import { nullUnlessStopping } from './null-unless-stopping.ts';
import type { SiteKnowledge } from './site-knowledge.ts';

/** On fewer pages, a change counts as an edit. */
const FEWEST_PAGES = 4;
/** The same for texts: editors change texts more often than numbers, also on several pages at once. */
const FEWEST_PAGES_OF_TEXTS = 8;
/** When this many rows with links to pages of the site have rising numbers, the site counts our own visits. */
const FEWEST_COUNTERS = 5;
/** A location recurs only when it changes on at least this share of its pages. */
const MOST_PAGES = 0.7;
/** The most locations that are counted in one run; further ones are ignored, because most are edits of one page. */
const MOST_COUNTED = 5000;
/** A box picks its texts from a pool when at least this share of the texts at a visit was seen before. */
const POOL_SHARE = 0.2;
const MOST_VISITS = 6;
/** Editors may write another text on all pages at this many visits in a row, but hardly at one more. */
const VISITS_OF_EDITORS = 2;
/** A text of all pages that came with more new words than this was written; with fewer, it is a name, a word for the weather or for the time of day. */
const FEW_WORDS = 3;
/** Pages share a value when each value is on this many pages, on average. It may move on while a run lasts. */
const PAGES_THAT_SHARE = 3;
/** Several connections do not fetch pages in one order: of this many, one may show what was shown before, or after. */
const PAGES_PER_MIXED_ONE = 12;
/** What all pages share may stay at some visits, as a rate does that is rounded. Evidence is at most this many runs old. */
const OLDEST_EVIDENCE = 3;
/** Of the texts that pages pick from a small pool, at least this share was seen before. */
const SMALL_POOL_SHARE = 0.6;
/** Several pages then show the same text: at most this share of them is different. */
const OF_ONE_POOL = 0.75;
const MOST_SAMPLES = 4;
/** Most other pages that are asked whether they show a text. */
const MOST_OTHERS = 2;
const MOST_TEXTS = 300;
/** Further different values of one location are counted, but not compared. */
const MOST_VALUES = 10_000;
/** Up to this many pages, tallies are stored after each page, then once per this many. */
const COUNTED_ONE_BY_ONE = 32;

/** How one location changed in this run. */
interface Tally {
  readonly value: LocationValue;
  readonly host: string;
  /** By address of the page: how its values changed. */
  readonly pages: Map<string, Direction>;
  /** How many pages changed in each way. */
  readonly directions: Map<Direction, number>;
  /** The pages on which this location is the simplest explanation of a change: where only numbers change, the words around them are the page's own. */
  readonly rewritten: Set<string>;
  readonly kinds: Set<string>;
  readonly folders: Set<string>;
  /** By text: how many pages show it now. */
  readonly shown: Map<string, number>;
  readonly texts: Set<string>;
  readonly samples: Map<string, string>;
  /** How many different values the pages show now. */
  different: number;
  /** On how many pages the most frequent value is. */
  most: number;
  rose: number;
  fell: number;
  values: number;
  counters: number;
  known: number;
  /** What the newest page shows, and how often a page showed something else than the page before it. */
  newest: string | null;
  turns: number;
}

type Direction = 'rose' | 'fell' | 'other';

interface ComparedPage {
  readonly page: Pick<QueuedPage, 'url' | 'host' | 'lastFlag'>;
  readonly last: Snapshot;
  readonly now: Snapshot;
  readonly identity: LinkIdentity;
}

interface RecurringLocationsOptions {
  readonly knowledge: SiteKnowledge;
  /** The number of this run. */
  readonly run: number;
  /** Fetches another page of the site as a visitor sees it now; null when nothing but the page itself is fetched. */
  readonly fetchOther: ((url: string) => Promise<Snapshot>) | null;
}

/**
 * Noise that all visitors see alike at one moment: counters, the time of a build, adverts behind a cache. Two fetches agree on
 * it, so the evidence comes from earlier visits: the location changed on most pages of its kind then, and other pages show
 * that it changes on all of them now. An edit of one page never fits this, whatever happened before.
 */
export class RecurringLocations {
  readonly #options: RecurringLocationsOptions;
  readonly #tallies = new Map<string, Tally>();
  /** How many pages of each kind, and of each folder, were compared in this run. */
  readonly #visited = new Map<string, number>();
  /** By location: the texts that were known before this run. */
  readonly #pools = new Map<string, ReadonlySet<string>>();
  /** The recurring ones of all rules of a host, by id. */
  readonly #rulesById = new WeakMap<readonly VolatileRule[], ReadonlyMap<string, RecurringRule>>();
  /** By rule: what other pages show. */
  readonly #checks = new Map<string, Promise<Movement | null>>();
  /** By rule and text: whether another page shows it. */
  readonly #shownElsewhere = new Map<string, Promise<boolean>>();
  /** By address: other pages that were fetched for a check. */
  readonly #others = new Map<string, Promise<Snapshot | null>>();

  constructor(options: RecurringLocationsOptions) {
    this.#options = options;
  }

  /** Counts a page that has been visited before, changed or not. */
  noteVisited({ url }: Pick<QueuedPage, 'url'>): void {
    for (const kind of [addressKind(url), folderOf(url)]) {
      const count = (this.#visited.get(kind) ?? 0) + 1;
      this.#visited.set(kind, count);
      if (!isCounted(count)) continue;
      this.#store(
        [...this.#tallies.values()].filter(
          ({ rewritten, kinds, folders }) => rewritten.size > 1 && (kinds.has(kind) || folders.has(kind)),
        ),
      );
    }
  }

  /** The same differences, with those that recur at every visit marked as noise. */
  async judge(judged: readonly JudgedChange[], compared: ComparedPage): Promise<readonly JudgedChange[]> {
    const rules = this.#established(compared.page.host);
    // A page that could not be read at the last visit has missed the texts that other pages showed then.
    const { lastFlag } = compared.page;
    if (rules.size === 0 || lastFlag === 'ERR' || lastFlag === 'MIS') return judged;
    const real = judged.filter(({ isNoise }) => !isNoise);
    const locations = valuesByLocation(real, compared);
    const uneven = new Set([...locations].flatMap(([id, values]) => (cameAsManyAsWent(values) ? [] : [id])));
    const recurring = new Map(
      [...rules].filter(([id, rule]) => this.#comesFromPool(rule, locations.get(id) ?? [], compared)),
    );
    const found: JudgedChange[] = [];
    for (const one of judged)
      found.push(one.isNoise ? one : await this.#judgeOne(one, compared, { recurring, uneven }));
    return found;
  }

  /**
   * Whether texts are picked for each page, or from a pool: in a box that all pages share, such texts come back or change their order, while a box of
   * news shows each text once. A single text without links that differs on all pages at each of several visits (a name day, the weather) is not
   * edited either.
   */
  #comesFromPool(rule: RecurringRule, values: readonly LocationValue[], compared: ComparedPage): boolean {
    if (rule.form !== 'text') return true;
    const visit = this.#newestVisit(rule);
    if (visit === undefined) return false;
    const isList = isInItem(rule.place.path);
    if (!isList && visit.different * 2 >= visit.values) return true;
    const isPlain = !isList && values.every(({ isLinked }) => !isLinked);
    if (isPlain && isShared(visit) && values.every(({ newWords }) => newWords <= FEW_WORDS)) return true;
    if (isPlain && this.#changedBefore(rule, VISITS_OF_EDITORS)) return true;
    const shown = values.filter(({ to }) => to !== null);
    const known = this.#countKnown(shown, rule.place.path, compared);
    const shares = rule.visits
      .filter(({ run }) => run < this.#options.run)
      .map((one) => one.known / one.values);
    const sum = [...shares, known / Math.max(shown.length, 1)].reduce((total, share) => total + share, 0);
    return sum >= POOL_SHARE * (shares.length + 1);
  }

  #countTexts(tally: Tally, values: readonly LocationValue[], compared: ComparedPage): void {
    const { path } = tally.value;
    tally.known += this.#countKnown(values, path, compared);
    for (const text of PageValues.of(compared.last).textsAt(path)) addText(tally, text);
  }

  #countKnown(values: readonly LocationValue[], path: string, { page, last }: ComparedPage): number {
    const pool = this.#poolOf(page.host, values[0]?.id ?? '');
    const before = PageValues.of(last).textsAt(path);
    return values.filter(({ text }) => text !== null && (pool.has(text) || before.has(text))).length;
  }

  /** The texts that earlier runs saw at a location. */
  #poolOf(host: string, id: string): ReadonlySet<string> {
    const key = `${host} ${id}`;
    const pool = this.#pools.get(key) ?? new Set(this.#ruleOf(host, id)?.texts);
    this.#pools.set(key, pool);
    return pool;
  }

  async #judgeOne(
    judged: JudgedChange,
    compared: ComparedPage,
    known: KnownLocations,
  ): Promise<JudgedChange> {
    for (const values of valuesOf(judged, compared)) {
      const used = await this.#rulesFor(values, compared.page.url, known);
      if (used !== null) return noisyChange(judged.change, [...new Set(used.map(reasonOf))].join('; '), used);
    }
    return judged;
  }

  /** The rules by which all values recur; null when one of them does not. */
  async #rulesFor(
    values: readonly LocationValue[],
    url: string,
    { recurring, uneven }: KnownLocations,
  ): Promise<readonly RecurringRule[] | null> {
    const used: RecurringRule[] = [];
    for (const value of values) {
      const rule = recurring.get(value.id) ?? ruleOfSeries(value, values, recurring);
      if (rule === undefined || (isOneSided(value) && uneven.has(value.id))) return null;
      if (!(await this.#recurs(rule, value, url))) return null;
      used.push(rule);
    }
    return used;
  }

  /** The rules of locations that changed on most pages in the run before this one. */
  #established(host: string): ReadonlyMap<string, RecurringRule> {
    const rules = this.#options.knowledge.pageRules(host).filter(isRecurring);
    return new Map(
      rules.flatMap((rule) => {
        const newest = this.#newestVisit(rule);
        const isOn = !rule.isOff && newest !== undefined && changesEverywhere(rule.form, newest);
        return isOn ? [[rule.id, rule]] : [];
      }),
    );
  }

  /** Whether a location changed on most pages in each of the runs before this one. */
  #changedBefore({ visits, form }: RecurringRule, runs: number): boolean {
    const newest = visits.filter(({ run }) => run < this.#options.run).slice(-runs);
    return (
      newest.length === runs &&
      newest.every(
        (visit, index) => visit.run === this.#options.run - runs + index && changesEverywhere(form, visit),
      )
    );
  }

  /**
   * The newest earlier run in which a location changed: the run before this one. What all pages share may have stayed in
   * between, if it changed in two runs in a row before: an editor who changes the menu of all pages does so now and then.
   */
  #newestVisit({ visits }: RecurringRule): Visit | undefined {
    const earlier = visits.filter(({ run }) => run < this.#options.run);
    const newest = earlier.at(-1);
    if (newest === undefined) return undefined;
    const age = this.#options.run - newest.run;
    const mayHaveStayed =
      isShared(newest) && earlier.some(({ run }, place) => run === (earlier[place - 1]?.run ?? 0) + 1);
    return age <= (mayHaveStayed ? OLDEST_EVIDENCE : 1) ? newest : undefined;
  }

  /** Whether a location changes on all pages in this run, too, and in the same way as here. */
  async #recurs(rule: RecurringRule, value: LocationValue, url: string): Promise<boolean> {
    const tally = this.#tallies.get(`${new URL(url).host} ${rule.id}`);
    const here = movementIn(tally, url);
    const isEnough =
      here !== null && tally !== undefined && here.pages + 1 >= MOST_PAGES * this.#pagesOf(tally);
    const check = isEnough && here.pages >= FEWEST_PAGES - 1 ? here : await this.#moved(rule, url);
    if (check === null) return false;
    const visit = this.#newestVisit(rule);
    const isOfSite = visit !== undefined && isShared(visit);
    if (rule.form === 'text' && isOfSite && !isInItem(rule.place.path))
      return value.to === null || this.#isSeenElsewhere(rule, value.to, tally, url);
    if (rule.form === 'text') return !this.#isSharedEdit(rule, value, tally, url);
    if (rule.form === 'time') return true;
    if (!isOfSite && !isWhole(value) && !countsOneWay(rule)) return false;
    const direction = directionOf(value.from, value.to);
    return isSlight(value) || goesUpAndDown(rule) || check.directions.has(direction);
  }

  /** Whether another page shows the same now: what all pages share is an edit where one page has another text. */
  async #isSeenElsewhere(
    rule: RecurringRule,
    shown: string,
    tally: Tally | undefined,
    url: string,
  ): Promise<boolean> {
    const own = tally?.pages.has(url) === true ? 1 : 0;
    if ((tally?.shown.get(shown) ?? 0) > own) return true;
    const key = `${rule.id} ${shown}`;
    const check = this.#shownElsewhere.get(key) ?? this.#showsElsewhere(rule, shown, url);
    this.#shownElsewhere.set(key, check);
    return check;
  }

  async #showsElsewhere(rule: RecurringRule, shown: string, url: string): Promise<boolean> {
    const others = rule.samples.filter((sample) => sample.url !== url);
    for (const isFresh of [false, true]) {
      for (const other of others.slice(0, MOST_OTHERS)) {
        const snapshot = await this.#look(other.url, isFresh);
        if (snapshot !== null && valuesAt(snapshot, rule).includes(shown)) return true;
        // The text may have moved on since the page was fetched; one more fetch shows it.
        if (isFresh && snapshot !== null) return false;
      }
    }
    return false;
  }

  /** Another page, as it was when a rule was checked first, or as it is now. */
  #look(url: string, isFresh: boolean): Promise<Snapshot | null> {
    const { fetchOther } = this.#options;
    const known = this.#others.get(url);
    if (known !== undefined && !isFresh) return known;
    const fetched = fetchOther === null ? Promise.resolve(null) : fetchOther(url).catch(nullUnlessStopping);
    this.#others.set(url, fetched);
    return fetched;
  }

  /** Whether a new text is on more pages than any text before: an editor then wrote it for all of them. */
  #isSharedEdit(rule: RecurringRule, value: LocationValue, tally: Tally | undefined, url: string): boolean {
    const { to, text } = value;
    if (to === null || text === null || this.#poolOf(new URL(url).host, rule.id).has(text)) return false;
    const others = (tally?.shown.get(to) ?? 0) - (tally?.pages.has(url) === true ? 1 : 0);
    return others > Math.max(1, ...rule.visits.map(({ run, most }) => (run < this.#options.run ? most : 0)));
  }

  /** How two other pages changed, fetched once in a run; null when one of them has not changed. */
  #moved(rule: RecurringRule, url: string): Promise<Movement | null> {
    const check = this.#checks.get(rule.id) ?? this.#lookElsewhere(rule, url);
    this.#checks.set(rule.id, check);
    return check;
  }

  async #lookElsewhere(rule: RecurringRule, url: string): Promise<Movement | null> {
    if (this.#options.fetchOther === null) return null;
    const directions = new Set<string>();
    let changed = 0;
    for (const { url: other, shown, run } of rule.samples) {
      if (other === url || changed === 2 || run === this.#options.run) continue;
      const snapshot = await this.#look(other, false);
      if (snapshot === null) continue;
      const values = valuesAt(snapshot, rule);
      if (values.length === 0) continue;
      if (values.join(' ') === shown) return null;
      changed++;
      for (const [index, from] of shown.split(' ').entries())
        directions.add(directionOf(from, values[index] ?? null));
    }
    const isAlone = changed === 0 && rule.visits.every(countsVisits);
    if (isAlone) return { pages: 0, directions: new Set(['rose']) };
    return changed === 0 ? null : { pages: changed, directions };
  }

  /** Records the changes of a page, including those that recur. */
  note(judged: readonly JudgedChange[], compared: ComparedPage): void {
    const { page, now } = compared;
    const real = judged.filter(({ isNoise, rules }) => !isNoise || rules.some(isRecurring));
    const byLocation = valuesByLocation(real, compared);
    const likeliest = new Set(real.flatMap((one) => valuesOf(one, compared)[0]?.map(({ id }) => id) ?? []));
    const linked = byLocation.size === 0 ? null : rowsWithLinks(now);
    const changed: Tally[] = [];
    for (const [id, values] of byLocation) {
      const tally = this.#tallyOf(id, values[0] as LocationValue, page);
      if (tally === null) continue;
      this.#count(tally, values, page.url);
      if (likeliest.has(id)) tally.rewritten.add(page.url);
      if (tally.value.form === 'text') this.#countTexts(tally, values, compared);
      if (linked?.has(tally.value.path) === true)
        tally.counters += values.filter(({ isCounter }) => isCounter).length;
      if (tally.samples.size < MOST_SAMPLES)
        tally.samples.set(page.url, PageValues.of(now).at(tally.value).join(' '));
      if (isCounted(tally.pages.size)) changed.push(tally);
    }
    this.#store(changed);
  }

  #tallyOf(id: string, value: LocationValue, { host }: ComparedPage['page']): Tally | null {
    const key = `${host} ${id}`;
    const known = this.#tallies.get(key);
    if (known !== undefined) return known;
    if (this.#tallies.size >= MOST_COUNTED) return null;
    const counts = { different: 0, most: 0, rose: 0, fell: 0, values: 0, counters: 0, known: 0, turns: 0 };
    this.#poolOf(host, id);
    const tally: Tally = {
      value,
      host,
      pages: new Map(),
      directions: new Map(),
      rewritten: new Set(),
      kinds: new Set(),
      folders: new Set(),
      shown: new Map(),
      texts: new Set(),
      samples: new Map(),
      newest: null,
      ...counts,
    };
    this.#tallies.set(key, tally);
    return tally;
  }

  #count(tally: Tally, values: readonly LocationValue[], url: string): void {
    const directions = new Set(values.map(({ from, to }) => directionOf(from, to)));
    const [first = 'other'] = directions;
    const direction = directions.size === 1 ? first : 'other';
    const before = tally.pages.get(url);
    if (before !== undefined) tally.directions.set(before, (tally.directions.get(before) ?? 0) - 1);
    tally.pages.set(url, direction);
    increment(tally.directions, direction);
    tally.kinds.add(addressKind(url));
    tally.folders.add(folderOf(url));
    const shownNow = values.map(({ to }) => to).join(' ');
    if (shownNow !== tally.newest) tally.turns++;
    tally.newest = shownNow;
    for (const { from, to, text } of values) {
      if (to !== null) tally.values++;
      const moved = directionOf(from, to);
      if (moved !== 'other') tally[moved]++;
      if (to === null) continue;
      if (text !== null) addText(tally, text);
      const shown = (tally.shown.get(to) ?? 0) + 1;
      if (shown === 1) tally.different++;
      tally.most = Math.max(tally.most, shown);
      if (shown > 1 || tally.shown.size < MOST_VALUES) tally.shown.set(to, shown);
    }
  }

  #ruleOf(host: string, id: string): RecurringRule | undefined {
    return this.#rulesOf(host).get(id);
  }

  #rulesOf(host: string): ReadonlyMap<string, RecurringRule> {
    const rules = this.#options.knowledge.pageRules(host);
    return getOrInsert(
      this.#rulesById,
      rules,
      () => new Map(rules.filter(isRecurring).map((rule) => [rule.id, rule])),
    );
  }

  /** How many pages of the same kind as those with the location were visited so far. */
  #pagesOf({ kinds, folders, pages }: Tally): number {
    const sum = (names: ReadonlySet<string>): number =>
      [...names].reduce((total, name) => total + (this.#visited.get(name) ?? 0), 0);
    const inFolders = sum(folders);
    const isTelling = inFolders >= folders.size * 2;
    return Math.max(pages.size, isTelling ? Math.min(sum(kinds), inFolders) : sum(kinds));
  }

  /** Stores what is known so far of locations, but for those that concern too few pages. */
  #store(tallies: readonly Tally[]): void {
    for (const [host, ofHost] of Map.groupBy(tallies, (tally) => tally.host))
      this.#options.knowledge.learnPageRules(
        host,
        ofHost.flatMap((tally) => this.#ruleAfter(tally) ?? []),
      );
  }

  #ruleAfter(tally: Tally): RecurringRule | null {
    const { run } = this.#options;
    const known = this.#ruleOf(tally.host, tally.value.id);
    const { pages, rewritten } = tally;
    const changed = rewritten.size * 2 >= pages.size ? pages.size : rewritten.size;
    const isWorthKeeping =
      known !== undefined || rewritten.size >= FEWEST_PAGES || tally.counters >= FEWEST_COUNTERS;
    if (!isWorthKeeping) return null;
    const { rose, fell, values, counters, known: seen, different, most, turns } = tally;
    const of = this.#pagesOf(tally);
    const visit = { run, changed, of, rose, fell, values, counters, known: seen, different, most, turns };
    const before = known ?? emptyRule(tally);
    return {
      ...before,
      visits: [...before.visits.filter((one) => one.run !== run), visit].slice(-MOST_VISITS),
      samples: samplesAfter(before.samples, tally.samples, run),
      texts: [...new Set([...before.texts, ...tally.texts])].slice(-MOST_TEXTS),
    };
  }
}

/** Large runs store their tallies rarely: each time costs as much as the location is known. */
const isCounted = (pages: number): boolean => pages <= COUNTED_ONE_BY_ONE || pages % COUNTED_ONE_BY_ONE === 0;

/** Keeps the newest texts. */
function addText({ texts }: Tally, text: string): void {
  texts.delete(text);
  texts.add(text);
  const [oldest] = texts;
  if (texts.size > MOST_TEXTS && oldest !== undefined) texts.delete(oldest);
}

/** The samples of this run and of the previous one: a resumed run still compares with the previous one. */
function samplesAfter(
  before: RecurringRule['samples'],
  now: ReadonlyMap<string, string>,
  run: number,
): RecurringRule['samples'] {
  const older = before.filter((sample) => sample.run !== run);
  const newest = Math.max(...older.map((sample) => sample.run));
  return [
    ...older.filter((sample) => sample.run === newest),
    ...[...now].map(([url, shown]) => ({ url, shown, run })),
  ];
}

const isWhole = ({ from, to }: LocationValue): boolean =>
  [from, to].every((value) => Number.isInteger(numberOf(value)));

/**
 * Whether the numbers of pages, each its own, all rise or all fall at each visit, as averages do. Where some rise and others fall, and
 * they are not whole as counts are, they are prices, levels or scores.
 */
function countsOneWay({ visits }: RecurringRule): boolean {
  return visits.every(({ rose, fell }) => Math.max(rose, fell) >= ONE_WAY * (rose + fell));
}

/** Share of the numbers of a visit that go the same way; counters are sometimes corrected. */
const ONE_WAY = 0.85;

/** Whether a number rises at one visit and falls at another, as one does that all pages share: "37 users online". */
function goesUpAndDown({ visits, samples }: RecurringRule): boolean {
  const byPage = Map.groupBy(samples, ({ url }) => url);
  const moved = new Set<string>();
  for (const shown of byPage.values()) {
    const [older, newer] = shown.toSorted((one, other) => one.run - other.run);
    if (older !== undefined && newer !== undefined) moved.add(directionOf(older.shown, newer.shown));
  }
  // What was reported last and what was shown last are different bases: each may show the other direction.
  const rose = moved.has('rose') || visits.some((visit) => visit.rose > 1);
  const fell = moved.has('fell') || visits.some((visit) => visit.fell > 1);
  return rose && fell;
}

function valuesOf(
  { change }: JudgedChange,
  { page: { host }, last, now, identity }: ComparedPage,
): ReturnType<typeof recurringValues> {
  return recurringValues(change, { last, now, identity, host });
}

function valuesByLocation(
  judged: readonly JudgedChange[],
  compared: ComparedPage,
): ReadonlyMap<string, readonly LocationValue[]> {
  return Map.groupBy(
    judged.flatMap((one) => valuesOf(one, compared).flat()),
    ({ id }) => id,
  );
}

function valuesAt(snapshot: Snapshot, rule: RecurringRule): readonly string[] {
  return PageValues.of(snapshot).at({ ...rule, path: rule.place.path });
}

/** What recurs on a page. */
interface KnownLocations {
  readonly recurring: ReadonlyMap<string, RecurringRule>;
  /** The locations where more texts came than went, or fewer. */
  readonly uneven: ReadonlySet<string>;
}

const isOneSided = ({ from, to }: LocationValue): boolean => from === null || to === null;

/** Another text takes the place of the one that goes, so a paragraph that goes alone was removed. */
function cameAsManyAsWent(values: readonly LocationValue[]): boolean {
  return values.filter(({ from }) => from === null).length === values.filter(({ to }) => to === null).length;
}

/** A rate that was the same at the last visit, after rounding, in a line of rates that all recur: `EUR/USD 1.10 (0.2 %)`. */
function ruleOfSeries(
  { form, path, words: [, after] }: LocationValue,
  values: readonly LocationValue[],
  rules: ReadonlyMap<string, RecurringRule>,
): RecurringRule | undefined {
  if (form !== 'number' || after.length === 0) return undefined;
  const others = values.flatMap((other) => {
    const isAlike = other.path === path && other.words[1].join(' ') === after.join(' ');
    return isAlike ? (rules.get(other.id) ?? []) : [];
  });
  return others.length > 1 ? others[0] : undefined;
}

/** How a location changes on other pages of this run. */
interface Movement {
  readonly pages: number;
  readonly directions: ReadonlySet<string>;
}

function movementIn(tally: Tally | undefined, url: string): Movement | null {
  if (tally === undefined) return null;
  const own = tally.pages.get(url);
  const others = [...tally.directions].filter(([direction, pages]) => pages > (direction === own ? 1 : 0));
  return {
    pages: tally.pages.size - (own === undefined ? 0 : 1),
    directions: new Set(others.map(([direction]) => direction)),
  };
}

function isRecurring(rule: VolatileRule): rule is RecurringRule {
  return rule.kind === 'recurring';
}

/** Relative change up to which a counter may go the other way: counters are sometimes corrected a little. */
const SLIGHT = 0.05;

function isSlight({ from, to }: LocationValue): boolean {
  const [old, now] = [numberOf(from), numberOf(to)];
  return Math.abs(now - old) <= SLIGHT * Math.abs(old);
}

type Visit = RecurringRule['visits'][number];

/** Whether a location changed on most pages of its kind. */
function changesEverywhere(form: RecurringRule['form'], visit: Visit): boolean {
  const { changed, of, known, values, different } = visit;
  if (countsVisits(visit)) return true;
  // Pages that pick from one pool show the same texts in turn; the teams of a league are on one page only.
  const isFromSmallPool = known >= SMALL_POOL_SHARE * values && different <= OF_ONE_POOL * values;
  const fewest =
    form === 'text' && !isShared(visit) && !isFromSmallPool ? FEWEST_PAGES_OF_TEXTS : FEWEST_PAGES;
  return changed >= fewest && changed >= MOST_PAGES * of;
}

/**
 * Whether all pages showed the same at one moment, as they do with the weather or the rates of the day. Where a value moved on
 * during the run, the pages before that have the one, and those after it the other.
 */
function isShared({ different, values, turns = values, changed }: Visit): boolean {
  const mixed = Math.floor(changed / PAGES_PER_MIXED_ONE);
  return values > 0 && values >= PAGES_THAT_SHARE * different && turns <= different + mixed;
}

/** Whether numbers in rows only rose: each of them counts how often the page that its row links to was opened. */
function countsVisits({ counters, values, rose, changed, of }: Visit): boolean {
  return counters >= FEWEST_COUNTERS && rose === values && changed >= MOST_PAGES * of;
}

function emptyRule({ value: { id, form, words, path, examples } }: Tally): RecurringRule {
  return {
    kind: 'recurring',
    id,
    form,
    words,
    place: { path, before: null, after: null },
    visits: [],
    samples: [],
    texts: [],
    examples,
    evidence: 'it changed on most pages at earlier visits, and changes on other pages now',
    isOff: false,
    agreements: 0,
  };
}

function reasonOf({ form, visits }: RecurringRule): string {
  if (form === 'time') return 'a time that moves on at every visit';
  if (form === 'text') return 'a text that changes at every visit on most pages';
  const isRising = visits.every(({ rose, values }) => rose === values);
  return isRising
    ? 'a counter that rises at every visit'
    : 'a number that changes at every visit on most pages';
}

/** The kinds of locations in rows and items that also have a link to a page. */
function rowsWithLinks({ segments }: Snapshot): ReadonlySet<string> {
  const rowOf = (path: string): string => /^(.*\/)?(?:tr|li|article)\b[^/]*(?=\/)/.exec(path)?.[0] ?? path;
  const withLinks = new Set(
    segments.flatMap(({ path, links }) => (links.some(({ kind }) => kind === 'page') ? [rowOf(path)] : [])),
  );
  return new Set(
    segments.flatMap(({ path }) =>
      withLinks.has(rowOf(path)) ? [path.replace(/(?<!\bt[dh])\[\d+\]/g, '')] : [],
    ),
  );
}

/** Pages of one folder have the same structure. A program that makes all pages may have the folder in its query: `?page=news/17`. */
function folderOf(url: string): string {
  const { host, pathname, search } = new URL(url);
  const folder = `${pathname}${search.replace(/%2F/gi, '/')}`.replace(/[^/=]*$/, '');
  return `${host}${folder.replace(/\d+/g, '#')}`;
}
