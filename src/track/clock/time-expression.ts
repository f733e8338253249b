/** What a piece of text says about time. */
export type TimeReading =
  /** Seconds since midnight, somewhere on earth. `span`: how exact it is, in seconds. */
  | { readonly kind: 'time of day'; readonly seconds: number; readonly span: number }
  /** One day, or two when day and month could be either; year null when it is not said. */
  | { readonly kind: 'day'; readonly days: readonly CalendarDay[] }
  /** From 0 for Sunday. */
  | { readonly kind: 'weekday'; readonly weekday: number }
  /** Milliseconds since 1970. */
  | { readonly kind: 'instant'; readonly milliseconds: number; readonly span: number }
  /** It holds at the moment of the response: "open now". */
  | { readonly kind: 'at present' }
  /** So many seconds ago, from the least to the most; below zero what is still to come. */
  | { readonly kind: 'ago'; readonly least: number; readonly most: number };

export interface CalendarDay {
  readonly year: number | null;
  readonly month: number;
  readonly day: number;
  /** How it is written: with the month's name, or which number comes first. */
  readonly order: 'name' | 'year first' | 'day first' | 'month first';
}

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

/** Words for units, by their beginning, in the languages of `month-names.ts` that have an "ago". */
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

/** "12 minutes ago" is said from 11 to 13: some round, some cut off. */
export function agoReading(count: number, unit: number): TimeReading {
  return { kind: 'ago', least: Math.max(0, count - 1) * unit, most: (count + 1) * unit };
}

/** "in 12 days" is said for one day: some round up, some down, but one page always does the same. */
export function aheadReading(count: number, unit: number): TimeReading {
  return { kind: 'ago', least: -(count + 0.5) * unit, most: -(count - 0.5) * unit };
}
