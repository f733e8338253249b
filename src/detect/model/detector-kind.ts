import type { z } from 'zod';
import type { StemLanguage, Stemmers } from '../stem/stemmers.ts';
import type { DetectorCondition } from './condition.ts';
import type { ConditionEntry } from './detector-definition.ts';

/** What the compiler gives to a kind. */
export interface KindContext {
  /** The language of the detector; null: that of each segment. */
  readonly language: StemLanguage | null;
  readonly stemmers: Stemmers;
  /** Compiles a condition inside this one. */
  compile(entry: ConditionEntry): DetectorCondition;
}

/** One kind of detectors (C4, C5). A new one is a file with such an object, and a line in `kinds.ts`. */
export interface DetectorKind<Value> {
  /** Its key in a detector. */
  readonly key: string;
  /** The values of the key; `condition` is the schema of a condition inside it. The sentence of `describe` is shown by editors. */
  schema(condition: z.ZodType<ConditionEntry>): z.ZodType<Value>;
  /** Throws SyntaxError, whose message says what is wrong with the value. */
  compile(value: Value, context: KindContext): DetectorCondition;
}
