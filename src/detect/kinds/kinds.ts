import type { z } from 'zod';
import type { ConditionEntry, DetectorCondition, KindContext } from '../model/detector-kind.ts';
import { stems, words } from './all-words.ts';
import { change } from './any-change.ts';
import { close } from './close-words.ts';
import { all, any, none } from './combined.ts';
import { number } from './number.ts';
import { oneSentence } from './one-sentence.ts';
import { optional } from './optional-words.ts';
import { page } from './page-event.ts';
import { pattern } from './pattern.ts';
import { phrase } from './phrase.ts';
import { similar } from './similarity.ts';

/** A kind with any type of value. The schema validates the value before it is compiled. */
export interface AnyKind {
  readonly key: string;
  schema(condition: z.ZodType<ConditionEntry>): z.ZodType;
  compile(value: never, context: KindContext): DetectorCondition;
}

/** All kinds of detectors, in the order in which messages and docs name them. */
export const detectorKinds: readonly AnyKind[] = [
  words,
  stems,
  close,
  oneSentence,
  optional,
  phrase,
  pattern,
  number,
  similar,
  change,
  page,
  all,
  any,
  none,
];
