/**
 * Pairs of letters that words of English, German, French, Spanish and Italian are made of, one row per first
 * letter. A random string soon holds a pair that is not here.
 */
const FOLLOWERS: Readonly<Record<string, string>> = {
  a: 'bcdefghiklmnopqrstuvwxyz',
  b: 'abeijlorstuy',
  c: 'acehiklorstuyq',
  d: 'adegilmnorsuvwy',
  e: 'abcdefghijklmnopqrstuvwxyz',
  f: 'aefilorstuy',
  g: 'aeghilmnorstuy',
  h: 'aeilmnortuwy',
  i: 'abcdefgklmnopqrstuvxz',
  j: 'aeiou',
  k: 'aefiklnorstuwy',
  l: 'abcdefgiklmnopstuvyz',
  m: 'abeilmnoprsuy',
  n: 'acdefghiklmnoqrstuvyzj',
  o: 'abcdefghiklmnopqrstuvwxyz',
  p: 'aefhiloprstuy',
  q: 'u',
  r: 'abcdefghiklmnopqrstuvwyz',
  s: 'aceghiklmnopqrstuvwyz',
  t: 'acefghilmnorstuvwyz',
  u: 'abcdefghiklmnopqrstvxyz',
  v: 'aeiouy',
  w: 'aehilnorsty',
  x: 'aceipty',
  y: 'acdeilmnoprstuw',
  z: 'aeiltouwyz',
};

/** People write `word`, `Word`, `WORD` or `twoWords`; a drawn string mixes its case. */
const WORD_CASE = /^(?:[a-z]|[A-Z]|(?:[A-Z][a-z]|[A-Z]?[a-z]{2,}|[A-Z]{2,})+)$/;

/** Whether letters read like a word (`morning`) rather than like noise (`qmyrcedt`). */
export function isPlainWord(text: string): boolean {
  if (!WORD_CASE.test(text)) return false;
  if (text.length < 6) return true; // too short to carry a session
  const word = text.toLowerCase();
  let odd = 0;
  for (let i = 0; i + 1 < word.length; i++) {
    if (!FOLLOWERS[word.charAt(i)]?.includes(word.charAt(i + 1))) odd++;
  }
  // Compounds and names have an odd pair now and then (`workshopdinner`).
  return odd * 14 <= word.length && /[aeiouy]/.test(word);
}

/** Whether a text is made of words and numbers that a person chose: `running-shoes`, `2024_spring`, `iphone14`. */
export function isReadable(text: string): boolean {
  return text.split(/[^a-z0-9]+/i).every((piece) => {
    const runs = piece.match(/[a-z]+|[0-9]+/gi) ?? [];
    if (runs.length > 3) return false;
    const shortest = runs.length === 3 ? 3 : 1; // `iphone14pro`, but not `IgARM13q`
    return runs.every((run) =>
      /[0-9]/.test(run) ? run.length <= 8 : run.length >= shortest && isPlainWord(run),
    );
  });
}
