import type { z } from 'zod';
import type { StemLanguage, Stemmers } from '../stem/stemmers.ts';
import type { SegmentReading } from '../words/segment-reading.ts';
import type { ChangedSegment, DetectorInput, FoundNumber, FoundWord } from './detector-input.ts';

/** A condition as a user writes it: the key of a kind and its value. */
export type ConditionEntry = Readonly<Record<string, unknown>>;

/** A detector as a user writes it. All keys but the first ones are those of kinds. */
export interface DetectorDefinition {
  readonly name?: string | undefined;
  readonly comment?: string | undefined;
  /** Pages it looks at: patterns of addresses. Default: all. */
  readonly match?: readonly (string | { readonly glob: string })[] | undefined;
  /** CSS selector of the part of the page that it looks at. Default: all of it. */
  readonly region?: string | undefined;
  /** Language of its words, and of the texts that it reads. Default: the language of each text. */
  readonly language?: string | undefined;
  /** Text that is new, or text that is gone. Default: added. */
  readonly in?: 'added' | 'removed' | undefined;
  readonly [kind: string]: unknown;
}

/** The keys of a detector that are not kinds. */
export const scopeKeys = ['name', 'comment', 'match', 'region', 'language', 'in'] as const;

/** What the compiler gives to a kind. */
export interface KindContext {
  /** The language of the detector; null: that of each segment. */
  readonly language: StemLanguage | null;
  readonly stemmers: Stemmers;
  /** Compiles a condition inside this one. */
  compile(entry: ConditionEntry): DetectorCondition;
}

/** One kind of detectors. A new one is a file with such an object, and a line in `kinds.ts`. */
export interface DetectorKind<Value> {
  /** Its key in a detector. */
  readonly key: string;
  /** The values of the key; `condition` is the schema of a condition inside it. The sentence of `describe` is shown by editors. */
  schema(condition: z.ZodType<ConditionEntry>): z.ZodType<Value>;
  /** Throws SyntaxError, whose message says what is wrong with the value. */
  compile(value: Value, context: KindContext): DetectorCondition;
}

/** What a segment must contain for a condition to hold. The index of all detectors looks for it. */
export type Term =
  /** A word in lower case. */
  | { readonly form: 'word'; readonly text: string }
  /** Any form of a word; `language` null: whatever the language of the segment is. */
  | { readonly form: 'stem'; readonly text: string; readonly language: string | null }
  /** Text inside a word or across several, ASCII and in lower case. */
  | { readonly form: 'literal'; readonly text: string }
  /** A word that may also stand in the label before the segment. */
  | { readonly form: 'label'; readonly text: string };

/** At least one of these terms. */
export type Need = readonly Term[];

/** A segment with its words. */
export type ReadSegment = ChangedSegment & { readonly reading: SegmentReading };

/** What a condition judges: a segment that was added or removed, or the page as a whole. */
export interface Subject {
  readonly input: DetectorInput;
  readonly in: 'added' | 'removed';
  /** Null when the condition is about the page. */
  readonly segment: ReadSegment | null;
  /** All segments of the page that are within the scope of the detector. */
  readonly segments: readonly ReadSegment[];
}

/** Why a condition holds. */
export interface Finding {
  readonly words: readonly FoundWord[];
  readonly number: FoundNumber | null;
  /** Continues the sentence "Reported because ...". */
  readonly reason: string;
  /** For conditions about the page: a segment that shows it. */
  readonly shownBy?: ChangedSegment;
}

/** A compiled condition. Pure: the same subject always gets the same answer. */
export interface DetectorCondition {
  /** Judged for each segment, or once for the page. */
  readonly about: 'segment' | 'page';
  /** `find` is called only when all needs are met; without needs, it is always called. */
  readonly needs: readonly Need[];
  /**
   * True if it also judges segments that detectors have read before: a price that falls to what it was a month ago is
   * reported. Then it must itself distinguish a change from a state.
   */
  readonly readsAgain: boolean;
  /** What it looks for, as in "the words "virus" and "flu" in one sentence". */
  readonly inWords: string;
  /** Null when it does not hold. */
  find(subject: Subject): Finding | null;
}
