import type { Loads, SeenState, TriedAction } from './exploration-record.ts';

/** A state as it was recorded, with all that visitors saw of it when it was found. */
export interface TapedState extends Omit<SeenState, 'screenshot' | 'distances'> {
  readonly loads: Loads;
}

/** An action as it was recorded. */
export interface TapedTry extends TriedAction {
  readonly loads: Loads;
}

/**
 * Everything that visitors saw in an application while every change counted as a state of its own: it can be explored again without a browser, with any
 * setting (D7).
 */
export interface Tape {
  readonly url: string;
  readonly states: readonly TapedState[];
  readonly tried: readonly TapedTry[];
}
