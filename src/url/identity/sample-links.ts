import { NumberSet } from './number-set.ts';

/** Enough links to see what is volatile; a longer list says the same more often. */
export const SAMPLE = 400;

/**
 * A sample of two long lists in which both links of a pair are chosen or neither is. Links are chosen by a hash of
 * the words that both lists know: what only one list has, such as a session id, has no say. Short lists stay whole.
 */
export function sampleLinks(
  a: readonly string[],
  b: readonly string[],
): { readonly a: readonly string[]; readonly b: readonly string[] } {
  const every = Math.ceil(Math.max(a.length, b.length) / SAMPLE);
  if (every <= 1) return { a, b };
  const [knownA, knownB] = [wordsOf(a), wordsOf(b)];
  const isChosen = (url: string) => {
    let key = 0;
    eachWord(url, (word) => {
      if (knownA.has(word) && knownB.has(word)) key = (Math.imul(key, 31) + word) | 0;
    });
    return spread(key) % every === 0;
  };
  return { a: a.filter(isChosen), b: b.filter(isChosen) };
}

function wordsOf(urls: readonly string[]): NumberSet {
  const words = new NumberSet();
  const add = (word: number) => words.add(word);
  for (const url of urls) eachWord(url, add);
  return words;
}

/** A hash of each run of letters and digits. */
function eachWord(url: string, take: (word: number) => void): void {
  let hash = 0;
  let length = 0;
  for (let i = 0; i < url.length; i++) {
    const code = url.charCodeAt(i);
    if ((code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)) {
      hash = (Math.imul(hash, 31) + code) | 0;
      length++;
    } else if (length > 0) {
      take(hash);
      hash = 0;
      length = 0;
    }
  }
  if (length > 0) take(hash);
}

/** Neighbouring keys must not fall into neighbouring classes. */
function spread(key: number): number {
  return Math.imul(key ^ (key >>> 15), 0x2c1b3c6d) >>> 8;
}
