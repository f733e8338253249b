import { AccessError } from '../../access/index.ts';
import { ConcurrencyLimit } from '../../base/index.ts';
import { textsIn } from '../../document/index.ts';
import { FetchError } from '../../fetch/index.ts';
import { ExploreError } from '../errors.ts';
import {
  graphOf,
  heldChanges,
  type Loads,
  type SeenState,
  type TriedAction,
  withActions,
} from '../exploration-record.ts';
import type { Exploration, ExploreEnding, ExploreOptions } from '../explore-options.ts';
import type { Action } from '../graph/state-graph.ts';
import { type KnownStates, knownStatesFor, type Recognised } from '../state/known-states.ts';
import { withoutNumbers } from '../state/strip-page.ts';
import { BrowserVisitors } from '../visitor/browser-visitors.ts';
import { ExploredSoFar, type Task } from './explored-so-far.ts';
import { ActionTrier, type Discovery, type Outcome, type Tried } from './try-action.ts';

/** Further loads of the first page, to learn what differs each time. */
const twinsOfIndex = 2;
/** Further loads of a page that differs from a known state in a text or two, before it counts as a new state. */
const twinsInDoubt = 3;
/** A text may be one of several that alternate, which are states: an action that only shows other texts may be repeated this many times as often. */
const otherTexts = 2;

/** The source of pages: a browser, or a recording. */
export interface Trier {
  /** The index, as the first visitor sees it. */
  index(): Promise<Omit<Discovery, 'twin'>>;
  /** What another visitor sees after these actions; null when it does not get there. */
  twin(way: readonly Action[]): Promise<string | null>;
  /** `way` leads from the index to the state. `isAgain`: it failed before. Never throws for failures of pages. */
  try(task: Task, way: readonly Action[], isAgain?: boolean): Promise<Tried>;
}

/** After this many failures in a row, the index is opened, to see whether the application still shows what it showed at first. */
const failuresInDoubt = 5;

/** An action that failed, and what may be otherwise at another try. */
interface FailedTry {
  readonly task: Task;
  readonly failure: string;
  readonly held: readonly string[];
}

/** The options that decide which states there are, and where they are recorded. */
type ExplorerOptions = Pick<
  ExploreOptions,
  'url' | 'record' | 'setting' | 'limits' | 'contexts' | 'onEvent' | 'signal'
>;

/** Visits that must agree that the index is another page now. */
const attemptsInDoubt = 2;

/** What is recorded of an action beside where it led. */
interface TryFacts extends Pick<TriedAction, 'held' | 'unsteady'> {
  readonly loads: Loads;
}

/** Processes the results of actions in their order, and decides which of them are states. */
export class Explorer {
  readonly #options: ExplorerOptions;
  readonly #known: KnownStates;
  readonly #trier: Trier;
  #soFar = new ExploredSoFar({ states: [], tried: [] }, 0);
  #isCutByUrl = false;
  /** Failed once; tried again when all else was tried. They are not recorded yet: an exploration that is broken off tries them again. */
  readonly #failedOnce: FailedTry[] = [];
  readonly #failedTwice: FailedTry[] = [];
  #failuresInARow = 0;
  #reason = '';

  constructor(options: ExplorerOptions, known: KnownStates, trier: Trier) {
    this.#options = options;
    this.#known = known;
    this.#trier = trier;
  }

  async explore(): Promise<Exploration> {
    const { record, limits } = this.#options;
    const deadline = performance.now() + limits.timeMs;
    this.#soFar = new ExploredSoFar(await record.soFar(), limits.depth);
    for (const { html } of this.#soFar.states) this.#known.recall(html);
    if (this.#soFar.states.length === 0) await this.#findIndex();
    return this.#result(await this.#tryAllThatCanBe(deadline));
  }

  /** What was found is kept when the log-in ends, the site goes away or the browser cannot be opened any more. */
  async #tryAllThatCanBe(deadline: number): Promise<ExploreEnding> {
    try {
      return await this.#tryAll(deadline);
    } catch (error) {
      const isOfSite = error instanceof AccessError || error instanceof FetchError;
      if (!isOfSite && !(error instanceof ExploreError && error.code === 'EXPLORE_RESET_FAILED')) throw error;
      this.#reason = error.message;
      return 'session';
    }
  }

  async #findIndex(): Promise<void> {
    const found = await this.#openedIndex();
    const loads: (string | null)[] = [found.html];
    for (let count = 0; count < twinsOfIndex; count++) {
      const twin = await this.#trier.twin([]);
      if (twin === null)
        throw new ExploreError('EXPLORE_INDEX_FAILED', `${this.#options.url} cannot be opened a second time`);
      loads.push(twin);
      this.#known.recogniseTwins(found.html, twin);
    }
    const seen = this.#newState({ ...found, twin: null }, 0);
    await this.#options.record.index(seen, loads);
    this.#keep(seen, null);
  }

