import {
  agoReading,
  aheadReading,
  bareAge,
  type CalendarDay,
  secondsOfUnit,
  type TimeExpression,
  type TimeReading,
} from './time-expression.ts';

/** Names of months and their short forms, in lower case, in the languages that most pages are written in. */
const monthLanguages: readonly string[] = [
  'january february march april may june july august september october november december',
  'jan feb mar apr may jun jul aug sep oct nov dec',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'jan feb mär apr mai jun jul aug sept okt nov dez',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'janv févr mars avr mai juin juil août sept oct nov déc',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
];

/** From 1 for January. */
const monthNumbers: ReadonlyMap<string, number> = new Map(
  monthLanguages.flatMap((names) => names.split(' ').map((name, index) => [name, index + 1] as const)),
);

/** For a regular expression. Longer names come first, so that `june` is not read as `jun`. */
const monthPattern: string = [...monthNumbers.keys()].sort((a, b) => b.length - a.length).join('|');

const weekdayLanguages: readonly string[] = [
  'sunday monday tuesday wednesday thursday friday saturday',
  'sun mon tue wed thu fri sat',
  'sonntag montag dienstag mittwoch donnerstag freitag samstag',
  'dimanche lundi mardi mercredi jeudi vendredi samedi',
  'domingo lunes martes miércoles jueves viernes sábado',
  'domenica lunedì martedì mercoledì giovedì venerdì sabato',
];

/** From 0 for Sunday. */
const weekdayNumbers: ReadonlyMap<string, number> = new Map(
  weekdayLanguages.flatMap((names) => names.split(' ').map((name, index) => [name, index] as const)),
);

const weekdayPattern: string = [...weekdayNumbers.keys()].sort((a, b) => b.length - a.length).join('|');

interface TimePattern {
  readonly pattern: RegExp;
  read(parts: readonly (string | undefined)[]): TimeReading | null;
}

/** No unit is longer. Without a limit, a text of one long word would be read again from each of its letters. */
const unit = '([a-zäöüéèñíê]{1,20})\\.?';

/** Made when the first text is read: with all their languages they take milliseconds, for which no start should wait. */
let patterns: readonly TimePattern[] | null = null;

