import type { Truth } from '../application.ts';
import type { Look } from './look.ts';
import { difference, intersection, type Tally, tally, union } from './tally.ts';

/** The truth about one page, or `null` and the reason why the oracle will not say. */
export interface Verdict {
  readonly truth: Truth | null;
  readonly why: string;
}

export interface Looks {
  /** After the last visit. */
  readonly earlier: Look;
  /** At the time of the next visit, before the edits. */
  readonly before: Look;
  /** A moment later, after the edits. */
  readonly after: Look;
  /** After the tracker's visit, a few seconds later. */
  readonly later: Look;
}

/**
 * Says what happened to a page from four times three looks at it. Between `earlier` and `before` only time has passed, between
 * `before` and `after` only edits were made, and nothing happened from there to `later`. What not all visitors of one moment saw
 * counts for nothing.
 */
export function decide({ earlier, before, after, later }: Looks): Verdict {
  const statuses = [earlier, before, after, later].map(({ status }) => status);
  if (statuses.includes('mixed')) return { truth: null, why: 'visitors got different kinds of answers' };
  if (statuses.every((status) => status === 'gone')) return { truth: 'MIS', why: 'gone as before' };
  if (before.status !== 'good') return { truth: null, why: `it was ${before.status} before the edits` };
  if (after.status === 'gone') return { truth: 'MIS', why: 'gone' };
  if (after.status === 'error')
    return { truth: later.status === 'error' ? 'ERR' : null, why: `an error, then ${later.status}` };
  if (earlier.status !== 'good') return { truth: null, why: 'it was not good at the last visit' };
  if (later.status !== 'good') return { truth: null, why: 'it was not good after the visit' };
  const restless = lastingWords(difference(shared(after), shared(later)), unsteadyIn(after, later));
  if (restless.length > 0) return { truth: null, why: `other words during the visit: ${some(restless)}` };
  if (orderOf(after, later) === 'other') return { truth: null, why: 'another order during the visit' };
  return decideWords(earlier, before, after);
}

function decideWords(earlier: Look, before: Look, after: Look): Verdict {
  const byTime = difference(shared(earlier), shared(before));
  const noise = unsteadyIn(earlier, before, after);
  // A figure that differs between visitors may agree by chance: how long a page took, for one.
  const byEdits = without(
    difference(shared(before), shared(after)),
    (word) => (isTime(word) && noise.has(word)) || TOOK.test(word),
  );
  if (byEdits.size === 0) {
    const order = orderOf(before, after);
    if (order === 'other') return { truth: 'UPD', why: 'another order' };
    if (orderOf(earlier, before) === 'other' && lastingWords(byTime, noise).length === 0)
      return { truth: null, why: 'another order by time alone' };
    const lasting = after.isFeed ? [...byTime.keys()] : lastingWords(byTime, noise);
    if (lasting.length > 0) return { truth: null, why: `other words by time alone: ${some(lasting)}` };
    if (order === 'unsteady' && noise.size > 400) return { truth: null, why: 'hardly two looks agree' };
    return {
      truth: 'SAM',
      why: byTime.size === 0 ? 'the same words' : `only times: ${some([...byTime.keys()])}`,
    };
  }
  const certain = [...byEdits.keys()].filter((word) => !noise.has(word));
  if (certain.length === 0) return { truth: null, why: `perhaps drawn: ${some([...byEdits.keys()])}` };
  const words = certain.filter((word) => !isTime(word));
  if (words.length > 0) return { truth: 'UPD', why: some(words) };
  if (after.isFeed) return { truth: null, why: `the time of a feed: ${some(certain)}` };
  // A figure that stood still while hours passed, and is another one after the edits, does not run with the clock.
  const still = certain.filter((word) => !byTime.has(word));
  if (still.length > 0 && byTime.size === 0) return { truth: 'UPD', why: `figures: ${some(still)}` };
  return { truth: null, why: `figures and times: ${some(certain)}` };
}

/** What all visitors saw. */
const shared = ({ pages }: Look): Tally => pages.map(tally).reduce(intersection);

const without = (words: Tally, isLeftOut: (word: string) => boolean): Tally =>
  new Map([...words].filter(([word]) => !isLeftOut(word)));

/** What is neither noise nor a time. */
const lastingWords = (words: Tally, noise: Tally): readonly string[] =>
  [...words.keys()].filter((word) => !isTime(word) && !noise.has(word));

const unsteadyIn = (...looks: readonly Look[]): Tally => union(...looks.map(unsteady));

/** What some visitors saw, and others did not. */
function unsteady({ pages }: Look): Tally {
  const tallies = pages.map(tally);
  const all = tallies.reduce(intersection);
  return union(...tallies.map((each) => difference(each, all)));
}

/** Words in another order are a change where every visitor sees the same order. */
function orderOf(before: Look, after: Look): 'same' | 'other' | 'unsteady' {
  const orders = ({ pages }: Look) =>
    new Set(pages.map((words) => words.filter((word) => !isTime(word)).join(' ')));
  const [first, second] = [orders(before), orders(after)];
  if (first.size > 1 || second.size > 1) return 'unsteady';
  return [...first][0] === [...second][0] ? 'same' : 'other';
}

const TIMES =
  /^(?:\d+|\d+t\d+z?|\d+(?:st|nd|rd|th|s|m|h|d|w|y|am|pm|min)|ago|am|pm|utc|gmt|right|now|today|yesterday|just|about|a|an|one|two|three|less|more|than|almost|over|half|s|m|h|d|w|y|secs?|mins?|hrs?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|[:.,/-]|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)$/iu;

/** How long the answer took: `0.003s`. */
const TOOK = /^\d{3,}m?s$/;

/** Whether a word may be part of a time or an age; an address may carry the second of the answer. */
export const isTime = (word: string) => (/^[→▣]/u.test(word) ? /\d{9}/.test(word) : TIMES.test(word));

const some = (words: readonly string[]) =>
  words.slice(0, 6).join(' ') + (words.length > 6 ? ` and ${words.length - 6} more` : '');
