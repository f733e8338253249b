import { type CalendarWord, type CalendarWords, calendarWords, type UnitWords } from './calendar-words.ts';
import { mergeTimes } from './merge-times.ts';
import { foldText, wordStarts } from './phrase-index.ts';
import {
  agoReading,
  aheadReading,
  type CalendarDay,
  earliestZone,
  latestZone,
  type TimeCount,
  type TimeExpression,
  type TimeOfDay,
  type TimeReading,
} from './time-expression.ts';

interface TimePattern {
  readonly pattern: RegExp;
  read(parts: readonly (string | undefined)[]): TimeReading | null;
}

const httpMonths = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Times that are written in digits, in folded texts. Tried in this order; a later pattern skips text that an earlier one matched. */
const digitPatterns: readonly TimePattern[] = [
  {
    // 2026-11-15T23:17:58Z is an instant. Without a zone it is a day and a time of day.
    pattern: /\b(\d{4})-(\d\d)-(\d\d)[t ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s?(z|utc|gmt|[+-]\d\d:?\d\d)/g,
    read: ([, year, month, day, hours, minutes, seconds, zone = 'z']) => {
      const offset = /\d/.test(zone) ? zone.replace(/^([+-]\d\d):?/, '$1:') : 'Z';
      const text = `${year}-${month}-${day}T${hours}:${minutes}:${seconds ?? '00'}${offset}`;
      return instant(Date.parse(text), seconds);
    },
  },
  {
    // Sun, 15 Nov 2026 23:17:58 GMT
    pattern: /\b(\d{1,2}) ([a-z]{3}) (\d{4}) (\d\d):(\d\d)(?::(\d\d))? (?:gmt|utc|\+0000)/g,
    read: ([, day, month = '', year, hours, minutes, seconds]) => {
      const number = httpMonths.indexOf(month);
      const time = Date.UTC(
        Number(year),
        number,
        Number(day),
        Number(hours),
        Number(minutes),
        Number(seconds ?? 0),
      );
      return number < 0 ? null : instant(time, seconds);
    },
  },
  {
    pattern: /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=\D|$)/g,
    read: ([, year, month, day]) => days([{ year, month, day, order: 'year first' }]),
  },
  {
    // Chinese, Japanese, Korean
    pattern: /(?:(?<!\d)(\d{4})\s?[年년]\s?)?(?<!\d)(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号號]/g,
    read: ([, year, month, day]) => days([{ year, month, day, order: 'name' }]),
  },
  {
    // Vietnamese
    pattern: /(?<!\d)(\d{1,2}) tháng (\d{1,2})(?:(?:,| năm)? (\d{4}))?(?!\d)/g,
    read: ([, day, month, year]) => days([{ year, month, day, order: 'name' }]),
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
      /(?<![\d.,:])(\d{1,2})(?::|h)(\d\d)(?::(\d\d)(?:[.,]\d{1,3})?)?(?![\d:])(?:\s*([ap])\.?m\b\.?)?/g,
    read: ([, hours, minutes, seconds, half]) => timeOfDay(hours, minutes, seconds, half),
  },
  {
    pattern: /(?<![\d.,:])(\d{1,2})\.(\d\d)(?=\s?uhr\b)/g,
    read: ([, hours, minutes]) => timeOfDay(hours, minutes, undefined, undefined),
  },
  {
    // 20261116083012: such stamps are mostly in UTC.
    pattern: /(?<![\p{L}\p{N}.,])(20\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?![\p{L}\p{N}])/gu,
    read: ([, year, month, day, hours, minutes, seconds]) =>
      bare(Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds ?? '00'}Z`), seconds),
  },
  {
    // © 2011–2026: most programs write the year of the answer here.
    pattern: /(?:©|\(c\)|\bcopyright)\s?(?:©\s?)?(?:\d{4}\s?[-–—]\s?)?(20\d\d)(?![\d–—-])/g,
    read: ([, year]) => yearOf(Number(year)),
  },
  {
    pattern: /(?<![\p{L}\p{N}.,])(1\d{9})(\d{3})?(?![\p{L}\p{N}])/gu,
    read: ([, seconds, thousandths]) => bare(Number(seconds) * 1000 + Number(thousandths ?? 0), '00'),
  },
];

/** Phrases that are true only at this moment, so a program wrote them. */
const atPresent = /\b(?:open|closed) now\b|\bjetzt (?:geöffnet|geschlossen)(?![\p{L}])/gu;

/** Everything that a text says about time, in the order of the text. Bare numbers and prices do not count. */
export function findTimes(text: string): readonly TimeExpression[] {
  return new TimeFinder(text).find();
}

/** A word that may say something about time. */
interface FoundWord {
  readonly start: number;
  readonly end: number;
  readonly meanings: readonly CalendarWord[];
}

/** A number of units, and where it stands with the words that belong to it. */
interface FoundUnit {
  readonly unit: number;
  readonly isAhead: boolean;
  readonly isBare: boolean;
  readonly first: number;
  readonly last: number;
}

/** Finds times in one text. */
class TimeFinder {
  /** Folded: as long as the text itself. */
  readonly #text: string;
  readonly #found: TimeExpression[] = [];
  readonly #hasDigits: boolean;
  /** 1 for each character that belongs to a time; made with the first one. */
  #taken: Uint8Array | null = null;

  constructor(text: string) {
    this.#text = foldText(text);
    this.#hasDigits = /\d/.test(this.#text);
  }

  find(): readonly TimeExpression[] {
    if (this.#hasDigits) for (const { pattern, read } of digitPatterns) this.#findPattern(pattern, read);
    if (this.#text.includes('now') || this.#text.includes('jetzt'))
      this.#findPattern(atPresent, () => ({ kind: 'at present' }));
    if (this.#hasDigits || hasLetter.test(this.#text)) this.#findWords(calendarWords(this.#text));
    if (this.#found.length === 0) return this.#found;
    this.#found.sort((a, b) => a.start - b.start);
    return mergeTimes(this.#text, this.#found);
  }

  #findPattern(pattern: RegExp, read: TimePattern['read']): void {
    for (const match of this.#text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].trimEnd().length;
      if (this.#isTaken(start, end)) continue;
      const reading = read(match);
      if (reading !== null) this.#take(start, end, reading);
    }
  }

  /** Names of months and days, words such as "yesterday", and numbers of units. A day of a month is no number of units. */
  #findWords(tables: readonly CalendarWords[]): void {
    const text = this.#text;
    const found: FoundWord[] = [];
    for (const start of wordStarts(text)) {
      for (const { words } of tables) {
        const match = words.longestAt(text, start);
        if (match !== null) found.push({ start, end: match.end, meanings: match.values });
      }
    }
    if (this.#hasDigits) {
      for (const word of found) this.#readMonth(word);
      for (const match of text.matchAll(counted)) {
        const count = countOf(match);
        if (count !== null) this.#readUnit(tables, match.index, match.index + match[0].length, count);
      }
    }
    for (const word of found) this.#readWord(tables, word);
  }

  #readWord(tables: readonly CalendarWords[], { start, end, meanings }: FoundWord): void {
    if (this.#isTaken(start, end)) return;
    for (const meaning of meanings) {
      if (meaning.kind === 'month') continue;
      if (meaning.kind !== 'count') {
        this.#take(start, end, meaning.kind === 'weekday' ? meaning : meaning.reading);
        return;
      }
      if (this.#readUnit(tables, start, end, meaning.count)) return;
    }
  }

  /** A month with a day before or after it. */
  #readMonth({ start, end, meanings }: FoundWord): void {
    const months = new Set(meanings.flatMap((one) => (one.kind === 'month' ? [one.month] : [])));
    if (months.size === 0) return;
    const left = this.#text.slice(Math.max(0, start - 24), start);
    const right = this.#text.slice(end, end + 16);
    const before = dayBefore.exec(left);
    const after = before === null ? dayAfter.exec(right) : yearAfter.exec(right);
    if (before === null && after === null) return;
    const [day, yearOnRight] = before === null ? [after?.[1], after?.[2]] : [before[2], after?.[1]];
    const yearOnLeft = before === null ? yearBefore.exec(left) : before[1] === undefined ? null : before;
    const year = yearOnRight ?? yearOnLeft?.[1];
    const reading = days([...months].map((month) => ({ year, month, day, order: 'name' })));
    if (reading === null) return;
    const first = start - (before?.[0].length ?? yearOnLeft?.[0].length ?? 0);
    const last = end + (after?.[0].length ?? 0);
    if (!this.#isTaken(first, last)) this.#take(first, last, reading);
  }

  /** A number of units. Whether it says how long ago something was, depends on the words beside it. */
  #readUnit(tables: readonly CalendarWords[], start: number, end: number, count: TimeCount): boolean {
    if (this.#isTaken(start, end)) return false;
    const text = this.#text;
    let from = end;
    while (text[from] === ' ') from++;
    for (const { units } of tables) {
      const match = units.longestAt(text, from);
      if (match === null || this.#isTaken(from, match.end)) continue;
      const isWord = !/\d/.test(text.slice(start, end));
      const best = this.#bestUnit(match.values, start, match.end, isWord);
      if (best === null || (best.isBare && count.most >= longestBare)) continue;
      const { unit, isAhead, isBare, first, last } = best;
      const reading = (isAhead ? aheadReading : agoReading)(count, unit);
      this.#take(this.#withApproximation(first), last, isBare ? { ...reading, isBare } : reading);
      return true;
    }
    return false;
  }

  /** The meaning with the longest words before the number. */
  #bestUnit(meanings: readonly UnitWords[], start: number, end: number, isWord: boolean): FoundUnit | null {
    const left = this.#text.slice(Math.max(0, start - 24), start).trimEnd();
    const gap = this.#text.slice(Math.max(0, start - 24), start).length - left.length;
    let best: UnitWords | null = null;
    for (const unit of meanings) {
      if (best !== null && unit.prefix.length <= best.prefix.length) continue;
      if (unit.prefix === '' || endsWithWords(left, unit.prefix)) best = unit;
    }
    if (best === null) return null;
    const { unit, prefix, direction } = best;
    if (direction !== 'bare') {
      const first = prefix === '' ? start : start - gap - prefix.length;
      const isAhead = direction === 'ahead';
      const isBare = isAhead && !isCountdown.test(this.#text.slice(Math.max(0, first - 24), first));
      return { unit, isAhead, isBare, first, last: end };
    }
    const before = countingBefore.exec(left);
    const after = countingAfter.exec(this.#text.slice(end, end + 16));
    if (before !== null || after !== null) {
      const first = before === null ? start : start - gap - before[0].length;
      return { unit, isAhead: true, isBare: false, first, last: end + (after?.[0].length ?? 0) };
    }
    if (isWord) return null;
    const last = this.#text[end] === '.' ? end + 1 : end;
    return { unit, isAhead: false, isBare: true, first: start, last };
  }

  /** "About 3 hours ago" and "less than a minute ago" are one expression. */
  #withApproximation(start: number): number {
    const match = approximation.exec(this.#text.slice(Math.max(0, start - 16), start));
    return match === null ? start : start - match[0].length;
  }

  #isTaken(start: number, end: number): boolean {
    return this.#taken?.subarray(start, end).includes(1) ?? false;
  }

  #take(start: number, end: number, reading: TimeReading): void {
    this.#taken ??= new Uint8Array(this.#text.length);
    this.#taken.fill(1, start, end);
    this.#found.push({ start, end, reading });
  }
}

const hasLetter = /[\p{L}]/u;

/** A number that may count units of time: "12", "1.5", "1/4", "1 1/2". */
const counted =
  /(?<![\p{L}\d.,:/-])(?:(\d{1,4})(?:[.,](\d))?(?: (\d)\/(\d))?|(\d)\/(\d)|(?:(\d{1,3}) ?)?([½¼¾]))(?![\d.,:/-]\d)/gu;

/** "2026 m." is a year, not 2026 minutes. */
const longestBare = 1000;

const signs: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };

function countOf([, whole, tenths, over, under, part, of, ones, sign]: readonly (
  | string
  | undefined
)[]): TimeCount | null {
  const fraction =
    over !== undefined
      ? Number(over) / Number(under)
      : part !== undefined
        ? Number(part) / Number(of)
        : (signs[sign ?? ''] ?? 0);
  if (!Number.isFinite(fraction)) return null;
  const value = Number(whole ?? ones ?? 0) + Number(tenths ?? 0) / 10 + fraction;
  const step = tenths !== undefined ? 0.1 : fraction > 0 ? 0.25 : 1;
  return { least: value, most: value, step };
}

const dayBefore =
  /(?:(?<!\d)(\d{4})\.? ?(?:gada|m\.?) )?(?<![\d.,:/-])(\d{1,2})(?:st|nd|rd|th|er|º|ª|-?(?:го|е|го|ві))?[\s.]*(?:(?:de|of|di|del|ng|do) )?$/;
const dayAfter = /^\.?\s+(\d{1,2})(?:st|nd|rd|th|\(?[a-z]{1,3}\)?)?(?!\d|[:/-]\d)\.?(?:,?\s+(\d{4})(?!\d))?/;
const yearAfter = /^\.?,?\s+(?:de |del )?(\d{4})(?!\d)/;
const yearBefore = /(?<!\d)(\d{4})(?:\.|\(e\)ko| m\.?)?\s*$/;

/** How long until something that is still to come. */
const countingBefore =
  /(?:^|(?<=[\s(]))(?:noch|encore|faltan|mancano|nog|only|nur noch|ainda|осталось|zostało|zbývá)$/;
const countingAfter =
  /^\s+(?:to go|left|remaining|until|till|from now|übrig|restants?|restantes|rimasti|over|kvar|осталось|kaldı)(?![\p{L}])/u;

/** "The sale ends in 12 days." */
const isCountdown =
  /(?<![\p{L}])(?:ends?|starts?|begins?|opens?|closes?|expires?|due|endet|beginnt|startet|öffnet|schließt|abläuft|commence|débute|termine|finit|expire|empieza|comienza|termina|caduca|inizia|finisce|scade|começa|acaba|expira|begint|eindigt|sluit|börjar|slutar|starter|slutter|alkaa|päättyy|zaczyna się|kończy się|začíná|končí|başlıyor|bitiyor|начнется|начнётся|закончится)\s+$/u;

const approximation =
  /(?<![\p{L}])(?:about|almost|over|nearly|around|less than|more than|ca\.?|etwa|ungefähr|über|fast|environ|env\.?|presque|plus de|moins de|casi|circa|quasi|cerca de|quase|mais de|ongeveer|bijna|ungefär|cirka|około|około|около|почти) $/u;

function endsWithWords(text: string, phrase: string): boolean {
  if (!text.endsWith(phrase)) return false;
  const at = text.length - phrase.length;
  return at === 0 || !/[\p{L}]/u.test(text[at - 1] ?? '');
}

function instant(milliseconds: number, seconds: string | undefined): TimeReading | null {
  if (Number.isNaN(milliseconds)) return null;
  return { kind: 'instant', milliseconds, span: seconds === undefined ? 60 : 1 };
}

function bare(milliseconds: number, seconds: string | undefined): TimeReading | null {
  const reading = instant(milliseconds, seconds);
  return reading?.kind === 'instant' ? { ...reading, isBare: true } : null;
}

/** A year in all time zones. It is a time only while it lasts. */
function yearOf(year: number): TimeReading {
  const start = Date.UTC(year, 0, 1) / 1000 - latestZone;
  const end = Date.UTC(year + 1, 0, 1) / 1000 - earliestZone;
  return { kind: 'instant', milliseconds: start * 1000, span: end - start, isBare: true };
}

function timeOfDay(
  hours: string | undefined,
  minutes: string | undefined,
  seconds: string | undefined,
  half: string | undefined,
): TimeOfDay | null {
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half === 'p' ? 12 : 0);
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

/** In Thailand 2026 is 2569. */
const buddhistYears = 543;

function days(written: readonly WrittenDay[]): TimeReading | null {
  const possible: CalendarDay[] = [];
  for (const { year, month, day, order } of written) {
    const monthNumber = Number(month);
    const dayNumber = Number(day);
    if (!(monthNumber >= 1 && monthNumber <= 12 && dayNumber >= 1 && dayNumber <= 31)) continue;
    const full = year === undefined ? null : Number(year) + (year.length === 2 ? 2000 : 0);
    const common = full !== null && full > 2400 ? full - buddhistYears : full;
    possible.push({ year: common, month: monthNumber, day: dayNumber, order });
  }
  return possible.length === 0 ? null : { kind: 'day', days: possible };
}