/** Tried in this order; a later pattern does not see what an earlier one took. */
const timePatterns = (): readonly TimePattern[] => [
  {
    // 2026-11-15T23:17:58Z is an instant. Without a zone it is a day and a time of day, each on its own.
    pattern: /\b(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s?(Z|UTC|GMT|[+-]\d\d:?\d\d)/g,
    read: ([, year, month, day, hours, minutes, seconds, zone = 'Z']) => {
      const offset = /\d/.test(zone) ? zone.replace(/^([+-]\d\d):?/, '$1:') : 'Z';
      const text = `${year}-${month}-${day}T${hours}:${minutes}:${seconds ?? '00'}${offset}`;
      return instant(Date.parse(text), seconds);
    },
  },
  {
    // Sun, 15 Nov 2026 23:17:58 GMT
    pattern: /\b(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d)(?::(\d\d))? (?:GMT|UTC|\+0000)/g,
    read: ([, day, month = '', year, hours, minutes, seconds]) => {
      const number = monthNumbers.get(month.toLowerCase()) ?? 0;
      const time = Date.UTC(
        +(year ?? 0),
        number - 1,
        +(day ?? 0),
        +(hours ?? 0),
        +(minutes ?? 0),
        +(seconds ?? 0),
      );
      return number === 0 ? null : instant(time, seconds);
    },
  },
  {
    pattern: /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=\D|$)/g,
    read: ([, year, month, day]) => days([{ year, month, day, order: 'year first' }]),
  },
  {
    pattern: new RegExp(
      `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th|\\.|º|er)?\\s+(?:de\\s+|of\\s+)?(${monthPattern})(?![\\p{L}])\\.?,?(?:\\s+(?:de\\s+)?(\\d{4}))?`,
      'giu',
    ),
    read: ([, day, month = '', year]) =>
      days([{ year, month: monthNumbers.get(month.toLowerCase()), day, order: 'name' }]),
  },
  {
    pattern: new RegExp(
      `(?<![\\p{L}])(${monthPattern})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,?\\s+(\\d{4}))?`,
      'giu',
    ),
    read: ([, month = '', day, year]) =>
      days([{ year, month: monthNumbers.get(month.toLowerCase()), day, order: 'name' }]),
  },
  {
    // 15.11.2026 and 11/15/2026: either number may be the day, so both readings are kept.
    pattern: /(?<![\d.,/-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)(?![\d])/g,
    read: ([, first, , second, year]) =>
      days([
        { year, month: second, day: first, order: 'day first' },
        { year, month: first, day: second, order: 'month first' },
      ]),
  },
  {
    pattern:
      /(?<![\d.,:])(\d{1,2})(?::|h)(\d\d)(?::(\d\d)(?:[.,]\d{1,3})?)?(?![\d:])(?:\s*([ap])\.?m\b\.?)?/gi,
    read: ([, hours, minutes, seconds, half]) => timeOfDay(hours, minutes, seconds, half),
  },
  {
    pattern: /(?<![\d.,:])(\d{1,2})\.(\d\d)(?=\s?Uhr\b)/g,
    read: ([, hours, minutes]) => timeOfDay(hours, minutes, undefined, undefined),
  },
  {
    // 20261116083012: such stamps are mostly in UTC.
    pattern: /(?<![\p{L}\p{N}.,])(20\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?![\p{L}\p{N}])/gu,
    read: ([, year, month, day, hours, minutes, seconds]) =>
      bare(Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds ?? '00'}Z`), seconds),
  },
  {
    pattern: /(?<![\p{L}\p{N}.,])(1\d{9})(\d{3})?(?![\p{L}\p{N}])/gu,
    read: ([, seconds, thousandths]) => bare(Number(seconds) * 1000 + Number(thousandths ?? 0), '00'),
  },
  {
    pattern: new RegExp(`(?<!\\d)(\\d{1,4}|an?|one)\\s*${unit}\\s+ago\\b`, 'gi'),
    read: ([, count, word]) => ago(count, word),
  },
  {
    pattern: new RegExp(`\\b(?:vor|hace|il y a|h[áa])\\s+(\\d{1,4}|einer?|einem|une?|una?)\\s+${unit}`, 'gi'),
    read: ([, count, word]) => ago(count, word),
  },
  {
    pattern: new RegExp(`(?<!\\d)(\\d{1,4})\\s+${unit}\\s+(?:fa|geleden|atrás)\\b`, 'gi'),
    read: ([, count, word]) => ago(count, word),
  },
  {
    // How long until something that is still to come.
    pattern: new RegExp(`\\b(?:in|dans|fra|over)\\s+(\\d{1,4}|an?|one)\\s+${unit}(?![\\p{L}])`, 'giu'),
    read: ([, count, word]) => ahead(count, word),
  },
  {
    pattern: new RegExp(
      `\\b(?:noch|encore|faltan|mancano|nog)\\s+(\\d{1,4}|einer?|einen?|une?|una?)\\s+${unit}(?![\\p{L}])`,
      'giu',
    ),
    read: ([, count, word]) => ahead(count, word),
  },
  {
    pattern: new RegExp(
      `(?<!\\d)(\\d{1,4}|an?|one)\\s+${unit}\\s+(?:to go|left|remaining|until|till|from now)\\b`,
      'gi',
    ),
    read: ([, count, word]) => ahead(count, word),
  },
  {
    // Only before a date, as in "Sunday, 15". "Open on Sunday" is not a clock.
    pattern: new RegExp(
      `(?<![\\p{L}])(${weekdayPattern})(?![\\p{L}])(?=\\.?,?\\s+(?:the\\s+|den\\s+)?(?:\\d|\\p{L}+\\.?\\s+\\d))`,
      'giu',
    ),
    read: ([, name = '']) => ({ kind: 'weekday', weekday: weekdayNumbers.get(name.toLowerCase()) ?? 0 }),
  },
  {
    pattern: /\b(?:just now|a moment ago|moments ago|gerade eben|à l'instant|ahora mismo)\b/gi,
    read: () => ({ kind: 'ago', least: 0, most: 120 }),
  },
  {
    // True at this moment only, so a program wrote it.
    pattern: /\b(?:open|closed) now\b|\bjetzt (?:geöffnet|geschlossen)(?![\p{L}])/giu,
    read: () => ({ kind: 'at present' }),
  },
  {
    pattern: /\b(?:today|heute|aujourd'hui|hoy|oggi)\b/gi,
    read: () => ({ kind: 'ago', least: 0, most: 86_400 }),
  },
  {
    pattern: /\b(?:yesterday|gestern|hier|ayer|ieri)\b/gi,
    read: () => ({ kind: 'ago', least: 0, most: 2 * 86_400 }),
  },
  {
    // An age without "ago". Whether it is one, the clock tells.
    pattern: /(?<![\p{L}\d.,:/-])(\d{1,3}(?:[.,]\d)?)\s?(\p{L}{1,8})(?![\p{L}\d])\.?/gu,
    read: ([, count = '', word = '']) => bareAge(count, word),
  },
];

/** Everything that a text says about time, in the order of the text. Bare numbers and prices do not count. */
export function findTimes(text: string): readonly TimeExpression[] {
  const found: TimeExpression[] = [];
  if (
    !/\d|ago|now|jetzt|left|to go|today|yesterday|moment|heute|gestern|hier|hoy|ayer|oggi|ieri|eben|hui|inst|ahora/i.test(
      text,
    )
  )
    return found;
  /** 1 for each character that an earlier pattern took. */
  const taken = new Uint8Array(text.length);
  patterns ??= timePatterns();
  for (const { pattern, read } of patterns) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].trimEnd().length;
      if (taken.subarray(start, end).includes(1)) continue;
      const reading = read(match);
      if (reading === null) continue;
      taken.fill(1, start, end);
      found.push({ start, end, reading });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function instant(milliseconds: number, seconds: string | undefined): TimeReading | null {
  if (Number.isNaN(milliseconds)) return null;
  return { kind: 'instant', milliseconds, span: seconds === undefined ? 60 : 1 };
}

function bare(milliseconds: number, seconds: string | undefined): TimeReading | null {
  const reading = instant(milliseconds, seconds);
  return reading?.kind === 'instant' ? { ...reading, isBare: true } : null;
}

function timeOfDay(
  hours: string | undefined,
  minutes: string | undefined,
  seconds: string | undefined,
  half: string | undefined,
): TimeReading | null {
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  if (hour > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null;
  const total = hour * 3600 + Number(minutes) * 60 + Number(seconds ?? 0);
  return { kind: 'time of day', seconds: total, span: seconds === undefined ? 60 : 1 };
}

interface WrittenDay {
  readonly year: string | undefined;
  readonly month: string | number | undefined;
  readonly day: string | undefined;
  readonly order: CalendarDay['order'];
}

function days(written: readonly WrittenDay[]): TimeReading | null {
  const possible: CalendarDay[] = [];
  for (const { year, month, day, order } of written) {
    const monthNumber = Number(month);
    const dayNumber = Number(day);
    if (!(monthNumber >= 1 && monthNumber <= 12 && dayNumber >= 1 && dayNumber <= 31)) continue;
    const full = year === undefined ? null : Number(year) + (year.length === 2 ? 2000 : 0);
    possible.push({ year: full, month: monthNumber, day: dayNumber, order });
  }
  return possible.length === 0 ? null : { kind: 'day', days: possible };
}

function ahead(count: string | undefined, word: string | undefined): TimeReading | null {
  const length = secondsOfUnit(word ?? '');
  return length === null ? null : aheadReading(countOf(count), length);
}

const countOf = (count: string | undefined): number => (/\d/.test(count ?? '') ? Number(count) : 1);

function ago(count: string | undefined, word: string | undefined): TimeReading | null {
  const length = secondsOfUnit(word ?? '');
  if (length === null) return null;
  return agoReading(countOf(count), length);
}
