// The Polish stemmer of Snowball 3 (snowballstem.org/algorithms/polish/stemmer.html), with the endings as tables.

const vowels = 'aeiouyóąę';
const list = (endings: string): readonly string[] => endings.split(' ');

/** What happens to an ending. `inRegion`: only if it stands in R1, after the first consonant that follows a vowel. */
interface Ending {
  readonly inRegion: boolean;
  readonly action: 'drop' | 'adjective' | 'leaves s' | 'leaves ł' | 'leaves s before the region';
}

const endings = new Map<string, Ending>();
const define = (ending: Ending, written: string): void => {
  for (const each of list(written)) endings.set(each, ending);
};
define(
  { inRegion: true, action: 'drop' },
  'a ia e ie ach iach i ami iami owi iowi em iem om iom o u iu ów ą ią',
);
define(
  { inRegion: false, action: 'drop' },
  'ąca ająca sza iejsza ała iała iła ąc ając ące ające cie acie ecie icie ajcie aliście ieliście iliście ałyście iałyście ' +
    'iłyście sze iejsze ali ieli ili aj am ałam iałam iłam ałem iałem iłem ało iało iło amy emy imy aliśmy ieliśmy iliśmy ' +
    'ałyśmy iałyśmy iłyśmy ały iały iły asz esz isz ącą ającą ają iejszą ać ieć ić ąć aść eść ę ał iał ił ałaś iałaś iłaś ' +
    'ałeś iałeś iłeś',
);
define({ inRegion: false, action: 'adjective' }, 'ich ych imi ymi ej iej im ym ego iego emu iemu y');
define({ inRegion: false, action: 'leaves s' }, 'sząca szące szącą szę');
define({ inRegion: false, action: 'leaves ł' }, 'liście łyście liśmy łyśmy łaś łeś');
define({ inRegion: false, action: 'leaves s before the region' }, 'szą');
const longestEnding = 8;

const conditionals = list('byście byśmy bym byś by');
/** What is left of participles and comparatives after the ending of an adjective. */
const beforeAdjectives = list('sząc ając iejsz ąc sz');

/** Endings do not reach into the first two letters. */
const untouched = 2;

/** The stem of a word in lower case. */
export function stemPolish(word: string): string {
  if (word.length < untouched) return softEnd(word);
  const region = regionOf(word);
  const conditional = conditionals.find(
    (ending) => word.endsWith(ending) && word.length - ending.length >= region,
  );
  const plain = conditional === undefined ? word : word.slice(0, -conditional.length);
  const stem = withoutEnding(plain, region);
  return stem === null ? softEnd(plain) : stem.endsWith("'") ? stem.slice(0, -1) : stem;
}

/** Where R1 begins; the end of the word when it has none. */
function regionOf(word: string): number {
  let at = 0;
  while (at < word.length && !vowels.includes(word.charAt(at))) at++;
  while (at < word.length && vowels.includes(word.charAt(at))) at++;
  return at < word.length ? at + 1 : word.length;
}

/** By the longest ending that may be removed; null when there is none. */
function withoutEnding(word: string, region: number): string | null {
  for (let start = Math.max(untouched, word.length - longestEnding); start < word.length; start++) {
    const ending = endings.get(word.slice(start));
    if (ending === undefined || (ending.inRegion && start < region)) continue;
    const rest = word.slice(0, start);
    switch (ending.action) {
      case 'drop':
        return rest;
      case 'leaves s':
        return `${rest}s`;
      case 'leaves ł':
        return `${rest}ł`;
      case 'leaves s before the region':
        return start >= region ? rest : `${rest}s`;
      case 'adjective':
        return withoutParticiple(rest);
    }
  }
  return null;
}

function withoutParticiple(rest: string): string {
  const ending = beforeAdjectives.find(
    (found) => rest.endsWith(found) && rest.length - found.length >= untouched,
  );
  if (ending === undefined) return rest;
  const stem = rest.slice(0, -ending.length);
  return ending === 'sząc' ? `${stem}s` : stem;
}

const softened: Readonly<Record<string, string>> = { ć: 'c', ń: 'n', ś: 's', ź: 'z' };

/** A soft consonant at the end is hard again before most endings: koń, konia. */
function softEnd(word: string): string {
  const hard = word.length > 1 ? softened[word.charAt(word.length - 1)] : undefined;
  return hard === undefined ? word : word.slice(0, -1) + hard;
}
