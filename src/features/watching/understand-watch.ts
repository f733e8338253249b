import type { LookedAtPage } from '../../crawl/site/look-at-page.ts';
import {
  compileDetector,
  type DetectorDefinition,
  DetectorSet,
  detectorInputOf,
  findLanguage,
  findNumbers,
  loadStemmers,
  type Match,
  priceWords,
  ResultsMemory,
  splitWords,
} from '../../detect/index.ts';
import { decodeText, detectCharset, documentType, type Segment, segmentHtml } from '../../document/index.ts';
import { placeInWords } from '../../presentation/place-in-words.ts';
import { anyPattern } from '../../project/index.ts';
import { placesOf, SeenMemory } from '../../track/index.ts';

type NumberEntry = {
  readonly beside?: readonly string[];
  readonly selector?: string;
} & Readonly<Record<string, number | string>>;

/** A limit that every number exceeds: it shows which number a condition means. */
const NO_LIMIT = -1e15;

interface UnderstoodCondition {
  /** The condition; with the location of the price, where only the mark-up of the page names it. */
  readonly detector: DetectorDefinition;
  /** What it means on the page as it is now, for the user who has just typed it. */
  readonly sentence: string;
}

/** What each condition means on the page as it is now. Null for a page that has no text to look at. */
export async function understandWatch(
  page: LookedAtPage,
  detectors: readonly DetectorDefinition[],
): Promise<readonly UnderstoodCondition[] | null> {
  if (documentType(page.bytes, page.contentType) !== 'html') return null;
  const { charset } = detectCharset(page.bytes, page.contentType);
  const segments = segmentHtml(page.bytes, charset).leaves;
  const look = await looker(page, charset, segments);
  return detectors.map((typed) => {
    const detector = withPricePlace(typed, segments, look);
    const number = numberIn(detector);
    const name = (numberIn(typed)?.beside ?? []).join(' ');
    const sentence =
      number === undefined
        ? wordsInSentence(detector, segments, look)
        : numberInSentence(name, number, segments, look);
    return { detector, sentence };
  });
}

const numberIn = (detector: DetectorDefinition): NumberEntry | undefined =>
  detector['number'] as NumberEntry | undefined;

/** Where shops put their price when no word names it (schema.org, and common names of classes). */
const pricePlaces = [
  '[itemprop="price"]',
  '.price',
  '#price',
  '[class*="price"]',
  '[class*="preis"]',
  '[class*="prix"]',
];

/**
 * Most shops write `34.90 €` without a word beside it: then "price" means the element that is marked as the price, or the only amount of
 * money on the page.
 */
function withPricePlace(
  detector: DetectorDefinition,
  segments: readonly Segment[],
  look: Look,
): DetectorDefinition {
  const { beside = [], ...limits } = numberIn(detector) ?? {};
  const [word, another] = beside;
  if (word === undefined || another !== undefined || !priceWords.has(word.toLowerCase())) return detector;
  const has = (named: object) => look({ name: word, number: { ...named, above: NO_LIMIT } }).match !== null;
  if (has({ beside })) return detector;
  const selector = pricePlaces.find((one) => has({ selector: one }));
  if (selector !== undefined) return { ...detector, number: { selector, ...limits } };
  const [amount, more] = numbersOnPage(segments, languageOf(segments)).filter(({ isAmount }) => isAmount);
  const isOnly = amount !== undefined && more === undefined && amount.beside.length > 0;
  return isOnly && has({ beside: amount.beside })
    ? { ...detector, number: { beside: amount.beside, ...limits } }
    : detector;
}

/** A menu says little about the language; two thousand words are enough. */
const languageOf = (segments: readonly Segment[]): string | null =>
  findLanguage(segments.flatMap(({ text }) => splitWords(text).words).slice(0, 2000));

type Look = (condition: DetectorDefinition) => { readonly match: Match | null; readonly inWords: string };

async function looker(page: LookedAtPage, charset: string, now: readonly Segment[]): Promise<Look> {
  const stemmers = await loadStemmers();
  const input = detectorInputOf({
    pageId: page.url,
    url: page.url,
    event: 'new',
    now,
    before: null,
    changes: now.map((after) => ({ flag: 'new', before: null, after })),
    seen: SeenMemory.empty,
    sources: () => ({ now: decodeText(page.bytes, charset), before: null }),
  });
  return (definition) => {
    const detector = compileDetector(definition, { stemmers, addresses: anyPattern });
    const { matches } = new DetectorSet([detector], stemmers).detect(input, ResultsMemory.empty);
    return { match: matches[0] ?? null, inWords: detector.condition.inWords };
  };
}

const limitWords: readonly (readonly [key: string, words: string])[] = [
  ['below', 'it is below'],
  ['above', 'it is above'],
  ['changesBy', 'it changes by more than'],
  ['risesBy', 'it rises by more than'],
  ['fallsBy', 'it falls by more than'],
];

