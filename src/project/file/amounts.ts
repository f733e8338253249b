import { z } from 'zod';
import { byteSize, byteUnits } from '../rules/byte-size.ts';
import { timeSpan, timeSpanInWords, timeUnits } from '../rules/time-span.ts';
import { amountPattern } from './amount-pattern.ts';
import { wanted } from './wanted.ts';

/** Larger amounts are no limit for anybody: they are taken for the largest that can be counted, and written again. */
const mostBytes = Number.MAX_SAFE_INTEGER;
const mostMilliseconds = 999_999_999_999_999;

/** Bytes: `200k`, `1.5M`, `5 MB`, or a plain number. */
export function size(example: string) {
  const error = wanted('a size above 0', example);
  return z
    .union(
      [
        z.number({ error }).int({ error }).min(1, { error }),
        z.string({ error }).regex(amountPattern(byteUnits, 1), { error }),
      ],
      { error },
    )
    .transform((value) => Math.min(byteSize(value) ?? 0, mostBytes));
}

/** Milliseconds: `500ms`, `90s`, `30 days`. A number without unit is refused: people mean different ones. */
export function duration(example: string, least = 1) {
  return time(example, least, 'ms, s, m, h or d');
}

/** A time in the words of the rules, which count seconds: `30 days`. */
export function age(example: string) {
  return time(example, 1000, 's, m, h or d').transform(timeSpanInWords);
}

function time(example: string, least: number, units: string) {
  const error = wanted(`a time with its unit (${units})`, example);
  return z
    .string({ error })
    .regex(amountPattern(timeUnits, least), { error })
    .transform((value) => Math.min(timeSpan(value) ?? 0, mostMilliseconds));
}
