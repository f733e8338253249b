import { z } from 'zod';
import {
  complain,
  complainUnless,
  exactlyOne,
  listInWords,
  oneOrMore,
  section,
  text,
  wanted,
} from '../../config/index.ts';
import { checkSelector, type Segment } from '../../document/index.ts';
import type { ChangedSegment, FoundNumber } from '../model/detector-input.ts';
import type { DetectorCondition, DetectorKind, Finding } from '../model/detector-kind.ts';
import { findNumbers, type TextNumber } from '../numbers/find-numbers.ts';
import { marksOf, namesOldPrice, pricesAmong, priceWords } from '../numbers/prices-asked-now.ts';
import { splitWords } from '../words/split-words.ts';

const EXAMPLE = '{ beside: price, below: 30 }';
const limitKeys = ['below', 'above', 'changesBy', 'risesBy', 'fallsBy'] as const;
const SELECTOR_HINT = "write a selector such as .price or '#total'";

const limit = (example: string) => z.number({ error: wanted('a number', example) });
const changeError = wanted('a number or a percentage', 'changesBy: 5%');
const changeSize = () =>
  z.union(
    [
      z.number({ error: changeError }).min(0, { error: changeError }),
      z.string({ error: changeError }).regex(/^\d+(?:\.\d+)? ?%$/, { error: changeError }),
    ],
    { error: changeError },
  );

const schema = section('a map that names a number and its limit', EXAMPLE, {
  beside: oneOrMore(text('a word', 'price'), 'a word beside the number, or a list of them', 'price')
    .optional()
    .describe('Words beside the number, before or after it; all of them.'),
  selector: text('a CSS selector', '.price')
    .optional()
    .describe('CSS selector of the element with the number.'),
  below: limit('below: 30').optional().describe('Reports when the number is below this.'),
  above: limit('above: 100').optional().describe('Reports when the number is above this.'),
  changesBy: changeSize().optional().describe('Reports when it changes by more than this, up or down.'),
  risesBy: changeSize().optional().describe('Reports when it rises by more than this.'),
  fallsBy: changeSize().optional().describe('Reports when it falls by more than this.'),
})
  .superRefine((value, context) => {
    exactlyOne(['beside', 'selector'], value, context, `write ${EXAMPLE}`);
    if (limitKeys.every((key) => value[key] === undefined))
      complain(context, [], 'this says nothing about the number', `add a limit, as in ${EXAMPLE}`);
    const { selector } = value;
    if (selector !== undefined)
      complainUnless(() => checkSelector(selector), context, SELECTOR_HINT, ['selector']);
  })
  .describe('A number on the page, named by words beside it or by a selector.');

/** Conditions on a number: one limit or several. Changes are a number, or a percentage as in `5%`. */
type NumberLimits = Pick<z.output<typeof schema>, (typeof limitKeys)[number]>;

/** A number on the page: a price below, a count above, a change by more than 5 %. */
export const number: DetectorKind<z.output<typeof schema>> = {
  key: 'number',
  schema: () => schema,
  compile: (value) =>
    value.selector === undefined ? besideWords(value.beside ?? [], value) : inElement(value.selector, value),
};

function besideWords(labels: readonly string[], limits: NumberLimits): DetectorCondition {
  const asked = numberTest(limits);
  const words = labels.flatMap((label) => splitWords(label).words);
  if (words.length === 0)
    throw new SyntaxError(`${listInWords(labels, 'and')} has no letters or digits to look for`);
  const name = `the number beside ${listInWords(labels, 'and')}`;
  return {
    about: 'segment',
    needs: words.map((word) => [{ form: 'label', text: word }]),
    readsAgain: true,
    inWords: `${name} ${asked.inWords}`,
    find: ({ segment, input, in: where }) => {
      if (segment === null || where === 'removed') return null;
      const after = numberBeside(segment, words, segment.reading.language);
      if (after === null) return null;
      const old = [
        ...(segment.counterpart === null ? [] : [{ ...segment, segment: segment.counterpart }]),
        ...input.removed,
      ];
      const before = old
        .map((one) => numberBeside(one, words, segment.reading.language))
        .find((found) => found !== null);
      const found = { before: before?.value ?? null, after: after.value };
      if (!asked.holds(found)) return null;
      const { text: all } = segment.reading;
      const shown = { text: all.slice(after.start, after.end), start: after.start, end: after.end };
      const reason = `${name} ${numberInWords(before ?? null, after)}: ${asked.inWords}`;
      return { words: [shown], number: found, reason };
    },
  };
}

