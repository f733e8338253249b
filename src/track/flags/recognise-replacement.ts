import type { ShownPage } from './recognise-problem.ts';

/** Up to this share of common phrases, nothing of a text is left: a few words agree by chance. */
const NOTHING_LEFT = 0.1;
/** A page that has this share of another page is a copy of it, and does not show what the pages of a site have in common. */
const COPY = 0.9;
/** From this share on, two pages say the same. Adverts and lists of news may stand beside it. */
const ALIKE = 0.75;
/** A frame of fewer phrases is not one: pages may share a word or two. */
const LEAST_FRAME = 3;
/** A longer page is content, whatever it replaced. In characters. */
const LONGEST_NOTICE = 1200;

/** An answer with the address that it came from. */
export interface AddressedPage extends ShownPage {
  readonly url: string;
}

/** The former content of a page: its own, and the frame that it shared with other pages of its site (navigation, header, footer). */
export interface PageParts {
  readonly own: PagePhrases;
  readonly frame: PagePhrases;
}

/** Without others to compare with, everything is the page's own. */
export function partsOf(last: ShownPage, others: readonly ShownPage[]): PageParts {
  const all = phrasesOf(last);
  const shared = others.map((other) => phrasesOf(other)).filter((other) => shareIn(all, other) < COPY);
  const isShared = (phrase: string) => shared.some((other) => other.has(phrase));
  return {
    own: new Set([...all].filter((phrase) => !isShared(phrase))),
    frame: new Set([...all].filter(isShared)),
  };
}

/** Whether nothing is left of what was the page's own. */
export function isReplaced({ own }: PageParts, now: ShownPage): boolean {
  return own.size > 0 && shareIn(own, phrasesOf(now)) <= NOTHING_LEFT;
}

/** Whether the frame of the site is gone as well, and little stands in its place. */
export function hasLostFrame({ frame }: PageParts, now: ShownPage): boolean {
  if (frame.size < LEAST_FRAME || now.text.length > LONGEST_NOTICE) return false;
  return shareIn(frame, phrasesOf(now)) <= NOTHING_LEFT;
}

/** Whether a page of the site still has the frame that this one has lost; then the site was not redesigned. */
export function keepsFrame({ frame }: PageParts, other: ShownPage): boolean {
  return shareIn(frame, phrasesOf(other)) > 0.5;
}

/**
 * Whether two answers say the same apart from their addresses and codes. What `frame` has does not count: all pages of
 * the site have it.
 */
export function saysTheSame(
  one: AddressedPage,
  other: AddressedPage,
  frame: PagePhrases = new Set(),
): boolean {
  const words = wordsOfAddresses(one.url, other.url);
  const [a, b] = [phrasesOf(one, words), phrasesOf(other, words)];
  const without = (phrases: PagePhrases) => new Set([...phrases].filter((phrase) => !frame.has(phrase)));
  return shareIn(without(a), b) >= ALIKE && shareIn(without(b), a) >= ALIKE;
}

/** A word; scripts without spaces between words are taken character by character. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;
const WORDS_IN_A_ROW = 3;
/** More words say nothing new about a page. */
const MOST_WORDS = 20_000;
/** A page without words, such as a table of numbers, is not read to its end. */
const MOST_CHARACTERS = 1_000_000;

type PagePhrases = ReadonlySet<string>;

/**
 * Every three words in a row of a page, by which pages are compared. Words with digits are left out: error pages have times
 * and codes. `without` are words that do not count either, such as those of an address.
 */
export function phrasesOf(
  { title, text }: Pick<ShownPage, 'title' | 'text'>,
  without: ReadonlySet<string> = new Set(),
): PagePhrases {
  const words: string[] = [];
  for (const [word] of `${title}\n${text.slice(0, MOST_CHARACTERS)}`.toLowerCase().matchAll(WORD)) {
    if (words.length === MOST_WORDS) break;
    if (!/\p{N}/u.test(word) && !without.has(word)) words.push(word);
  }
  if (words.length === 0) return new Set();
  const last = Math.max(words.length - WORDS_IN_A_ROW, 0);
  return new Set(Array.from({ length: last + 1 }, (_, i) => words.slice(i, i + WORDS_IN_A_ROW).join(' ')));
}

/** The words of addresses: a page for unknown addresses often repeats the requested address. */
function wordsOfAddresses(...urls: readonly string[]): ReadonlySet<string> {
  return new Set(urls.flatMap((url) => wordsIn(decoded(url))));
}

/** The share of `phrases` that `others` have, too; 1 when there are none. */
export function shareIn(phrases: PagePhrases, others: PagePhrases): number {
  if (phrases.size === 0) return 1;
  let shared = 0;
  for (const phrase of phrases) if (others.has(phrase)) shared++;
  return shared / phrases.size;
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '));
  } catch {
    return url; // not UTF-8
  }
}
