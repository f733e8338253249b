import type { ShownPage } from './recognise-problem.ts';

/** A word; scripts without spaces between words are taken character by character. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;
const WORDS_IN_A_ROW = 3;
/** More say nothing new about what a page is. */
const MOST_WORDS = 20_000;
/** A page without words, such as a table of numbers, is not read to its end. */
const MOST_CHARACTERS = 1_000_000;

export type PagePhrases = ReadonlySet<string>;

/**
 * Every three words in a row of a page, by which pages are told apart and found alike. Words with digits are left out:
 * error pages have times and codes. `without` are words that do not count either, such as those of an address.
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

/** The words of addresses: a page for unknown addresses often repeats the one that was asked for. */
export function wordsOfAddresses(...urls: readonly string[]): ReadonlySet<string> {
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
