import type { LinkKind } from '../../document/index.ts';
import { type DoubtfulTime, timeMark } from '../clock/same-times.ts';
import { sharedWords, type TokenShape, widerShape } from './token-differences.ts';

/** Where a rule applies: a path, and the nearest segments around it that did not differ when the rule was learned. */
export interface SegmentPlace {
  readonly path: string;
  readonly before: Neighbour | null;
  readonly after: Neighbour | null;
}

export interface Neighbour {
  /** Hash of the text. */
  readonly hash: string;
  readonly path: string;
}

interface Learned {
  /** Depends on kind and place only, so that learning a rule again does not make a second one. */
  readonly id: string;
  readonly place: SegmentPlace;
  /** What each of the two fetches had there. */
  readonly examples: readonly [string, string];
  /** Why it is believed, in words for the user (every rule explains itself). */
  readonly evidence: string;
  /** Switched off by the user. */
  readonly isOff: boolean;
  /** How many pairs of fetches in a row did not differ there. */
  readonly agreements: number;
}

/**
 * Something on a page that differs between fetches at the same moment, and is noise for that reason. Plain data: it
 * is stored as JSON, listed, explained and switched off. Fields that are optional are missing in rules that earlier
 * releases stored.
 */
export type VolatileRule =
  /** A text that rotates as a whole, such as an advert. */
  | (Learned & {
      readonly kind: 'segment';
      readonly mayBeAbsent: boolean;
      /** The texts that only one of two fetches had there (`textKey`). */
      readonly texts: readonly string[];
      readonly draws?: Draws;
    })
  /** A list that shows some of many items, such as related articles; `place.path` names the list: `ul/li[*]`. */
  | (Learned & {
      readonly kind: 'list';
      /** Keys of the items that come and go there (`itemKey`). */
      readonly items: readonly string[];
      /** The fewest and the most items that it showed. */
      readonly least: number;
      readonly most: number;
      /** Whether two fetches at the same moment had different numbers of items. */
      readonly varies: boolean;
      /** The most items that two fetches had in the same order. */
      readonly mostKept: number;
      /** How many items all pairs of fetches had in common, and how many they showed. */
      readonly kept: number;
      readonly shown: number;
      readonly draws?: Draws;
    })
  /** A value between words that stay: a counter, a token, a greeting. With a list for a path, in any of its items. */
  | (Learned & { readonly kind: 'value'; readonly value: ValuePlace })
  /** A list in any order; `place.path` names the list: `ul/li[*]`. */
  | (Learned & { readonly kind: 'order' })
  /** A line of links that belongs to the visitor, such as the pages seen so far. */
  | (Learned & {
      readonly kind: 'visitor';
      /** The words that all visitors saw there, in this order. */
      readonly steady: readonly string[];
      /** How many pairs of visitors saw different lines, and how many saw the same. */
      readonly apart: number;
      readonly alike: number;
    })
  /** The age of something that concerns the site as a whole; `place.path` is a path, or a kind of place. */
  | (Learned & {
      readonly kind: 'time';
      /** The text, with a mark for the age. */
      readonly words: string;
      /** Addresses of pages that said the same moment. */
      readonly seenOn: readonly string[];
    })
  /**
   * A day or an hour that is always the one of the visit, or a length of time on several pages, which runs with the clock if it does
   * so on others as well; `place.path` is a kind of place.
   */
  | (Learned & {
      readonly kind: 'clock';
      readonly time: DoubtfulTime;
      /** Some pages that have it, with what they showed and when. */
      readonly seenOn: readonly ShownClock[];
    })
  /** A location that changes from visit to visit on most pages of its kind, though not between two fetches of one moment. */
  | (Learned & {
      readonly kind: 'recurring';
      readonly form: 'number' | 'time' | 'text';
      /** The words before and after the value, with `#` for numbers; for a time, the whole text with a mark in its place. */
      readonly words: readonly [readonly string[], readonly string[]];
      /** The newest runs in which it changed. */
      readonly visits: readonly RecurringVisit[];
      /** What some pages showed in the newest two of these runs. */
      readonly samples: readonly { readonly url: string; readonly shown: string; readonly run: number }[];
      /** The texts that were shown (`itemKey`). */
      readonly texts: readonly string[];
    })
  /** The address of a link or image; `parameter` when only that part of the query differs. */
  | (Learned & {
      readonly kind: 'link';
      readonly link: { readonly index: number; readonly kind: LinkKind; readonly parameter: string | null };
      /** The addresses seen there. */
      readonly addresses?: readonly string[];
      readonly draws?: Draws;
    });

