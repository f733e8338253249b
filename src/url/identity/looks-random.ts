/**
 * Whether a value looks as if a program had generated it: long enough, and not words or numbers that a person
 * could have chosen. Used where nothing else can decide (`sid=42` selects content, `sid=9682993c8daa...` does not).
 */
export function looksRandom(value: string): boolean {
  const text = decodeEscapes(value);
  const solid = text.replace(/[^a-z0-9]/gi, '');
  if (solid.length < 8) return false;
  if (/^[0-9]+$/.test(solid)) return solid.length >= 14;
  if (/^[0-9a-f]+$/i.test(solid) && solid.length >= 16 && /[0-9]/.test(solid)) return true;
  if (isReadable(text)) return false;
  if (/^[a-z]+$/i.test(solid)) return solid.length >= 12;
  if (solid.length >= 14) return changesOfKind(solid) >= 3;
  return solid.length >= 10
    ? changesOfKind(solid) * 4 > solid.length
    : changesOfKind(solid) * 2 >= solid.length;
}

/** How often lower case, upper case and digits alternate: in a random string, very often. */
function changesOfKind(text: string): number {
  let changes = 0;
  for (let i = 1; i < text.length; i++) if (kindOf(text.charAt(i)) !== kindOf(text.charAt(i - 1))) changes++;
  return changes;
}

function kindOf(character: string): number {
  if (character >= '0' && character <= '9') return 0;
  return character >= 'a' ? 1 : 2;
}

function decodeEscapes(value: string): string {
  return value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

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

/** People write `word`, `Word`, `WORD` or `twoWords`; a random string mixes its case. */
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
  // Compounds and names sometimes have an unusual pair (`workshopdinner`).
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

/** With the evidence of two lists, a long number counts as random: counters and clocks are long. */
export function isRandomValue(value: string): boolean {
  return looksRandom(value) || /^[0-9]{9,}$/.test(value);
}

/** Words and slugs name content, even when they change. `7etFsog0` has readable letters only by chance. */
export function isWordyValue(value: string): boolean {
  if (!/[a-z]/i.test(value) || looksRandom(value)) return false;
  const looksMixed =
    /[0-9]/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && !/[^a-z0-9]/i.test(value);
  return !looksMixed && isReadable(value);
}

/** From this many values on, they are judged together; fewer are judged one by one. */
const ENOUGH_VALUES = 8;

/**
 * Whether values are random as a whole, though single ones may read like a word: one of ten ids of eight hexadecimal
 * digits does, but of the words of a site nearly all do.
 */
export function areRandomTogether(values: readonly string[]): boolean {
  if (values.length < ENOUGH_VALUES) return false;
  const share = (is: (value: string) => boolean) => values.filter(is).length / values.length;
  const wordy = share(isWordyValue);
  if (wordy > 0.4 || share((value) => /^[a-z]+$/i.test(value) && isWordyValue(value)) > 0.2) return false;
  const sameLength = values.every(({ length }) => length === values[0]?.length && length >= 5);
  return (
    share(isRandomValue) >= 0.25 ||
    (sameLength && (wordy <= 0.25 || share((value) => /[0-9]/.test(value)) >= 0.5))
  );
}
