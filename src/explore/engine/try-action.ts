import type { ConcurrencyLimit } from '../../base/index.ts';
import { type Candidates, candidateActions, selectorsOf } from '../candidates/candidate-actions.ts';
import { ExploreError } from '../errors.ts';
import type { ExploreOptions } from '../explore-options.ts';
import type { Action } from '../graph/state-graph.ts';
import type { KnownStates } from '../state/known-states.ts';
import type { BrowserVisitors } from '../visitor/browser-visitors.ts';
import type { Sight, Visitor } from '../visitor/visitor.ts';
import type { Task } from './explored-so-far.ts';

/** A page that may be a new state, with everything that is kept of a state. */
export interface Discovery extends Sight {
  readonly candidates: Candidates;
  readonly screenshot: Uint8Array | null;
  /** The same page, loaded by another visitor; null when it was not reached a second time. */
  readonly twin: string | null;
}

/** The result of an action. */
export type Outcome =
  | { readonly kind: 'seen'; readonly sight: Sight }
  | { readonly kind: 'discovered'; readonly discovery: Discovery }
  | {
      readonly kind: 'failed';
      readonly failure: string;
      /** Whether another try at the end may end otherwise: the page or the machine was too slow, or the application had changed. */
      readonly isWorthAnother: boolean;
    };

/** What an action led to, and the requests that it would have sent and that may change something. */
export type Tried = Outcome & { readonly held: readonly string[] };

/** A page that does not become quiet is visited at most this many times, until two visits agree. */
const visitsToAgree = 3;
/** Visitors that try to reach a state: when one does not get there, another one tries. */
const attempts = 2;
const worthAnother = new Set(['EXPLORE_STATE_NOT_REACHED', 'EXPLORE_ELEMENT_GONE', 'EXPLORE_SESSION_LOST']);
/** At the end, what failed by these is tried once more. */
const worthAnotherLater = new Set([
  ...worthAnother,
  'EXPLORE_PAGE_STUCK',
  'EXPLORE_PAGE_CRASHED',
  'EXPLORE_PAGE_FAILED',
]);
/** The second time, a page may take this many times as long. */
const morePatience = 4;

interface TryManner {
  /** Requests that were held are added to it. */
  readonly held: Set<string>;
  /** How many times as long as usual a page may take. */
  readonly patience: number;
}

/** Tries actions, each with a separate visitor that starts at the index: no earlier action can change what it sees. */
export class ActionTrier {
  readonly #options: ExploreOptions;
  readonly #visitors: BrowserVisitors;
  readonly #known: KnownStates;
  readonly #atOnce: ConcurrencyLimit;
  readonly #site: string;

  constructor(
    options: ExploreOptions,
    visitors: BrowserVisitors,
    known: KnownStates,
    atOnce: ConcurrencyLimit,
  ) {
    this.#options = options;
    this.#visitors = visitors;
    this.#known = known;
    this.#atOnce = atOnce;
    this.#site = new URL(options.url).host;
  }

  /** `way` leads from the index to the state. Never throws for failures of pages. */
  async try(task: Task, way: readonly Action[], isAgain = false): Promise<Tried> {
    const held = new Set<string>();
    const outcome = await this.#tried(task, way, { held, patience: isAgain ? morePatience : 1 });
    return { ...outcome, held: [...held] };
  }

