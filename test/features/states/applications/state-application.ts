import type { CandidateRules } from '../../../../src/explore/index.ts';
import type { Answering } from '../../../sites/plain/site-server.ts';

/** A state as a person would list it: known by what is read on the page, not by any fingerprint. */
export interface ExpectedState {
  readonly name: string;
  /** All of these are on the page, for all to see. */
  readonly see: readonly string[];
  /** None of these is. */
  readonly not?: readonly string[];
  /** People might call it a state or not: it may be found once, and may be missing. */
  readonly isOptional?: boolean;
}

/** An application on loopback, with the states that it has. The list was written before any crawler saw the application. */
export interface StateApplication {
  readonly name: string;
  /** What is hard about it, in a few words. */
  readonly about: string;
  /** Called for every exploration: counters begin anew. */
  serve(): Answering;
  /** With the setting `content`. The first is the index. */
  readonly states: readonly ExpectedState[];
  /** States of the list, by name, that are near-duplicates to the setting `structure`. Default: none are. */
  readonly sameStructure?: readonly (readonly string[])[];
  /** Ways that must be in the graph, by the names of states. */
  readonly ways?: readonly (readonly [from: string, to: string])[];
  /** What is tried besides the usual: hovering, keys. */
  readonly tries?: Partial<CandidateRules>;
  /** Paths that nobody may ask for: what deletes, buys or logs out. */
  readonly forbidden?: readonly string[];
}
