import { ConcurrencyLimit } from '../../base/index.ts';
import { textsIn } from '../../document/index.ts';
import { ExploreError } from '../errors.ts';
import { graphOf, type Loads, type SeenState } from '../exploration-record.ts';
import type { Exploration, ExploreEnding, ExploreOptions } from '../explore-options.ts';
import type { Action } from '../graph/state-graph.ts';
import { type KnownStates, knownStatesFor, type Recognised } from '../state/known-states.ts';
import { withoutNumbers } from '../state/strip-page.ts';
import { BrowserVisitors } from '../visitor/browser-visitors.ts';
import { ExploredSoFar, type Task } from './explored-so-far.ts';
import { ActionTrier, type Discovery, type Outcome } from './try-action.ts';

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
  /** `way` leads from the index to the state. Never throws for failures of pages. */
  try(task: Task, way: readonly Action[]): Promise<Outcome>;
}

/** The options that decide which states there are, and where they are recorded. */
type ExplorerOptions = Pick<
  ExploreOptions,
  'url' | 'record' | 'setting' | 'limits' | 'contexts' | 'onEvent' | 'signal'
>;

/** Processes the results of actions in their order, and decides which of them are states. */
export class Explorer {
  readonly #options: ExplorerOptions;
  readonly #known: KnownStates;
  readonly #trier: Trier;
  #soFar = new ExploredSoFar({ states: [], tried: [] }, 0);
  #isCutByUrl = false;

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
    return this.#result(await this.#tryAll(deadline));
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
    const underWay: { readonly task: Task; readonly outcome: Promise<Outcome> }[] = [];
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
        if (first === undefined) return this.#endingOfAll();
        if (!(await this.#take(first.task, await first.outcome))) return 'states';
        if (signal?.aborted) return 'interrupted';
        if (performance.now() > deadline) return 'time';
      }
    } finally {
      await Promise.allSettled(underWay.map(({ outcome }) => outcome));
    }
  }

  #endingOfAll(): ExploreEnding {
    if (this.#isCutByUrl) return 'states per address';
    return this.#soFar.isCutByDepth ? 'depth' : 'complete';
  }

  /** Processes the result of one action. False when it would be one state more than the limit. */
  async #take(task: Task, outcome: Outcome): Promise<boolean> {
    const { onEvent } = this.#options;
    if (outcome.kind === 'failed') await this.#fail(task, outcome.failure, []);
    else {
      const sight = outcome.kind === 'seen' ? outcome.sight : outcome.discovery;
      for (const note of sight.notes) onEvent({ event: 'note', from: task.from, note });
      const recognised = this.#known.recognise(sight.html);
      const loads: (string | null)[] = recognised === null ? [sight.html] : [];
      const known = recognised ?? (await this.#doubted(task, outcome, loads));
      if (known !== null) await this.#arrive(task, known, loads);
      else if (outcome.kind === 'discovered' && !(await this.#discover(task, outcome.discovery, loads)))
        return false;
    }
    const { states, tried, waiting } = this.#soFar;
    onEvent({ event: 'progress', states: states.length, tried: tried.length, waiting });
    return true;
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

  async #discover(task: Task, found: Discovery, loads: Loads): Promise<boolean> {
    const { limits, record } = this.#options;
    if (this.#soFar.states.length >= limits.states) return false;
    if (this.#soFar.statesAt(found.url) >= limits.statesPerUrl) {
      this.#isCutByUrl = true;
      await this.#fail(task, `there are ${limits.statesPerUrl} states of ${found.url} already`, loads);
      return true;
    }
    const endless = this.#endlessly(task, found);
    if (endless !== null) {
      await this.#fail(task, endless, loads);
      return true;
    }
    const { from, candidate, action } = task;
    const depth = (this.#soFar.states[from]?.state.depth ?? 0) + 1;
    const seen = this.#newState(found, depth);
    const transition = { from, to: seen.state.number, action, distance: 0 };
    const tried = { from, candidate, transition, failure: '' };
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
    loads: Loads,
  ): Promise<void> {
    const transition = to === from ? null : { from, to, action, distance };
    const tried = { from, candidate, transition, failure: '' };
    await this.#options.record.tried(tried, null, loads);
    this.#soFar.note(tried);
    if (transition !== null) this.#options.onEvent({ event: 'transition', ...transition });
  }

  async #fail({ from, candidate, action }: Task, failure: string, loads: Loads): Promise<void> {
    const tried = { from, candidate, transition: null, failure };
    await this.#options.record.tried(tried, null, loads);
    this.#soFar.note(tried);
    this.#options.onEvent({ event: 'failure', from, action, failure });
  }

  #newState({ url, title, html, candidates, screenshot }: Discovery, depth: number): SeenState {
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
    };
  }

  #keep(seen: SeenState, task: Task | null): void {
    this.#soFar.add(seen);
    const action: Action | null = task?.action ?? null;
    this.#options.onEvent({ event: 'state', state: seen.state, from: task?.from ?? null, action });
  }

  #result(ending: ExploreEnding): Exploration {
    const { states, tried } = this.#soFar;
    const { name: setting, threshold } = this.#options.setting;
    const avoided = states.flatMap((state) =>
      state.avoided.map(({ place, why }) => [place.label, why] as const),
    );
    return {
      graph: graphOf(this.#soFar, { setting, threshold }),
      ending,
      tried: tried.length,
      failures: tried.flatMap(({ from, candidate, failure }) => {
        const action = states[from]?.candidates[candidate];
        return failure === '' || action === undefined ? [] : [{ from, action, failure }];
      }),
      avoided: [...new Map(avoided)].map(([label, why]) => ({ label, why })),
    };
  }
}

/**
 * Explores an application from its address, breadth first. The result does not depend on the number of visitors or on their timing: actions
 * are tried in parallel, but their results are processed in the order of states and of their candidates.
 */
export async function exploreStates(options: ExploreOptions): Promise<Exploration> {
  const visitors = new BrowserVisitors(options.openBrowser, options.visit, options.access, options.url);
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
