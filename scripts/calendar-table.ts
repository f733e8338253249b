/**
 * Writes `src/track/clock/calendar-table.ts`: the words of 58 languages for months, days and ages, which `Intl` has, as a table. Asking `Intl` takes a tenth of a
 * second, which every run would pay. Run it after Node was updated: `node scripts/calendar-table.ts`.
 */
import { writeFileSync } from 'node:fs';
import {
  type CalendarWord,
  codeOfUnit,
  codeOfWord,
  type Script,
  type UnitWords,
} from '../src/track/clock/calendar-words.ts';
import { foldText } from '../src/track/clock/phrase-index.ts';
import {
  type AgoReading,
  agoReading,
  dayLength,
  type TimeCount,
  type TimeUnit,
  unitLengths,
} from '../src/track/clock/time-expression.ts';

/** The supported languages of each writing system. Their words for months, days and ages come from CLDR (`Intl`). */
const languages = {
  latin:
    'en de fr es it pt nl sv da nb fi is pl cs sk sl hr ro hu tr az et lv lt ca gl eu sq af id ms vi fil sw ga cy',
  cyrillic: 'ru uk be bg mk sr kk',
  other: 'el ar he fa ur hi bn ta th ja ko zh zh-Hant ka hy',
} as const;

/** The languages in which a length of time is recognised without a word such as "ago". */
const bareLanguages = 'en de fr es it pt nl sv da pl cs tr fi ru uk ja zh ko';

/** Phrases and what they mean, as codes. */
type Phrases = Map<string, Set<string>>;

interface PhrasesOfScript {
  readonly words: Phrases;
  readonly units: Phrases;
}

const units = Object.keys(unitLengths) as readonly TimeUnit[];

function phrasesOf(script: Script): PhrasesOfScript {
  const tables: PhrasesOfScript = { words: new Map(), units: new Map() };
  for (const language of languages[script].split(' ')) {
    addNames(tables, language);
    addRelativeTimes(tables, language);
    addRelativeWords(tables, language);
    if (bareLanguages.split(' ').includes(language)) addBareUnits(tables, language);
  }
  addOwnWords(tables, script);
  return tables;
}

function addWord({ words }: PhrasesOfScript, phrase: string, word: CalendarWord): void {
  addPhrase(words, phrase, codeOfWord(word));
}

function addUnit({ units: ofUnits }: PhrasesOfScript, phrase: string, unit: UnitWords): void {
  addPhrase(ofUnits, phrase, codeOfUnit(unit));
}

function addPhrase(phrases: Phrases, phrase: string, code: string): void {
  const letters = phrase.replaceAll('.', '');
  if (letters === '' || letters !== letters.trim()) return;
  phrases.set(letters, (phrases.get(letters) ?? new Set()).add(code));
}

/** Twelve days, one of each month, among them all days of the week. */
const daysOfYear: readonly Date[] = Array.from(
  { length: 12 },
  (_, month) => new Date(Date.UTC(2026, month, 7)),
);

type NameStyle = readonly ['long' | 'short', { readonly year?: 'numeric' }];

/** In Finnish and Basque names have another form in a date with a year. */
const namesIn = (language: string): readonly NameStyle[] => [
  ['long', {}],
  ['short', {}],
  ...(language === 'fi' || language === 'eu' ? [['long', { year: 'numeric' }] as const] : []),
];

/** The names of months and days as they are written in a date. Making a format takes long, so one format shows both. */
function addNames(phrases: PhrasesOfScript, language: string): void {
  const seen = new Set<string>();
  const add = (name: string, word: CalendarWord): void => {
    const folded = foldText(name);
    const key = `${folded} ${word.kind === 'month' ? `month ${word.month}` : ''}`;
    if (/\d/.test(folded) || seen.has(key)) return;
    seen.add(key);
    addWord(phrases, folded, word);
  };
  for (const [style, year] of namesIn(language)) {
    const format = new Intl.DateTimeFormat(language, {
      ...year,
      weekday: style,
      month: style,
      day: 'numeric',
      timeZone: 'UTC',
      calendar: 'gregory',
      numberingSystem: 'latn',
    });
    for (const date of daysOfYear) {
      const parts = format.formatToParts(date);
      for (const [at, { type, value }] of parts.entries()) {
        if (type === 'month') {
          const month = date.getUTCMonth() + 1;
          add(value, { kind: 'month', month });
          // In some languages a preposition is part of the word: Hebrew "בנובמבר", Catalan "d'octubre", Basque "azaroaren".
          const before = /[^\s\d.,]*$/.exec(parts[at - 1]?.value ?? '')?.[0] ?? '';
          const after = /^[^\s\d.,]*/.exec(parts[at + 1]?.value ?? '')?.[0] ?? '';
          add(before + value + after, { kind: 'month', month });
        } else if (type === 'weekday') {
          const weekday = date.getUTCDay();
          add(value, { kind: 'weekday', weekday, isShort: style === 'short' });
          // Portuguese leaves out "-feira".
          const [first = ''] = value.split('-');
          add(first, { kind: 'weekday', weekday, isShort: true });
        }
      }
    }
  }
}

