/** What a piece of text says about time. */
export type TimeReading =
  | TimeOfDay
  | DayReading
  | WeekdayReading
  /** Milliseconds since 1970. */
  | {
      readonly kind: 'instant';
      readonly milliseconds: number;
      readonly span: number;
      /** Written in digits only: it may be a code. */
      readonly isBare?: boolean;
    }
  /** Something that is true at the moment of the response: "open now". */
  | { readonly kind: 'at present' }
  | AgoReading
  /** A day and a time of that day in some time zone: "Yesterday, 12:19 AM". */
  | {
      readonly kind: 'moment';
      readonly day: DayReading | WeekdayReading | AgoReading;
      readonly time: TimeOfDay;
    };

/** Seconds since midnight in some time zone. `span` is how exact it is: 60 without seconds. */
export interface TimeOfDay {
  readonly kind: 'time of day';
  readonly seconds: number;
  readonly span: number;
}

/** One day, or more when it can be read in several ways. */
interface DayReading {
  readonly kind: 'day';
  readonly days: readonly CalendarDay[];
  /** How many days ago it was, if that is written beside it, as in "today, 16 November". */
  readonly daysAgo?: number;
}

/** From 0 for Sunday. */
interface WeekdayReading {
  readonly kind: 'weekday';
  readonly weekday: number;
  /** Short names such as "Sun" and "Mar" may be other words, unless a date is beside them. */
  readonly isShort: boolean;
}

/** Between `least` and `most` seconds ago; negative for what is still to come. */
export interface AgoReading {
  readonly kind: 'ago';
  readonly least: number;
  readonly most: number;
  /** A length of time that no word such as "ago" marks: "3 days" may be a delivery time. */
  readonly isBare?: boolean;
  /** For a word that names a day, such as "yesterday". */
  readonly daysAgo?: number;
}

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

export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

export const dayLength = 86_400;

/** In seconds ahead of UTC. */
export const earliestZone = -12 * 3600;
export const latestZone = 14 * 3600;

/** In seconds. */
export const unitLengths: Readonly<Record<TimeUnit, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: dayLength,
  week: 7 * dayLength,
  month: 30.5 * dayLength,
  year: 365.25 * dayLength,
};

/** How many units of time a text says, and how exactly: a quarter of an hour is more exact than an hour. */
export interface TimeCount {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

/** "12 minutes ago" may mean 11 to 13: some sites round, some truncate. */
export function agoReading({ least, most, step }: TimeCount, unit: number): AgoReading {
  return { kind: 'ago', least: Math.max(0, least - step) * unit, most: (most + step) * unit };
}

/** "In 12 days" is shown on one day only: some sites round up, some down, but a page always rounds in the same way. */
export function aheadReading({ least, most, step }: TimeCount, unit: number): AgoReading {
  return { kind: 'ago', least: -(most + step / 2) * unit, most: -(least - step / 2) * unit };
}
