import type { CandidateKind } from './candidate.ts';
import type { Rule } from './rule.ts';

/** What is known of an answer when its headers are read, or its body. */
export interface FetchedContent {
  readonly kind: CandidateKind;
  readonly path: string;
  /** The Content-Type header, or null. */
  readonly contentType: string | null;
  /** Decoded bytes read so far, or the announced length while nothing has been read; null when neither is known. */
  readonly bytes: number | null;
}

/** Whether what was fetched is kept. Asked when the headers are there, so that a wrong body is not even read. */
export type ContentRule = Rule<FetchedContent>;