/** One number for each form that a language has for numbers. */
function numbersOf(language: string): readonly number[] {
  const rules = new Intl.PluralRules(language);
  const byForm = new Map<string, number>();
  for (const number of [1, 2, 3, 5, 6, 11, 21, 100]) {
    const form = rules.select(number);
    if (!byForm.has(form)) byForm.set(form, number);
  }
  return [...byForm.values()];
}

const exactly = (count: number): TimeCount => ({ least: count, most: count, step: 1 });

function addRelativeTimes(phrases: PhrasesOfScript, language: string): void {
  const numbers = numbersOf(language);
  const seen = new Set<string>();
  for (const style of ['long', 'short'] as const) {
    const options = { style, numberingSystem: 'latn' } as Intl.RelativeTimeFormatOptions;
    const format = new Intl.RelativeTimeFormat(language, options);
    for (const name of units) {
      const unit = unitLengths[name];
      for (const number of numbers) {
        for (const direction of ['ago', 'ahead'] as const) {
          const parts = format.formatToParts(direction === 'ago' ? -number : number, name);
          const at = parts.findIndex(({ type }) => type === 'integer');
          if (at < 0) {
            // Arabic and Hebrew have a word for two of a kind.
            const phrase = foldText(parts.map(({ value }) => value).join(''));
            if (direction === 'ago' && !seen.has(phrase))
              addWord(phrases, phrase, { kind: 'reading', reading: agoReading(exactly(number), unit) });
            seen.add(phrase);
            continue;
          }
          const prefix = foldText(parts[at - 1]?.value ?? '')
            .replaceAll('.', '')
            .trim();
          const suffix = foldText(parts[at + 1]?.value ?? '')
            .replaceAll('.', '')
            .trim();
          const key = `${prefix} # ${suffix} ${direction}`;
          // French "-5 min" is a negative number in all other languages.
          if (seen.has(key) || suffix === '' || /^[-+\u2212]$/.test(prefix)) continue;
          seen.add(key);
          addUnit(phrases, suffix, { unit, prefix, direction });
          if (direction === 'ahead') continue;
          // "För 5 timmar sedan" is also written without the first word.
          if (prefix !== '' && suffix.includes(' '))
            addUnit(phrases, suffix, { unit, prefix: '', direction });
          // Polish "godzinę temu": the number one is omitted.
          if (number === 1 && (prefix !== '' || suffix.includes(' ')))
            addWord(phrases, `${prefix} ${suffix}`.trim(), {
              kind: 'reading',
              reading: agoReading(exactly(1), unit),
            });
        }
      }
    }
  }
}

/** "Yesterday", "last week". The days before and after have no time of day, so they last a day longer. */
function addRelativeWords(phrases: PhrasesOfScript, language: string): void {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const add = (phrase: string, reading: AgoReading): void => {
    if (!/\d/.test(phrase)) addWord(phrases, foldText(phrase), { kind: 'reading', reading });
  };
  for (const daysAgo of [2, 1, 0, -1, -2]) {
    const least = (daysAgo === 0 ? 0 : daysAgo - 1) * dayLength;
    const reading = { kind: 'ago', least, most: (daysAgo + 1) * dayLength, daysAgo } as const;
    add(format.format(-daysAgo, 'day'), reading);
  }
  for (const unit of ['week', 'month', 'year'] as const)
    add(format.format(-1, unit), { kind: 'ago', least: 0, most: 2 * unitLengths[unit] });
}

function addBareUnits(phrases: PhrasesOfScript, language: string): void {
  const numbers = numbersOf(language);
  for (const unit of units) {
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
    const names = numbers.map(
      (number) => format.formatToParts(number).find(({ type }) => type === 'unit')?.value,
    );
    for (const name of new Set(names)) {
      const folded = foldText(name ?? '').trim();
      if (folded !== '') addUnit(phrases, folded, { unit: unitLengths[unit], prefix: '', direction: 'bare' });
    }
  }
}

