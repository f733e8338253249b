import { z } from 'zod';
import {
  durationInWords,
  durationPattern,
  parseDuration,
  parseRate,
  parseSize,
  ratePattern,
  sizePattern,
} from '../amounts.ts';
import { wanted } from './wanted.ts';

/** Bytes: `200k`, `1.5M`, `5 MB`, or a plain number. */
export function size(example: string) {
  const error = wanted('a size above 0', example);
  return z
    .union(
      [
        z.number({ error }).int({ error }).min(1, { error }),
        z.string({ error }).regex(sizePattern(), { error }),
      ],
      { error },
    )
    .transform((value) => parseSize(value) ?? 0);
}

/** Bytes per second: a size, with or without `/s`. */
export function rate(example: string) {
  const error = wanted('a size per second, above 0', example);
  return z
    .union(
      [
        z.number({ error }).int({ error }).min(1, { error }),
        z.string({ error }).regex(ratePattern(), { error }),
      ],
      { error },
    )
    .transform((value) => parseRate(value) ?? 0);
}

/** Milliseconds: `500ms`, `90s`, `30 days`. A number without a unit is refused, because people mean different ones. */
export function duration(example: string, least = 1) {
  return time(example, least, 'ms, s, m, h or d');
}

/** A time in words, as rules have it, which count in seconds: `30 days`. */
export function age(example: string) {
  return time(example, 1000, 's, m, h or d').transform(durationInWords);
}

function time(example: string, least: number, units: string) {
  const error = wanted(`a time with a unit (${units})`, example);
  return z
    .string({ error })
    .regex(durationPattern(least), { error })
    .transform((value) => parseDuration(value, least) ?? 0);
}
