import type { z } from 'zod';
import { section, type Unchangeable, wholeNumber } from '../../../config/index.ts';

/** What stays when earlier runs are tidied. What either of the two keeps is kept. */
export const keepEntry = section('a map', 'keep: { versions: 20, days: 365 }', {
  versions: wholeNumber(1, 'versions: 20')
    .optional()
    .describe('So many versions of each page stay. Default: 1.'),
  days: wholeNumber(0, 'days: 365', 100_000)
    .optional()
    .describe('Everything of runs that ended in so many days stays. Default: 0.'),
});

export type KeepEntry = Unchangeable<z.output<typeof keepEntry>>;