/** The time that a page showed. */
interface ShownClock {
  readonly url: string;
  readonly text: string;
  readonly at: number;
}

/** How a location changed in one run. */
interface RecurringVisit {
  readonly run: number;
  /** The number of pages on which it changed, and of all pages of their kind. */
  readonly changed: number;
  readonly of: number;
  /** The number of values that rose, that fell, and of all. */
  readonly rose: number;
  readonly fell: number;
  readonly values: number;
  /** The values that may count our own visits. */
  readonly counters: number;
  /** How many texts had been shown there before, and how many different ones came. */
  readonly known: number;
  readonly different: number;
  /** On how many pages the most frequent text came. */
  readonly most: number;
  /** How often a page showed something else than the page before it. */
  readonly turns?: number;
}

/** How often the site picked something at a location, and how often that was new. */
interface Draws {
  readonly seen: number;
  readonly unseen: number;
}

/** With fewer picks, the size of the pool cannot be estimated. */
const enoughDraws = 12;
/** Share of new values that makes a location endless. Higher for a text: an editor may have written it. The other items of a list show that it rotates. */
const mostlyUnseen = { text: 0.7, item: 0.4 } as const;

/** Whether a place shows something new nearly every time: a ticker, the names of those who are online. */
export function isEndless(rule: VolatileRule): boolean {
  if (rule.kind === 'visitor') return true;
  const { seen, unseen } = drawsOf(rule) ?? { seen: 0, unseen: 0 };
  const share = rule.kind === 'list' ? mostlyUnseen.item : mostlyUnseen.text;
  return seen >= enoughDraws && unseen >= share * seen;
}

export interface ValuePlace {
  /** Up to two tokens before and after; fewer at the ends of the segment. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly shape: TokenShape;
  /** The words that were picked there, if they are no numbers and codes. */
  readonly words?: readonly string[];
  readonly draws?: Draws;
}

export type LinkRule = Extract<VolatileRule, { readonly kind: 'link' }>;
export type ListRule = Extract<VolatileRule, { readonly kind: 'list' }>;
export type VisitorRule = Extract<VolatileRule, { readonly kind: 'visitor' }>;
export type TimeRule = Extract<VolatileRule, { readonly kind: 'time' }>;
export type ClockRule = Extract<VolatileRule, { readonly kind: 'clock' }>;
export type SegmentRule = Extract<VolatileRule, { readonly kind: 'segment' }>;

export type RecurringRule = Extract<VolatileRule, { readonly kind: 'recurring' }>;
export type ValueRule = Extract<VolatileRule, { readonly kind: 'value' }>;

/** What is known about the picks at the location of a rule. */
function drawsOf(rule: VolatileRule): Draws | undefined {
  switch (rule.kind) {
    case 'segment':
    case 'link':
      return rule.draws;
    case 'value':
      return rule.value.draws;
    case 'list':
      return isPureDraw(rule) ? rule.draws : undefined;
    case 'order':
    case 'time':
    case 'clock':
    case 'visitor':
    case 'recurring':
      return undefined;
  }
}

/** In lists that keep more than this share between two fetches, some items may be permanent. */
const mostlyRotating = 0.15;

/** Whether all items of a list rotate, as far as is known. */
export function isPureDraw({ kept, shown }: ListRule): boolean {
  return kept <= mostlyRotating * shown;
}

/** For a text with more or fewer links: none of them can be named by its number. */
export const anyLink: LinkRule['link'] = { index: -1, kind: 'page', parameter: null };