/** Short forms that CLDR does not have. */
const shortUnits: Readonly<Record<TimeUnit, string>> = {
  second: 's sec secs',
  minute: 'm min mins',
  hour: 'h hr hrs std',
  day: 'd',
  week: 'w wk wks',
  month: 'mo mon mos',
  year: 'y yr yrs',
};

/** Numbers up to twelve as words, and some. CLDR has them, but `Intl` does not show them. */
const numberWords: readonly string[] = [
  'one two three four five six seven eight nine ten eleven twelve',
  'a',
  'an',
  'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  'einem',
  'einer',
  'einen',
  'eine',
  'un deux trois quatre cinq six sept huit neuf dix onze douze',
  'une',
  'una',
  'um',
  'uma',
  'uno',
  "un'",
  'un dos tres cuatro cinco seis siete ocho nueve diez once doce',
  'un due tre quattro cinque sei sette otto nove dieci undici dodici',
  'um dois três quatro cinco seis sete oito nove dez onze doze',
  'een twee drie vier vijf zes zeven acht negen tien elf twaalf',
  'en två tre fyra fem sex sju åtta nio tio elva tolv',
  'ett',
  'et',
  'en to tre fire fem seks syv otte ni ti elleve tolv',
  'bir iki üç dört beş altı yedi sekiz dokuz on',
  'jedną dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć',
  'jednou',
  'jedním',
  'один два три четыре пять шесть семь восемь девять десять',
  'одну две',
];

/** "A few seconds ago". */
const fewWords: readonly string[] = [
  'a few',
  'few',
  'several',
  'some',
  'a couple of',
  'ein paar',
  'einigen',
  'wenigen',
  'mehreren',
  'quelques',
  'unos pocos',
  'unos',
  'unas',
  'algunos',
  'algunas',
  'pochi',
  'alcuni',
  'alcune',
  'qualche',
  'alguns',
  'algumas',
  'poucos',
  'poucas',
  'een paar',
  'enkele',
  'några',
  'nogle',
  'få',
  'noen',
  'muutama',
  'kilka',
  'několika',
  'pár',
  'birkaç',
  'несколько',
  'кілька',
  'λίγα',
  'μερικά',
];

const justNow: readonly string[] = [
  'just now',
  'a moment ago',
  'moments ago',
  'gerade eben',
  'eben gerade',
  "à l'instant",
  'ahora mismo',
  'agora mesmo',
  'proprio ora',
  'zojuist',
  'nyss',
  'just nu',
  'lige nu',
  'akkurat nå',
  'juuri nyt',
  'przed chwilą',
  'právě teď',
  'az önce',
  'şimdi',
  'только что',
  'щойно',
  'たった今',
  '刚刚',
  '剛剛',
  '방금',
  'الآن',
];

const aFew: TimeCount = { least: 2, most: 44, step: 1 };

function addOwnWords(phrases: PhrasesOfScript, script: Script): void {
  // A phrase of another writing system is never found, and costs nothing.
  for (const phrase of justNow)
    addWord(phrases, phrase, { kind: 'reading', reading: { kind: 'ago', least: 0, most: 120 } });
  for (const phrase of fewWords) addWord(phrases, phrase, { kind: 'count', count: aFew });
  for (const names of numberWords)
    for (const [index, name] of names.split(' ').entries())
      addWord(phrases, name, { kind: 'count', count: exactly(index + 1) });
  if (script !== 'latin') return;
  for (const name of units) {
    for (const short of shortUnits[name].split(' ')) {
      addUnit(phrases, short, { unit: unitLengths[name], prefix: '', direction: 'bare' });
      addUnit(phrases, `${short} ago`, { unit: unitLengths[name], prefix: '', direction: 'ago' });
    }
  }
}

const target = 'src/track/clock/calendar-table.ts';
const heading = `// Written by scripts/calendar-table.ts. A line for each phrase, a longer one before a shorter one: the phrase, and what it means.
`;

/** The text of the table, as TypeScript. */
export function calendarTable(): string {
  const scripts = (Object.keys(languages) as Script[]).map((script) => {
    const { words, units: ofUnits } = phrasesOf(script);
    return `  ${script}: {\n    words: \`${linesOf(words)}\`,\n    units: \`${linesOf(ofUnits)}\`,\n  },\n`;
  });
  return `${heading}export const calendarTables = {\n${scripts.join('')}} as const;\n`;
}

function linesOf(phrases: Phrases): string {
  const longestFirst = [...phrases].toSorted(
    ([one], [other]) => other.length - one.length || (one < other ? -1 : 1),
  );
  return longestFirst.map(([letters, codes]) => [letters, ...codes].join('\t')).join('\n');
}

if (import.meta.main) writeFileSync(target, calendarTable());
