import { z } from 'zod';
import { byteSize } from '../rules/byte-size.ts';
import { timeSpan, timeSpanInWords } from '../rules/time-span.ts';
import { wanted } from './wanted.ts';

/** Bytes: `200k`, `1.5M`, `5 MB`, or a plain number. */
export function size(example: string) {
  const error = wanted('a size above 0', example);
  return z
    .union([z.number(), z.string()], { error })
    .transform((value) => byteSize(value) ?? 0)
    .refine((bytes) => Number.isSafeInteger(bytes) && bytes > 0, { error });
}

/** Milliseconds: `500ms`, `90s`, `30 days`. A number without unit is refused: people mean different ones. */
export function duration(example: string, least = 1) {
  const error = wanted('a time with its unit (ms, s, m, h or d)', example);
  return z
    .string({ error })
    .transform((value) => timeSpan(value) ?? -1)
    .refine((ms) => Number.isSafeInteger(ms) && ms >= least, { error });
}

/** A time in the words of the rules: `30 days`. */
export function age(example: string) {
  return duration(example, 1000).transform(timeSpanInWords);
}