  async #openedIndex(): Promise<Omit<Discovery, 'twin'>> {
    try {
      return await this.#trier.index();
    } catch (error) {
      if (!(error instanceof ExploreError)) throw error;
      throw new ExploreError('EXPLORE_INDEX_FAILED', `there is nothing to explore: ${error.message}`, error);
    }
  }

  /** Runs actions in parallel; each result waits until those before it were processed. */
  async #tryAll(deadline: number): Promise<ExploreEnding> {
    const { contexts, signal } = this.#options;
    const underWay: { readonly task: Task; readonly outcome: Promise<Tried> }[] = [];
    try {
      for (;;) {
        while (underWay.length < 2 * contexts) {
          const task = this.#soFar.next();
          if (task === null) break;
          const outcome = this.#trier.try(task, this.#soFar.wayTo(task.from));
          // A failure is thrown when the result is processed.
          outcome.catch(() => undefined);
          underWay.push({ task, outcome });
        }
        const first = underWay.shift();
        if (first === undefined) {
          const failed = this.#failedOnce.shift();
          if (failed === undefined) return this.#endingOfAll();
          if (!(await this.#tryAgain(failed))) return 'states';
        } else if (!(await this.#take(first.task, await first.outcome))) return 'states';
        if (this.#reason !== '') return 'session';
        if (signal?.aborted) return 'interrupted';
        if (performance.now() > deadline) return 'time';
      }
    } finally {
      await Promise.allSettled(underWay.map(({ outcome }) => outcome));
    }
  }

  /** Alone, so that the machine is as quiet as it can be. False when it would be one state more than the limit. */
  async #tryAgain(failed: FailedTry): Promise<boolean> {
    const { task, failure } = failed;
    const tried = await this.#trier.try(task, this.#soFar.wayTo(task.from), true);
    if (tried.kind !== 'failed') return this.#take(task, tried, failure);
    this.#failedTwice.push({ task, failure: tried.failure, held: tried.held });
    return true;
  }

  async #endingOfAll(): Promise<ExploreEnding> {
    const hasWorked = this.#soFar.tried.some(({ failure }) => failure === '');
    const [first] = this.#failedTwice;
    if (first !== undefined && !hasWorked) {
      // Not recorded: the next exploration tries all of them again.
      this.#reason = first.failure;
      return 'failed';
    }
    for (const { task, failure, held } of this.#failedTwice.splice(0))
      await this.#fail(task, failure, { loads: [], held });
    if (this.#isCutByUrl) return 'states per address';
    return this.#soFar.isCutByDepth ? 'depth' : 'complete';
  }

  /** Processes the result of one action. False when it would be one state more than the limit. */
  async #take(task: Task, outcome: Tried, failedBefore?: string): Promise<boolean> {
    const { onEvent } = this.#options;
    const { from, action } = task;
    const { held } = outcome;
    if (outcome.kind === 'failed') {
      if (!outcome.isWorthAnother) await this.#fail(task, outcome.failure, { loads: [], held });
      else await this.#postpone({ task, failure: outcome.failure, held });
    } else {
      this.#failuresInARow = 0;
      const sight = outcome.kind === 'seen' ? outcome.sight : outcome.discovery;
      for (const note of sight.notes) onEvent({ event: 'note', from, note });
      const recognised = this.#known.recognise(sight.html);
      const loads: (string | null)[] = recognised === null ? [sight.html] : [];
      const known = recognised ?? (await this.#doubted(task, outcome, loads));
      const facts = { loads, held, ...(failedBefore === undefined ? {} : { unsteady: failedBefore }) };
      if (known !== null) await this.#arrive(task, known, facts);
      else if (outcome.kind === 'discovered' && !(await this.#discover(task, outcome.discovery, facts)))
        return false;
    }
    if (held.length > 0) onEvent({ event: 'held', from, action, requests: held });
    const { states, tried, waiting } = this.#soFar;
    onEvent({ event: 'progress', states: states.length, tried: tried.length, waiting });
    return true;
  }

  /** When many actions fail in a row, the application may have changed for all visitors: then nothing more can be learned. */
  async #postpone(failed: FailedTry): Promise<void> {
    this.#failedOnce.push(failed);
    this.#failuresInARow++;
    if (this.#failuresInARow % failuresInDoubt !== 0) return;
    for (let visit = 0; visit < attemptsInDoubt; visit++) {
      const html = await this.#trier.twin([]);
      if (html === null || this.#known.shows(html, 0)) return;
    }
    this.#reason = `${this.#options.url} does not show any more what it showed at first: a session or data changed meanwhile`;
  }

  /** Whether a page that seems new is a known state with different noise. Pages loaded for this check are added to `loads`. */
  async #doubted(
    { from, action }: Task,
    outcome: Outcome,
    loads: (string | null)[],
  ): Promise<Recognised | null> {
    if (outcome.kind !== 'discovered') return null;
    const { html, twin } = outcome.discovery;
    loads.push(twin);
    if (twin !== null) {
      const known = this.#known.recogniseTwins(html, twin);
      if (known !== null) return known;
    }
    const way = [...this.#soFar.wayTo(from), action];
    const another = () => this.#trier.twin(way);
    for (let left = twinsInDoubt; left > 0 && this.#known.isLikeKnown(html); ) {
      const atOnce = Math.min(left, this.#options.contexts);
      left -= atOnce;
      for (const load of await Promise.all(Array.from({ length: atOnce }, another))) {
        loads.push(load);
        const recognised = load === null ? null : this.#known.recogniseTwins(html, load);
        if (recognised !== null) return recognised;
      }
    }
    return null;
  }

  async #discover(task: Task, found: Discovery, facts: TryFacts): Promise<boolean> {
    const { limits, record } = this.#options;
    const { loads, ...kept } = facts;
    if (this.#soFar.states.length >= limits.states) return false;
    if (this.#soFar.statesAt(found.url) >= limits.statesPerUrl) {
      this.#isCutByUrl = true;
      await this.#fail(task, `there are ${limits.statesPerUrl} states of ${found.url} already`, facts);
      return true;
    }
    const endless = this.#endlessly(task, found);
    if (endless !== null) {
      await this.#fail(task, endless, facts);
      return true;
    }
    const { from, candidate, action } = task;
    const depth = (this.#soFar.states[from]?.state.depth ?? 0) + 1;
    const seen = this.#newState(found, depth);
    const transition = { from, to: seen.state.number, action, distance: 0 };
    const tried = { from, candidate, transition, failure: '', ...kept };
    await record.tried(tried, seen, loads);
    this.#keep(seen, task);
    this.#soFar.note(tried);
    return true;
  }

  /** The failure of an action that only shows more of the same, or another text in one place, and was repeated often enough; otherwise null. */
  #endlessly(task: Task, { html }: Discovery): string | null {
    const { repeats } = this.#options.limits;
    const times = this.#soFar.timesInARow(task);
    if (times <= repeats) return null;
    const before = this.#soFar.states[task.from]?.html ?? '';
    if (isMoreOfTheSame(before, html))
      return `pressed ${repeats} times in a row, it only brings more of the same`;
    if (times > otherTexts * repeats && isOtherText(before, html))
      return `pressed ${otherTexts * repeats} times in a row, it only brings another text in one place`;
    return null;
  }

  async #arrive(
    { from, candidate, action }: Task,
    { number: to, distance }: Recognised,
    { loads, ...kept }: TryFacts,
  ): Promise<void> {
    const transition = to === from ? null : { from, to, action, distance };
    const tried = { from, candidate, transition, failure: '', ...kept };
    await this.#options.record.tried(tried, null, loads);
    this.#soFar.note(tried);
    if (transition !== null) this.#options.onEvent({ event: 'transition', ...transition });
  }

  async #fail(
    { from, candidate, action }: Task,
    failure: string,
    { loads, ...kept }: TryFacts,
  ): Promise<void> {
    const tried = { from, candidate, transition: null, failure, ...kept };
    await this.#options.record.tried(tried, null, loads);
    this.#soFar.note(tried);
    this.#options.onEvent({ event: 'failure', from, action, failure });
  }

  #newState({ url, title, html, candidates, screenshot, held }: Discovery, depth: number): SeenState {
    const number = this.#known.count;
    this.#known.add(html);
    const { stripped, hash } = this.#known.stripped(number);
    return {
      state: { number, url, title, hash, depth },
      html: this.#known.marked(number),
      stripped,
      screenshot,
      distances: this.#known.distances(number),
      candidates: candidates.actions,
      avoided: candidates.avoided,
      // What an action would have sent is kept with the action.
      ...(depth === 0 && held.length > 0 ? { held } : {}),
    };
  }

  #keep(seen: SeenState, task: Task | null): void {
    this.#soFar.add(seen);
    const action: Action | null = task?.action ?? null;
    this.#options.onEvent({ event: 'state', state: seen.state, from: task?.from ?? null, action });
    const { held = [], state } = seen;
    if (held.length > 0)
      this.#options.onEvent({ event: 'held', from: state.number, action: null, requests: held });
  }

  #result(ending: ExploreEnding): Exploration {
    const { states, tried } = this.#soFar;
    const pending = [...this.#failedOnce, ...this.#failedTwice];
    const { name: setting, threshold } = this.#options.setting;
    const avoided = states.flatMap((state) =>
      state.avoided.map(({ place, why }) => [place.label, why] as const),
    );
    return {
      graph: graphOf(this.#soFar, { setting, threshold }),
      ending,
      tried: tried.length + pending.length,
      failures: [
        ...withActions(this.#soFar).flatMap(({ from, action, failure }) =>
          failure === '' ? [] : [{ from, action, failure }],
        ),
        ...pending.map(({ task: { from, action }, failure }) => ({ from, action, failure })),
      ],
      unsteady: withActions(this.#soFar).flatMap(({ from, action, unsteady: failure }) =>
        failure === undefined ? [] : [{ from, action, failure }],
      ),
      held: heldChanges(this.#soFar),
      reason: this.#reason,
      avoided: [...new Map(avoided)].map(([label, why]) => ({ label, why })),
    };
  }
}

/**
 * Explores an application from its address, breadth first. The result does not depend on the number of visitors or on their timing: actions
 * are tried in parallel, but their results are processed in the order of states and of their candidates.
 */
export async function exploreStates(options: ExploreOptions): Promise<Exploration> {
  const visitors = new BrowserVisitors(options);
  const known = knownStatesFor(options);
  const trier = new ActionTrier(options, visitors, known, new ConcurrencyLimit(options.contexts));
  try {
    return await new Explorer(options, known, trier).explore();
  } finally {
    await visitors[Symbol.asyncDispose]();
  }
}

/**
 * Whether a page only has more of the content of another page, or other numbers: the effect of a button that can be pressed endlessly.
 */
export function isMoreOfTheSame(before: string, after: string): boolean {
  const [texts, later] = [textsIn(before), textsIn(after)];
  const all = new Set(later);
  return (
    texts.every((text) => all.has(text)) ||
    texts.map(withoutNumbers).join('\n') === later.map(withoutNumbers).join('\n')
  );
}

/** Whether two pages differ in one text only: the effect of a button that shows another quotation each time. */
export function isOtherText(before: string, after: string): boolean {
  const [texts, later] = [textsIn(before), textsIn(after)];
  return texts.length === later.length && texts.filter((text, place) => text !== later[place]).length === 1;
}
