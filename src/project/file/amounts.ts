import { z } from 'zod';
import { wanted } from './wanted.ts';

type Units = readonly (readonly [name: string, factor: number])[];

/** In the order in which they are tried when written: the largest first. */
const sizeUnits: Units = [
  ['T', 1024 ** 4],
  ['G', 1024 ** 3],
  ['M', 1024 ** 2],
  ['k', 1024],
];
/** As SI and IEC have them; the bare letters are those of the command line. */
const otherSizeUnits: Units = [
  ['b', 1],
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
  ['tb', 1e12],
  ['kib', 1024],
  ['mib', 1024 ** 2],
  ['gib', 1024 ** 3],
  ['tib', 1024 ** 4],
];
const durationUnits: Units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
];
const durationWords: Units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

/** Bytes: `200k`, `1.5M`, `1G` in steps of 1024, `5 MB` in steps of 1000, or a plain number. */
export function size(example: string) {
  const error = wanted('a size above 0', example);
  return z
    .union([z.number(), z.string().regex(/^\d+(?:\.\d+)? ?(?:[kmgt]?|[kmgt]?i?b)$/i, { error })], { error })
    .transform((value) =>
      typeof value === 'number' ? value : readAmount(value, [...sizeUnits, ...otherSizeUnits]),
    )
    .refine((bytes) => Number.isSafeInteger(bytes) && bytes > 0, { error });
}

/** Milliseconds: `500ms`, `90s`, `10m`, `2h`, `30 days`. A number without unit is refused: people mean different ones. */
export function duration(example: string, least = 1) {
  const error = wanted('a time with its unit (ms, s, m, h or d)', example);
  return z
    .string({ error })
    .regex(/^\d+(?:\.\d+)? ?(?:ms|s|m|h|d|(?:second|minute|hour|day|week|month|year)s?)$/, { error })
    .transform((value) =>
      readAmount(value.replace(/([a-z]{3,})s$/, '$1'), [...durationUnits, ...durationWords]),
    )
    .refine((ms) => Number.isSafeInteger(ms) && ms >= least, { error });
}

/** A time in the words of the rules: `30 days`. */
export function age(example: string) {
  return duration(example, 1000).transform((ms) => {
    const seconds = Math.round(ms / 1000) * 1000;
    const [word, factor] = durationWords.slice(3).find(([, each]) => seconds % each === 0) ?? [
      'second',
      1000,
    ];
    return `${seconds / factor} ${word}${seconds === factor ? '' : 's'}`;
  });
}

function readAmount(text: string, units: Units): number {
  const [, number = '', unit = ''] = /^([\d.]+) ?([a-z]*)$/i.exec(text) ?? [];
  const factor = units.find(([name]) => name.toLowerCase() === unit.toLowerCase())?.[1] ?? 1;
  return Math.round(Number(number) * factor);
}

/** The shortest way to write so many bytes exactly. */
export function writeSize(bytes: number): string | number {
  const unit = sizeUnits.find(([, factor]) => bytes % factor === 0);
  return unit === undefined ? bytes : `${bytes / unit[1]}${unit[0]}`;
}

/** The shortest way to write so many milliseconds exactly. */
export function writeDuration(ms: number): string {
  const [name, factor] = durationUnits.find(([, each]) => ms % each === 0 && ms > 0) ?? ['ms', 1];
  return `${ms / factor}${name}`;
}
