import type { StemLanguage } from './stemmers.ts';

/**
 * The letters with which every word begins that has this stem, all in `foldedLetters`. Stemmers take endings off, and what they put in their place is
 * at most two letters long, and never reaches into the first two letters but in English: French "amment" leaves "ant", Spanish "encia" leaves "ente", English "dying" leaves "die".
 */
export function beginningOfStem(stem: string, language: StemLanguage): string {
  const folded = foldedLetters(stem);
  if (language === 'en') return folded.slice(0, folded.length - changedInEnglish(folded));
  return folded.slice(0, Math.max(2, folded.length - 2));
}

/**
 * English puts only these in the place of an ending: an e (hoping: hope), an i for a y (happy: happi), "ble" for "bility", which may lose its e again,
 * and a few whole words (dying: die, skies: sky). All other stems are the beginnings of their words.
 */
function changedInEnglish(stem: string): number {
  if (/(?:le|ie)$/.test(stem)) return 2;
  return /(?:e|i|y|bl)$/.test(stem) ? 1 : 0;
}

/** Whether an English word is surely its own stem: it has none of the endings that are taken off. */
export function isEnglishStem(word: string): boolean {
  return !englishEnding.test(word);
}

const englishEnding = /(?:s|ed|ing|y|i|al|er|or|ion|ism|e|ic|ful|nt|ll|[^0-9a-z_])$/;

/** Without accents and the like, which some stemmers take off: the same letters for a word and its stem. */
export function foldedLetters(word: string): string {
  if (isPlain.test(word)) return word;
  return word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
}

const isPlain = /^[\x21-\x7e]*$/;