function numberInSentence(
  typed: string,
  number: NumberEntry,
  segments: readonly Segment[],
  look: Look,
): string {
  const { beside, selector } = number;
  const name = typed === '' ? `number at ${selector}` : typed;
  const named = { number: beside === undefined ? { selector } : { beside } };
  const { match } = look({ name, number: { ...named.number, above: NO_LIMIT } });
  const asked = limitWords
    .flatMap(([key, words]) => (number[key] === undefined ? [] : [`${words} ${number[key]}`]))
    .join(' and ');
  if (match === null) return notFound(name, beside === undefined, asked, segments);
  const value = match.number?.after ?? Number.NaN;
  const place = placeOf(match, segments);
  const start = `The ${name} is ${shownIn(match, value)} now${place === '' ? '' : `, ${place}`}`;
  const isSo =
    Number(number['below'] ?? Number.POSITIVE_INFINITY) > value &&
    Number(number['above'] ?? Number.NEGATIVE_INFINITY) < value &&
    (number['below'] ?? number['above']) !== undefined;
  return isSo
    ? `${start}. You are notified at once, because ${asked} already, and again whenever it changes.`
    : `${start}; you will be notified when ${asked}.`;
}

/** As the page writes it, with its currency. */
function shownIn({ place }: Match, value: number): string {
  const text = place?.text ?? '';
  const written = findNumbers(text, null).find((one) => one.value === value);
  return written === undefined ? String(value) : withCurrency(text, written.start, written.end);
}

function placeOf({ place }: Match, segments: readonly Segment[]): string {
  const segment = segments.find(({ path, text }) => path === place?.path && text === place.text);
  const found = segment === undefined ? undefined : placesOf(segments, new Set([segment])).get(segment);
  return found === undefined ? '' : placeInWords(found);
}

const MOST_NUMBERS = 5;

function notFound(name: string, isSelector: boolean, asked: string, segments: readonly Segment[]): string {
  const what = isSelector ? `There is no ${name}` : `No number stands beside "${name}"`;
  const all = numbersOnPage(segments, languageOf(segments));
  const later = `You will be notified when there is one and ${asked}.`;
  if (all.length === 0) return `${what} on the page now, and no other number either. ${later}`;
  const amounts = all.filter(({ isAmount }) => isAmount);
  const shown = amounts.length > 0 ? amounts : all;
  const list = shown.slice(0, MOST_NUMBERS).map(inContext).join(', ');
  const more = shown.length > MOST_NUMBERS ? ` and ${shown.length - MOST_NUMBERS} more` : '';
  const [first] = shown.flatMap(({ beside }) => (beside.length > 0 ? [beside.join(' ')] : []));
  const advice =
    first === undefined
      ? ''
      : ` If you mean another number, name it by words beside it, as in "${first} < 30".`;
  return `${what} on the page now. There ${shown.length === 1 ? 'is' : 'are'} ${list}${more}.${advice} ${later}`;
}

const inContext = ({ shown, beside }: NumberOnPage): string =>
  beside.length === 0 ? shown : `${shown} (beside "${beside.join(' ')}")`;

function wordsInSentence(detector: DetectorDefinition, segments: readonly Segment[], look: Look): string {
  const { match, inWords } = look(detector);
  const isAboutPage = detector['change'] !== undefined || detector['page'] !== undefined;
  if (isAboutPage) return `You will be notified of ${inWords}.`;
  if (match === null) return `The page does not have ${inWords} now; you will be notified when it does.`;
  const place = placeOf(match, segments);
  const sentence = match.place?.sentence ?? '';
  const where = [place, sentence === '' ? '' : `in “${cut(sentence)}”`]
    .filter((part) => part !== '')
    .join(', ');
  return `The page has ${inWords} now${where === '' ? '' : `, ${where}`}; you are notified at once, and again when it appears elsewhere.`;
}

const LONGEST = 120;
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text);

/** A number as it stands on a page, with what it is an amount of: `34.90 €`. */
interface NumberOnPage {
  readonly shown: string;
  readonly isAmount: boolean;
  readonly segment: Segment;
  /** Words that name it: beside it, or in the cell before. Empty when there are none. */
  readonly beside: readonly string[];
}

const before = /(?:\p{Sc}|\b[A-Z]{3})\s?$/u;
const after = /^\s?(?:\p{Sc}|%|(?:EUR|USD|GBP|CHF|PLN|CZK|SEK|NOK|DKK|JPY)\b|zł|kč|kr\b)/iu;

/** The number at this place with the sign of a currency before or after it. */
function withCurrency(text: string, start: number, end: number): string {
  const [left = ''] = before.exec(text.slice(0, start)) ?? [];
  const [right = ''] = left === '' ? (after.exec(text.slice(end)) ?? []) : [];
  return `${left}${text.slice(start, end)}${right}`.replace(/\s+/gu, ' ');
}

/** All numbers of a page, in its order. */
function numbersOnPage(segments: readonly Segment[], language: string | null): readonly NumberOnPage[] {
  return segments.flatMap((segment, place) =>
    findNumbers(segment.text, language).map(({ start, end, isMoney }) => {
      const shown = withCurrency(segment.text, start, end);
      return {
        shown,
        isAmount: isMoney,
        segment,
        beside: wordsBeside(segment.text, start, end, segments[place - 1]?.text ?? ''),
      };
    }),
  );
}

/** A label has at most this many words; a longer text is not a label. */
const longestLabel = 6;

/** The last words before the number, else the first after it, else those of a short text before. */
function wordsBeside(text: string, start: number, end: number, textBefore: string): readonly string[] {
  const left = namesIn(text.slice(0, start)).slice(-2);
  if (left.length > 0) return left;
  const right = namesIn(text.slice(end)).slice(0, 2);
  if (right.length > 0) return right;
  return splitWords(textBefore).words.length <= longestLabel ? namesIn(textBefore).slice(0, 2) : [];
}

const namesIn = (text: string): readonly string[] =>
  splitWords(text).words.filter((word) => /^\p{L}{3,}$/u.test(word));
