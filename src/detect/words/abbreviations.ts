// Abbreviations of nine languages in one list: a text may quote another language, and the language of a short text is not known.

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** A full stop after these never ends a sentence: a name or another word follows. */
export const beforeAName = list(
  'mr mrs ms mx dr prof st rev hon gen col capt lt sgt sen rep gov pres mme mlle me mgr sr sra dra dna sig sigg dott ' +
    'hr fr frl dhr mevr drs ir ing mag pan pani ks bp abp św płk gen kpt inż mgr red ul al pl os г ул пр им акад проф ' +
    'e.g i.e cf vs viz approx z.b d.h u.a z.t bzw vgl ca evtl ggf inkl zzgl sog np tzn tj m.in wg ds im tzw ok por zob ' +
    'p.ex c.-à-d env ej p.ej aprox ad.es bijv o.a d.w.z m.a.w т.е напр см',
);

/** Only before a number: "no. 7" is a number, and "She said no." is a sentence. */
export const beforeANumber = list(
  'no nos nr nrs num núm n p pp pg s ss str art arts fig figs abb abs abt ch chap sec vol ust poz pkt par § tel ext bd тел стр рис ст п',
);

/** These may also end a sentence: only a capital letter after them begins a new one. */
export const mayEndSentence = list(
  'etc inc ltd co corp jr sr a.m p.m u.s u.k e.u usw etc u.s.w itd itp proc tys mln mld godz zł gr r w jh ecc cía ltda enz и.т.д т.д т.п руб млн млрд г гг',
);

/** After the number of a day: "3. Mai", "12. grudnia". */
export const months = list(
  'januar jänner februar märz april mai juni juli august september oktober november dezember ' +
    'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
);
