import type { NearDuplicates } from '../../fingerprint/index.ts';
import type { Exploration, ExploreLimits } from '../explore-options.ts';
import { MemoryRecord } from '../memory-record.ts';
import { knownStatesFor } from '../state/known-states.ts';
import { LastingMemory } from '../state/memory.ts';
import type { Tape } from '../tape.ts';
import { Explorer } from './explorer.ts';
import { IndexedTape, TapeTrier } from './tape-trier.ts';

/** What a setting makes of a recorded application. */
interface Replay {
  readonly exploration: Exploration;
  /** The recorded state that each state is; null for one of which only a glimpse was recorded. */
  readonly recorded: readonly (number | null)[];
  /** The state that each recorded state was taken for when it was first seen; those that were never reached are missing. */
  readonly takenFor: ReadonlyMap<number, number>;
  /** Actions that were tried here and when it was recorded: a recording may have ended before it tried them all. */
  readonly triedAgain: number;
}

interface TapeReplayOptions {
  readonly setting: NearDuplicates<unknown>;
  readonly limits: ExploreLimits;
  readonly strip: readonly string[];
}

/** Explores a recorded application again and again: with the explorer's own code, in its order, without a browser. */
export class TapePlayer {
  readonly #tape: IndexedTape;
  readonly #memory = new LastingMemory();

  constructor(tape: Tape) {
    this.#tape = new IndexedTape(tape);
  }

  async replay({ setting, limits, strip }: TapeReplayOptions): Promise<Replay> {
    const record = new MemoryRecord();
    const known = knownStatesFor({ setting, strip, plain: false }, this.#memory);
    const options = {
      url: this.#tape.url,
      ...{ record, setting, limits, contexts: 1, onEvent: () => undefined, signal: null },
    };
    const exploration = await new Explorer(options, known, new TapeTrier(this.#tape)).explore();
    const { states, tried } = await record.soFar();
    const recorded = states.map(({ candidates }) => this.#tape.numberOf(candidates));
    const takenFor = new Map<number, number>([[0, 0]]);
    let triedAgain = 0;
    for (const { from, candidate, transition, failure } of tried) {
      const action = states[from]?.candidates[candidate];
      const outcome = action === undefined ? undefined : this.#tape.outcomeOf(action);
      if (outcome !== undefined) triedAgain++;
      const seen = outcome?.state ?? null;
      if (seen !== null && failure === '' && !takenFor.has(seen)) takenFor.set(seen, transition?.to ?? from);
    }
    return { exploration, recorded, takenFor, triedAgain };
  }
}
