import type { NearDuplicates } from '../../fingerprint/index.ts';
import {
  type Loads,
  MemoryRecord,
  type RecordedState,
  type RecordedTry,
  type StateRecording,
} from '../exploration-record.ts';
import type { Exploration, ExploreLimits } from '../explore-options.ts';
import type { Action } from '../graph/state-graph.ts';
import { knownStatesFor } from '../state/known-states.ts';
import { LastingMemory } from '../state/learned-noise.ts';
import type { Task } from './explored-so-far.ts';
import { Explorer, type Trier } from './explorer.ts';
import type { Discovery, Outcome, Tried } from './try-action.ts';

/** The result of a setting on a recorded application. */
interface Replay {
  readonly exploration: Exploration;
  /** The recorded state of each state; null for a page that was seen, but not kept as a state. */
  readonly recorded: readonly (number | null)[];
  /** The state with which each recorded state was identified when it was first seen; states that were never reached are missing. */
  readonly takenFor: ReadonlyMap<number, number>;
  /** Actions that were tried both here and in the recording: a recording may have ended before it tried them all. */
  readonly triedAgain: number;
}

interface ReplayOptions {
  readonly setting: NearDuplicates<unknown>;
  readonly limits: ExploreLimits;
  readonly strip: readonly string[];
}

/** Explores a recorded application repeatedly: with the explorer's own code, in its order, without a browser. */
export class RecordingPlayer {
  readonly #recording: IndexedRecording;
  readonly #memory = new LastingMemory();

  constructor(recording: StateRecording) {
    this.#recording = new IndexedRecording(recording);
  }

  async replay({ setting, limits, strip }: ReplayOptions): Promise<Replay> {
    const record = new MemoryRecord();
    const known = knownStatesFor({ setting, strip, plain: false }, this.#memory);
    const options = {
      url: this.#recording.url,
      record,
      setting,
      limits,
      contexts: 1,
      onEvent: () => undefined,
      signal: null,
    };
    const exploration = await new Explorer(options, known, new RecordingTrier(this.#recording)).explore();
    const { states, tried } = await record.soFar();
    const recorded = states.map(({ candidates }) => this.#recording.numberOf(candidates));
    const takenFor = new Map<number, number>([[0, 0]]);
    let triedAgain = 0;
    for (const { from, candidate, transition, failure } of tried) {
      const action = states[from]?.candidates[candidate];
      const outcome = action === undefined ? undefined : this.#recording.outcomeOf(action);
      if (outcome !== undefined) triedAgain++;
      const seen = outcome?.state ?? null;
      if (seen !== null && failure === '' && !takenFor.has(seen)) takenFor.set(seen, transition?.to ?? from);
    }
    return { exploration, recorded, takenFor, triedAgain };
  }
}

/** The recorded result of an action. */
interface RecordedOutcome {
  readonly outcome: Outcome;
  /** The recorded state; null when it led nowhere. */
  readonly state: number | null;
  readonly twins: Loads;
}

/** A recording with an index of its actions. Actions are compared by object identity: they are those of the recording itself. */
class IndexedRecording {
  readonly url: string;
  readonly index: { readonly discovery: Discovery; readonly twins: Loads };
  readonly #outcomes = new Map<Action, RecordedOutcome>();
  readonly #numbers = new Map<readonly Action[], number>();

  constructor({ url, states, tried }: StateRecording) {
    const [first] = states;
    if (first === undefined) throw new RangeError('nothing was recorded, not even the index');
    this.url = url;
    this.index = { discovery: discoveryOf(first, first.loads), twins: first.loads.slice(1) };
    for (const { candidates, state } of states) this.#numbers.set(candidates, state.number);
    for (const each of tried) {
      const action = states[each.from]?.candidates[each.candidate];
      if (action !== undefined) this.#outcomes.set(action, outcomeOf(each, states));
    }
  }

  outcomeOf(action: Action): RecordedOutcome | undefined {
    return this.#outcomes.get(action);
  }

  /** The recorded state that has these actions; null for a page that was seen, but not kept. */
  numberOf(candidates: readonly Action[]): number | null {
    return this.#numbers.get(candidates) ?? null;
  }
}

function outcomeOf(tried: RecordedTry, states: readonly RecordedState[]): RecordedOutcome {
  const { transition, from, failure, loads } = tried;
  const [seen] = loads;
  if (failure !== '') {
    const at = states[from];
    if (seen === undefined || seen === null || at === undefined)
      return { outcome: { kind: 'failed', failure, isWorthAnother: false }, state: null, twins: [] };
    // The page was seen, but a limit excluded it: its actions are not known.
    const discovery = { ...discoveryOf(at, loads), candidates: { actions: [], avoided: [] } };
    return { outcome: { kind: 'discovered', discovery }, state: null, twins: loads.slice(2) };
  }
  const state = transition?.to ?? from;
  const to = states[state];
  if (to === undefined) throw new RangeError(`there is no recorded state ${state}`);
  const shown = loads.length > 0 ? loads : to.loads;
  return {
    outcome: { kind: 'discovered', discovery: discoveryOf(to, shown) },
    state,
    twins: shown.slice(2),
  };
}

function discoveryOf({ state, html, candidates, avoided }: RecordedState, loads: Loads): Discovery {
  return {
    url: state.url,
    title: state.title,
    html: loads[0] ?? html,
    twin: loads[1] ?? null,
    candidates: { actions: candidates, avoided },
    screenshot: null,
    notes: [],
    held: [],
    document: { requested: state.url, status: 200 },
    openedAt: 0,
    isQuiet: true,
  };
}

/** Returns what visitors saw when the application was recorded. */
class RecordingTrier implements Trier {
  readonly #recording: IndexedRecording;
  readonly #asked = new Map<Action | null, number>();

  constructor(recording: IndexedRecording) {
    this.#recording = recording;
  }

  async index(): Promise<Omit<Discovery, 'twin'>> {
    return this.#recording.index.discovery;
  }

  async twin(way: readonly Action[]): Promise<string | null> {
    const last = way.at(-1) ?? null;
    const twins = last === null ? this.#recording.index.twins : this.#recording.outcomeOf(last)?.twins;
    const count = this.#asked.get(last) ?? 0;
    this.#asked.set(last, count + 1);
    return twins?.[count] ?? null;
  }

  async try({ action }: Task): Promise<Tried> {
    const outcome = this.#recording.outcomeOf(action)?.outcome ?? {
      kind: 'failed',
      failure: 'it was not tried when the application was recorded',
      isWorthAnother: false,
    };
    return { ...outcome, held: [] };
  }
}