/** The number nearest to the words in a text, or the first one if the words are the label before it. */
function numberBeside(
  { segment, label: labelOf }: ChangedSegment,
  words: readonly string[],
  language: string | null,
): TextNumber | null {
  const { text: all } = segment;
  const marks = marksOf(segment);
  const every = findNumbers(all, language, marks);
  if (every.length === 0) return null;
  // "Price of lamp 3: € 12.90": where there is money, a price is money.
  const isPrice = words.some((word) => priceWords.has(word)) && !namesOldPrice(words);
  const numbers = isPrice ? pricesAmong(every, all, marks) : every;
  const { words: here, starts, ends } = splitWords(all);
  const places = words.map((word) => here.indexOf(word));
  if (places.every((place) => place >= 0)) {
    const from = Math.min(...places.map((place) => starts[place] ?? 0));
    const to = Math.max(...places.map((place) => ends[place] ?? 0));
    // A number after the words is nearer than one before them: "Old price 40, price 30".
    return numbers.find(({ start }) => start >= to) ?? numbers.findLast(({ end }) => end <= from) ?? null;
  }
  const label = labelOf();
  if (label === null) return null;
  const labelWords = splitWords(label).words;
  const isLabel = labelWords.length <= longestLabel && words.every((word) => labelWords.includes(word));
  return isLabel ? (numbers[0] ?? null) : null;
}

/** A longer text stands for itself and is not the label of the next cell. */
const longestLabel = 6;

function inElement(selector: string, limits: NumberLimits): DetectorCondition {
  const asked = numberTest(limits);
  const name = `the number at ${selector}`;
  const isPrice = namesPrice.test(selector);
  const first = (segments: readonly Segment[], language: string | null): TextNumber | null => {
    const found = segments.flatMap((segment) => {
      const marks = marksOf(segment);
      const numbers = findNumbers(segment.text, language, marks);
      const prices = pricesAmong(numbers, segment.text, marks);
      return isPrice ? prices : numbers.filter((one) => !one.isMoney || prices.includes(one));
    });
    // Of "2 for € 5", the price is 5.
    return (isPrice ? found.find(({ isMoney }) => isMoney) : undefined) ?? found[0] ?? null;
  };
  return {
    about: 'page',
    needs: [],
    readsAgain: true,
    inWords: `${name} ${asked.inWords}`,
    find: ({ input }): Finding | null => {
      const region = input.region(selector);
      const after = region === null ? null : first(region.now, input.language);
      if (region === null || after === null) return null;
      const before = region.before === null ? null : first(region.before, input.language);
      const found = { before: before?.value ?? null, after: after.value };
      if (!asked.holds(found)) return null;
      const text = region.now.map((one) => one.text).join(' ');
      const shownBy = input.added.find(({ segment }) => segment.text.includes(text));
      const reason = `${name} ${numberInWords(before, after)}: ${asked.inWords}`;
      return { words: [], number: found, reason, ...(shownBy !== undefined && { shownBy }) };
    },
  };
}

/** Selectors of prices, as shops name them. */
const namesPrice = /pri[cxzs]|prei|preç|prec|cen[ay]|cost|kost|amount|betrag/i;

interface NumberTest {
  readonly inWords: string;
  holds(number: FoundNumber): boolean;
}

/** All limits together. A state is reported when it begins or when the number in it changes; a change is reported when it happens. */
function numberTest(limits: NumberLimits): NumberTest {
  const tests = limitKeys.flatMap((key): NumberTest[] => {
    const limit = limits[key];
    if (limit === undefined) return [];
    return [key === 'below' || key === 'above' ? stateTest(key, Number(limit)) : changeTest(key, limit)];
  });
  return {
    inWords: tests.map(({ inWords }) => inWords).join(' and '),
    holds: (number) => number.before !== number.after && tests.every((test) => test.holds(number)),
  };
}

function stateTest(key: 'below' | 'above', limit: number): NumberTest {
  return {
    inWords: `${key} ${limit}`,
    holds: ({ after }) => (key === 'below' ? after < limit : after > limit),
  };
}

const verbs = { changesBy: 'changing', risesBy: 'rising', fallsBy: 'falling' } as const;

function changeTest(key: keyof typeof verbs, limit: number | string): NumberTest {
  const isShare = typeof limit === 'string';
  const size = isShare ? Number.parseFloat(limit) : limit;
  return {
    inWords: `${verbs[key]} by more than ${isShare ? `${size} %` : size}`,
    holds: ({ before, after }) => {
      if (before === null || (isShare && before === 0)) return false;
      const change = isShare ? ((after - before) / Math.abs(before)) * 100 : after - before;
      const directed = key === 'changesBy' ? Math.abs(change) : key === 'risesBy' ? change : -change;
      return directed > size + tolerance;
    },
  };
}

/** 10.50 - 10 is not more than 0.5, despite rounding errors of floating point. */
const tolerance = 1e-9;

/** `went from € 34.90 to € 29.90`: as written on the page. */
function numberInWords(before: TextNumber | null, after: TextNumber): string {
  if (before === null) return `is ${after.written}`;
  return `went from ${before.written} to ${after.written}`;
}
