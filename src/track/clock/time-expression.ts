/** What a piece of text says about time. */
export type TimeReading =
  /** Seconds since midnight in some time zone. `span` is how exact it is: 60 without seconds. */
  | { readonly kind: 'time of day'; readonly seconds: number; readonly span: number }
  /** One day, or two when either number may be the day. */
  | { readonly kind: 'day'; readonly days: readonly CalendarDay[] }
  /** From 0 for Sunday. */
  | { readonly kind: 'weekday'; readonly weekday: number }
  /** Milliseconds since 1970. */
  | {
      readonly kind: 'instant';
      readonly milliseconds: number;
      readonly span: number;
      /** Nothing but digits says so: it may be a code. */
      readonly isBare?: boolean;
    }
  /** Something that is true at the moment of the response: "open now". */
  | { readonly kind: 'at present' }
  /** Between `least` and `most` seconds ago; negative for what is still to come. */
  | { readonly kind: 'ago'; readonly least: number; readonly most: number };

export interface CalendarDay {
  /** Null when the page does not say. */
  readonly year: number | null;
  readonly month: number;
  readonly day: number;
  /** How it is written: with the month's name, or which number comes first. */
  readonly order: 'name' | 'year first' | 'day first' | 'month first';
}

/** A time and its position in the text. */
export interface TimeExpression {
  readonly start: number;
  readonly end: number;
  readonly reading: TimeReading;
}

const minute = 60;
const hour = 3600;
const dayLength = 86_400;

const units: Readonly<Record<string, number>> = {
  second: 1,
  minute,
  hour,
  day: dayLength,
  week: 7 * dayLength,
  month: 30.5 * dayLength,
  year: 365.25 * dayLength,
};

/** Words for units of time by their beginning, in the languages in which `find-times.ts` knows a word for "ago". */
const unitBeginnings: readonly (readonly [RegExp, number])[] = [
  [/^(?:s$|se[ck]|seg)/i, 1],
  [/^(?:mo$|mon|mois|mes|maan|mês)/i, units['month'] ?? 0],
  [/^(?:m$|min)/i, minute],
  [/^(?:h$|hr|hour|heure|hora|stund|std|ore$|ora$|uur|uren)/i, hour],
  [/^(?:d$|day|tag|jour|d[ií]a|giorn|dag)/i, dayLength],
  [/^(?:w$|wk|week|woche|sem|settiman|weken)/i, 7 * dayLength],
  [/^(?:y$|yr|year|jahr|an$|ans$|ann[ée]|a[ñn]o|ann[oi]|jaar)/i, units['year'] ?? 0],
];

export function secondsOfUnit(word: string): number | null {
  return unitBeginnings.find(([beginning]) => beginning.test(word))?.[1] ?? null;
}

/** "12 minutes ago" may mean 11 to 13: some sites round, some cut off. */
export function agoReading(count: number, unit: number): TimeReading {
  return { kind: 'ago', least: Math.max(0, count - 1) * unit, most: (count + 1) * unit };
}

const bareUnits: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['s sec secs second seconds', 1],
    ['m min mins minute minutes minuten', minute],
    ['h hr hrs hour hours std stunde stunden', hour],
    ['d day days tag tage', dayLength],
    ['w wk wks week weeks woche wochen', 7 * dayLength],
    ['mo mon month months monat monate', 30.5 * dayLength],
    ['y yr yrs year years jahr jahre', 365.25 * dayLength],
  ].flatMap(([names, seconds]) =>
    String(names)
      .split(' ')
      .map((name) => [name, Number(seconds)]),
  ),
);

/** "17 min." or "1.5 hours": an age, if it grows with the clock. */
export function bareAge(count: string, word: string): TimeReading | null {
  const unit = bareUnits[word.toLowerCase()];
  if (unit === undefined) return null;
  const decimals = /[.,](\d+)$/.exec(count)?.[1]?.length ?? 0;
  const [value, step] = [Number(count.replace(',', '.')), 10 ** -decimals];
  return { kind: 'ago', least: Math.max(0, value - step) * unit, most: (value + step) * unit };
}

/** "In 12 days" is shown for one day only: some sites round up, some down, but one page always in the same way. */
export function aheadReading(count: number, unit: number): TimeReading {
  return { kind: 'ago', least: -(count + 0.5) * unit, most: -(count - 0.5) * unit };
}