/** The rule in one sentence. */
export function explainRule(rule: VolatileRule): string {
  const [first, second] = rule.examples.map((example) => JSON.stringify(shorten(example)));
  const where = `at ${rule.place.path || 'the top'}`;
  const examples = `${first}, then ${second}${rule.isOff ? ' (switched off)' : ''}`;
  switch (rule.kind) {
    case 'segment': {
      const absent = rule.mayBeAbsent ? ' and is sometimes missing' : '';
      return `the text ${where} differs at every fetch${absent}: ${examples}`;
    }
    case 'list':
      return `the list ${where} shows some of many: ${examples}`;
    case 'value': {
      const words = [...rule.value.before, '…', ...rule.value.after].join(' ').replaceAll(timeMark, '(time)');
      return `the value in "${words}" ${where} differs at every fetch: ${examples}`;
    }
    case 'order':
      return `the content of ${rule.place.path || 'the page'} comes in any order: ${examples}`;
    case 'visitor':
      return `the line ${where} belongs to the visitor: ${examples}`;
    case 'recurring':
      return `the ${rule.form} ${where} changes at every visit: ${examples}`;
    case 'time':
      return `all pages say the same moment ${where}: ${JSON.stringify(shorten(rule.examples[1]))}${rule.isOff ? ' (switched off)' : ''}`;
    case 'clock':
      return `${rule.time.kind === 'date' ? 'pages say the time of their visit' : 'a length of time, which may run with the clock,'} ${where}: ${JSON.stringify(shorten(rule.examples[1]))}${rule.isOff ? ' (switched off)' : ''}`;
    case 'link': {
      const { index, kind, parameter } = rule.link;
      const part = parameter === null ? 'the address' : `"${parameter}" in the address`;
      if (index < 0) return `the number of links ${where} differs at every fetch: ${examples}`;
      const what = kind === 'page' ? 'link' : kind;
      return `${part} of ${what} ${index + 1} ${where} differs at every fetch: ${examples}`;
    }
  }
}

function shorten(text: string, most = 60): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** How many texts, words or addresses a rule remembers: adverts come from a pool. */
const mostTexts = 300;
/** How many items of a list it remembers. */
const mostItems = 3000;

/** Adds what one more pair of fetches showed to what is known. A rule that the user switched off stays off. */
export function mergeRules(
  known: readonly VolatileRule[],
  learned: readonly VolatileRule[],
): readonly VolatileRule[] {
  const rules = new Map(known.map((rule) => [rule.id, rule]));
  for (const rule of learned) {
    const old = rules.get(rule.id);
    rules.set(rule.id, old === undefined ? rule : mergeRule(old, rule));
  }
  return [...rules.values()];
}

/** The newer neighbours, and everything that either of the two covers. */
function mergeRule(old: VolatileRule, rule: VolatileRule): VolatileRule {
  const { isOff } = old;
  if (rule.kind === 'segment' && old.kind === 'segment') {
    return {
      ...rule,
      isOff,
      mayBeAbsent: old.mayBeAbsent || rule.mayBeAbsent,
      texts: newestOf(old.texts, rule.texts, mostTexts),
      draws: addDraws(old.draws, old.texts, rule.texts),
    };
  }
  if (rule.kind === 'list' && old.kind === 'list') {
    return mergeListRules(old, rule);
  }
  if (rule.kind === 'value' && old.kind === 'value') {
    const value = {
      ...rule.value,
      shape: widerShape(old.value.shape, rule.value.shape),
      words: newestOf(old.value.words, rule.value.words, mostTexts),
      draws: addDraws(old.value.draws, old.value.words, rule.value.words),
    };
    return { ...rule, isOff, value };
  }
  if (rule.kind === 'link' && old.kind === 'link') {
    const addresses = newestOf(old.addresses, rule.addresses, mostTexts);
    return { ...rule, isOff, addresses, draws: addDraws(old.draws, old.addresses, rule.addresses) };
  }
  if (rule.kind === 'visitor' && old.kind === 'visitor') return mergeVisitorRules(old, rule);
  return { ...rule, isOff };
}

function mergeVisitorRules(old: VisitorRule, rule: VisitorRule): VisitorRule {
  const { isOff, apart, alike } = old;
  const steady = sharedWords(old.steady, rule.steady);
  return { ...rule, isOff, steady, apart: apart + rule.apart, alike: alike + rule.alike };
}

/** What two rules know about one list. */
export function mergeListRules(old: ListRule, rule: ListRule): ListRule {
  return {
    ...rule,
    isOff: old.isOff,
    items: newestOf(old.items, rule.items, mostItems),
    least: Math.min(old.least, rule.least),
    most: Math.max(old.most, rule.most),
    varies: old.varies || rule.varies,
    mostKept: Math.max(old.mostKept, rule.mostKept),
    kept: old.kept + rule.kept,
    shown: old.shown + rule.shown,
    draws: addDraws(old.draws, old.items, rule.items),
  };
}

function newestOf(
  old: readonly string[] = [],
  more: readonly string[] = [],
  most: number,
): readonly string[] {
  return [...new Set([...old, ...more])].slice(-most);
}

function addDraws(
  draws: Draws = { seen: 0, unseen: 0 },
  known: readonly string[] = [],
  rotating: readonly string[] = [],
): Draws {
  const before = new Set(known);
  const unseen = rotating.filter((one) => !before.has(one)).length;
  return { seen: draws.seen + rotating.length, unseen: draws.unseen + unseen };
}