  async #tried({ from, action }: Task, way: readonly Action[], manner: TryManner): Promise<Outcome> {
    for (let attempt = 1; ; attempt++) {
      try {
        const found = await this.#agreed(() => this.#visit(way, from, action, manner));
        if (!('candidates' in found)) return { kind: 'seen', sight: found };
        const twin = this.#options.plain ? null : await this.twin([...way, action]);
        return { kind: 'discovered', discovery: { ...found, twin } };
      } catch (error) {
        if (!(error instanceof ExploreError) || error.decision !== 'skip') throw error;
        if (attempt < attempts && worthAnother.has(error.code)) continue;
        const { code, message: failure } = error;
        return { kind: 'failed', failure, isWorthAnother: worthAnotherLater.has(code) };
      }
    }
  }

  /** The index, as the first visitor sees it. Throws all failures. */
  async index(): Promise<Omit<Discovery, 'twin'>> {
    return this.#asMember(async (visitor) => {
      const sight = await this.#walk(visitor, []);
      await this.#refuseLost(sight);
      return this.#everything(visitor, sight);
    });
  }

  /** What another visitor sees after these actions; null when it does not get there. */
  async twin(way: readonly Action[]): Promise<string | null> {
    try {
      const look = () =>
        this.#asMember(async (visitor) => {
          const sight = await this.#walk(visitor, way);
          await this.#refuseLost(sight);
          return sight;
        });
      return (await this.#agreed(look)).html;
    } catch (error) {
      if (error instanceof ExploreError && error.decision === 'skip') return null;
      throw error;
    }
  }

  #visit(
    way: readonly Action[],
    from: number,
    action: Action,
    { held, patience }: TryManner,
  ): Promise<Sight | Omit<Discovery, 'twin'>> {
    return this.#atOnce.do(() =>
      this.#visitors.visit(async (visitor) => {
        const before = await this.#walk(visitor, way);
        if (!this.#known.shows(before.html, from)) {
          await this.#refuseLost(before);
          throw new ExploreError(
            'EXPLORE_STATE_NOT_REACHED',
            `state ${from} was not reached again by the same way`,
          );
        }
        await this.#options.access.turn();
        try {
          await visitor.perform(action);
        } finally {
          for (const request of visitor.takeHeld()) held.add(request);
        }
        const host = URL.parse(visitor.url)?.host;
        if (host !== this.#site)
          throw new ExploreError('EXPLORE_LEFT_SITE', `it leads to another site: ${host ?? visitor.url}`);
        const sight = await visitor.look();
        if (this.#known.recognise(sight.html) !== null) return sight;
        await this.#refuseLost(sight);
        return this.#everything(visitor, sight);
      }, patience),
    );
  }

  /** What a visitor sees of a page that does not become quiet is random: the result is a sight on which two visits agree, or the first quiet one. */
  async #agreed<T extends Sight>(visit: () => Promise<T>): Promise<T> {
    const seen: T[] = [];
    for (;;) {
      const sight = await visit();
      const isEnough = sight.isQuiet || this.#options.plain || seen.length + 1 >= visitsToAgree;
      if (isEnough || seen.some(({ html }) => this.#known.isSameLook(html, sight.html))) return sight;
      seen.push(sight);
    }
  }

  /** Opens the application and performs the actions that lead to a state, each as soon as politeness allows. */
  async #walk(visitor: Visitor, way: readonly Action[]): Promise<Sight> {
    const { access, url, reset } = this.#options;
    await reset?.();
    await access.turn();
    await visitor.open(url);
    for (const action of way) {
      await access.turn();
      await visitor.perform(action);
    }
    return visitor.look();
  }

  /** A log-in page is not a state of the application that members see. Throws EXPLORE_SESSION_LOST. */
  async #refuseLost({ url, html, document, openedAt }: Sight): Promise<void> {
    if (await this.#options.access.hasLost({ ...document, url, html, openedAt }))
      throw new ExploreError('EXPLORE_SESSION_LOST', 'the session had ended, and another one was begun');
  }

  /** Makes a visit, and repeats it once when its session had ended. */
  async #asMember<T>(visit: (visitor: Visitor) => Promise<T>): Promise<T> {
    const once = () => this.#atOnce.do(() => this.#visitors.visit(visit));
    return once().catch((error: unknown) => {
      if (error instanceof ExploreError && error.code === 'EXPLORE_SESSION_LOST') return once();
      throw error;
    });
  }

  async #everything(visitor: Visitor, sight: Sight): Promise<Omit<Discovery, 'twin'>> {
    const { candidates: rules, screenshots } = this.#options;
    const found = await visitor.findElements(selectorsOf(rules), rules.most);
    const screenshot = screenshots ? await visitor.screenshot() : null;
    return { ...sight, candidates: candidateActions(found, rules, this.#site), screenshot };
  }
}
