const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** The largest first, in the order in which they are tried when written. */
const letters: readonly (readonly [string, number])[] = [
  ['d', DAY],
  ['h', 3600 * SECOND],
  ['m', 60 * SECOND],
  ['s', SECOND],
  ['ms', 1],
];

/** A month has 30 days, a year 365. */
const words: readonly (readonly [string, number])[] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', 3600 * SECOND],
  ['minute', 60 * SECOND],
  ['second', SECOND],
];

/** Milliseconds; in any case when they are read. */
export const timeUnits: ReadonlyMap<string, number> = new Map([
  ...letters,
  ...words,
  ...words.map(([word, factor]) => [`${word}s`, factor] as const),
]);

/** `500ms`, `90s`, `10m`, `2h`, `30d`, `30 days` in milliseconds. Null when it is nothing of the kind, or has no unit. */
export function timeSpan(text: string): number | null {
  const [, number, unit = ''] = /^\s*(\d{1,15}(?:\.\d{1,6})?)\s*([a-z]{1,7})\s*$/i.exec(text) ?? [];
  const factor = timeUnits.get(unit.toLowerCase());
  return number === undefined || factor === undefined ? null : Math.round(Number(number) * factor);
}

/** The shortest way to write so many milliseconds exactly. */
export function writeTimeSpan(ms: number): string {
  const [name, factor] = letters.find(([, each]) => ms % each === 0 && ms > 0) ?? ['ms', 1];
  return `${ms / factor}${name}`;
}

/** The same in words, in whole seconds: `30 days`. */
export function timeSpanInWords(ms: number): string {
  const seconds = Math.round(ms / SECOND) * SECOND;
  const [word, factor] = words.slice(3).find(([, each]) => seconds % each === 0) ?? ['second', SECOND];
  return `${seconds / factor} ${word}${seconds === factor ? '' : 's'}`;
}
