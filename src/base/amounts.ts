// Sizes, durations and rates as people write them: the same in project files and on the command line.

/** Larger amounts limit nothing: they are read as the largest one that can be written and read back exactly. */
const MOST_BYTES = Number.MAX_SAFE_INTEGER;
const MOST_MILLISECONDS = 999_999_999_999_999;

/** More decimals are not needed: fractions of the smallest unit are dropped. */
const MOST_DECIMALS = 3;

/** Largest first: `writeSize` takes the first that fits. */
const sizeLetters: readonly (readonly [string, number])[] = [
  ['T', 2 ** 40],
  ['G', 2 ** 30],
  ['M', 2 ** 20],
  ['k', 2 ** 10],
];

/** In bytes: `k`, `Ki` and `KiB` are 1024, `kB` is 1000. Upper and lower case are equal. */
export const sizeUnits: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['b', 1],
  ['byte', 1],
  ['bytes', 1],
  ...sizeLetters.flatMap(([upper, factor], i): [string, number][] => {
    const letter = upper.toLowerCase();
    return [
      [letter, factor],
      [`${letter}b`, 1000 ** (sizeLetters.length - i)],
      [`${letter}i`, factor],
      [`${letter}ib`, factor],
    ];
  }),
]);

/**
 * Bytes of `200k`, `1.5M`, `1GiB` (steps of 1024), `5 MB` (steps of 1000), or a plain number. Null for anything else, and
 * for less than `least`.
 */
export function parseSize(written: string | number, least = 0): number | null {
  if (typeof written === 'number') return Number.isSafeInteger(written) && written >= least ? written : null;
  return parseAmount(written, sizeUnits, least, MOST_BYTES);
}

/** The shortest way to write this number of bytes exactly. */
export function writeSize(bytes: number): string | number {
  const unit = sizeLetters.find(([, factor]) => bytes % factor === 0);
  return unit === undefined ? bytes : `${bytes / unit[1]}${unit[0]}`;
}

const PER_SECOND = '\\s*/\\s*s';

/** Bytes per second: a size above zero, with or without `/s`: `200k`, `5 MB/s`. Null for anything else. */
export function parseRate(written: string | number): number | null {
  if (typeof written === 'number') return parseSize(written, 1);
  return parseSize(written.replace(new RegExp(`${PER_SECOND}\\s*$`), ''), 1);
}

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** Largest first: `writeDuration` takes the first that fits. */
const durationLetters: readonly (readonly [string, number])[] = [
  ['d', DAY],
  ['h', 3600 * SECOND],
  ['m', 60 * SECOND],
  ['s', SECOND],
  ['ms', 1],
];

/** A month has 30 days, a year 365. */
const durationWords: readonly (readonly [string, number])[] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', 3600 * SECOND],
  ['minute', 60 * SECOND],
  ['second', SECOND],
];

/** In milliseconds. Upper and lower case are equal. */
export const durationUnits: ReadonlyMap<string, number> = new Map([
  ...durationLetters,
  ...durationWords,
  ...durationWords.map(([word, factor]) => [`${word}s`, factor] as const),
]);

/**
 * Milliseconds of `500ms`, `90s`, `10m`, `2h`, `30d`, `30 days`. Null for anything else, for a number without a unit, and for
 * less than `least`.
 */
export function parseDuration(written: string, least = 0): number | null {
  return parseAmount(written, durationUnits, least, MOST_MILLISECONDS);
}

/** The shortest way to write this number of milliseconds exactly. */
export function writeDuration(ms: number): string {
  const [name, factor] = durationLetters.find(([, each]) => ms % each === 0 && ms > 0) ?? ['ms', 1];
  return `${ms / factor}${name}`;
}

/** The same in words, in whole seconds: `30 days`. */
export function durationInWords(ms: number): string {
  const seconds = Math.round(ms / SECOND) * SECOND;
  const [word, factor] = durationWords.slice(3).find(([, each]) => seconds % each === 0) ?? [
    'second',
    SECOND,
  ];
  return `${seconds / factor} ${word}${seconds === factor ? '' : 's'}`;
}

/** What `parseSize`, `parseRate` and `parseDuration` take as text, for a JSON Schema. */
export const sizePattern = (): RegExp => amountPattern(sizeUnits, 1);
export const ratePattern = (): RegExp => amountPattern(sizeUnits, 1, `(?:${PER_SECOND})?`);
export const durationPattern = (least: number): RegExp => amountPattern(durationUnits, least);

/**
 * Matches the texts that mean at least `least` of the smallest unit. A JSON Schema cannot compute, so the spelling decides: the decimals of each unit
 * are limited, so that no amount above zero rounds to zero.
 */
function amountPattern(units: ReadonlyMap<string, number>, least: number, after = ''): RegExp {
  const large = [...units].filter(([, factor]) => factor >= least);
  const spellings = [...Map.groupBy(large, ([, factor]) => numberPattern(factor, least))].map(
    ([number, same]) => `${number}\\s*(?:${same.map(([unit]) => inAnyCase(unit)).join('|')})`,
  );
  const notZero = least === 0 ? '' : '(?=[0.]*[1-9])';
  return new RegExp(`^\\s*${notZero}(?:${spellings.join('|')})${after}\\s*$`);
}

function numberPattern(factor: number, least: number): string {
  const decimals = Math.min(Math.floor(Math.log10(factor / Math.max(least, 1))), MOST_DECIMALS);
  return `\\d{1,15}${decimals === 0 ? '' : `(?:\\.\\d{1,${decimals}})?`}`;
}

/** `[kK][bB]`: patterns of a JSON Schema have no flags. */
function inAnyCase(unit: string): string {
  return unit.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

function parseAmount(
  written: string,
  units: ReadonlyMap<string, number>,
  least: number,
  most: number,
): number | null {
  if (!amountPattern(units, least).test(written)) return null;
  const [, number, unit = ''] = /^\s*([\d.]+)\s*(\w*)\s*$/.exec(written) ?? [];
  const amount = Math.round(Number(number) * (units.get(unit.toLowerCase()) ?? Number.NaN));
  return Number.isNaN(amount) ? null : Math.min(amount, most);
}
