/** Where a sentence begins in the text, and the character after it. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
}

/** Signs that may end a sentence, and what closes quotes and brackets after them. */
const ending = /([.!?…]+)["'”’»“)\]]*|([。！？｡؟۔।]+)["'”’»)」』）】]*/gu;

/**
 * The sentences of a text, one after the other and without gaps but for spaces. A full stop within a number, an address, an
 * abbreviation or after an initial ends nothing. Thai has no sign for the end of a sentence: there the whole text is one.
 */
export function splitSentences(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const add = (end: number): void => {
    if (text.slice(start, end).trim() !== '') sentences.push({ start, end });
    start = end;
    while (text.charAt(start) === ' ') start++;
  };
  for (const match of text.matchAll(ending)) {
    const [whole, signs] = match;
    const after = match.index + whole.length;
    // Those of other scripts have no second meaning.
    if (signs === undefined || endsHere(text, match.index, signs, after)) add(after);
  }
  if (start < text.length) add(text.length);
  return sentences;
}

function endsHere(text: string, at: number, signs: string, after: number): boolean {
  if (after >= text.length) return true;
  if (text.charAt(after) !== ' ') return false;
  const next = /^[\s"'“„«‚‘([]*(\S+)/u.exec(text.slice(after, after + 60))?.[1] ?? '';
  // "Really?" he asked.
  if (/^\p{Ll}/u.test(next)) return false;
  return signs === '.' ? isFullStop(wordBefore(text, at), next) : true;
}

/** The word before a sign, with the full stops inside it: `z.B`. */
function wordBefore(text: string, at: number): string {
  return /[\p{L}\p{N}\p{M}§.-]*$/u.exec(text.slice(Math.max(0, at - 30), at))?.[0] ?? '';
}

function isFullStop(written: string, next: string): boolean {
  // An initial: J. Kowalski, J.R.R. Tolkien; also the first half of "z. B.".
  if (/^(?:\p{L}\.)*\p{Lu}$/u.test(written) || /^(?:z|d|u|o|т)$/u.test(written)) return false;
  const before = written.toLowerCase();
  if (beforeAName.has(before)) return false;
  if (beforeANumber.has(before)) return !/^\p{N}/u.test(next);
  if (mayEndSentence.has(before)) return /^\p{Lu}/u.test(next);
  if (/^\d{1,2}$/.test(before)) return !months.has(next.toLowerCase().replace(/\W+$/u, ''));
  return true;
}

// Abbreviations of nine languages in one list: a text may quote another language, and the language of a short text is not known.

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** A full stop after these never ends a sentence: a name or another word follows. */
const beforeAName = list(
  'mr mrs ms mx dr prof st rev hon gen col capt lt sgt sen rep gov pres mme mlle me mgr sr sra dra dna sig sigg dott ' +
    'hr fr frl dhr mevr drs ir ing mag pan pani ks bp abp św płk gen kpt inż mgr red ul al pl os г ул пр им акад проф ' +
    'e.g i.e cf vs viz approx z.b d.h u.a z.t bzw vgl ca evtl ggf inkl zzgl sog np tzn tj m.in wg ds im tzw ok por zob ' +
    'p.ex c.-à-d env ej p.ej aprox ad.es bijv o.a d.w.z m.a.w т.е напр см',
);

/** Only before a number: "no. 7" is a number, and "She said no." is a sentence. */
const beforeANumber = list(
  'no nos nr nrs num núm n p pp pg s ss str art arts fig figs abb abs abt ch chap sec vol ust poz pkt par § tel ext bd тел стр рис ст п',
);

/** These may also end a sentence: only a capital letter after them begins a new one. */
const mayEndSentence = list(
  'etc inc ltd co corp jr sr a.m p.m u.s u.k e.u usw etc u.s.w itd itp proc tys mln mld godz zł gr r w jh ecc cía ltda enz и.т.д т.д т.п руб млн млрд г гг',
);

/** After the number of a day: "3. Mai", "12. grudnia". */
const months = list(
  'januar jänner februar märz april mai juni juli august september oktober november dezember ' +
    'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
);
