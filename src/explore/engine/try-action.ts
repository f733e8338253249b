import type { AtMost } from '../../base/index.ts';
import { type Candidates, candidateActions, selectorsOf } from '../candidates/candidate-actions.ts';
import { ExploreError } from '../errors.ts';
import type { ExploreOptions } from '../explore-options.ts';
import type { Action } from '../graph/state-graph.ts';
import type { KnownStates } from '../state/known-states.ts';
import type { BrowserVisitors } from '../visitor/browser-visitors.ts';
import type { Sight, Visitor } from '../visitor/visitor.ts';
import type { Task } from './explored-so-far.ts';

/** A page that may be a new state, with all that is kept of one. */
export interface Discovery extends Sight {
  readonly candidates: Candidates;
  readonly screenshot: Uint8Array | null;
  /** The same page, loaded by another visitor; null when it was not reached a second time. */
  readonly twin: string | null;
}

/** What an action led to. */
export type Outcome =
  | { readonly kind: 'seen'; readonly sight: Sight }
  | { readonly kind: 'discovered'; readonly discovery: Discovery }
  | { readonly kind: 'failed'; readonly failure: string };

/** A visitor who did not come where he should is followed by another one. */
const attempts = 2;
const worthAnother = new Set(['EXPLORE_STATE_NOT_REACHED', 'EXPLORE_ELEMENT_GONE']);

/** Tries actions, each with a visitor of its own who comes from the index: nothing that was done before can change what is seen. */
export class ActionTrier {
  readonly #options: ExploreOptions;
  readonly #visitors: BrowserVisitors;
  readonly #known: KnownStates;
  readonly #atOnce: AtMost;
  readonly #site: string;

  constructor(options: ExploreOptions, visitors: BrowserVisitors, known: KnownStates, atOnce: AtMost) {
    this.#options = options;
    this.#visitors = visitors;
    this.#known = known;
    this.#atOnce = atOnce;
    this.#site = new URL(options.url).host;
  }

  /** `way` leads from the index to the state. Never throws for what pages do. */
  async try({ from, action }: Task, way: readonly Action[]): Promise<Outcome> {
    for (let attempt = 1; ; attempt++) {
      try {
        const found = await this.#visit(way, from, action);
        if (!('candidates' in found)) return { kind: 'seen', sight: found };
        const twin = this.#options.plain ? null : await this.twin([...way, action]);
        return { kind: 'discovered', discovery: { ...found, twin } };
      } catch (error) {
        if (!(error instanceof ExploreError) || error.decision !== 'skip') throw error;
        if (attempt < attempts && worthAnother.has(error.code)) continue;
        return { kind: 'failed', failure: error.message };
      }
    }
  }

  /** The index, as the first visitor sees it. Throws what goes wrong. */
  async index(): Promise<Omit<Discovery, 'twin'>> {
    return this.#atOnce.do(() =>
      this.#visitors.visit(async (visitor) => {
        await visitor.open(this.#options.url);
        return this.#everything(visitor, await visitor.look());
      }),
    );
  }

  /** What another visitor sees at the end of a way; null when he does not come there. */
  async twin(way: readonly Action[]): Promise<string | null> {
    try {
      return await this.#atOnce.do(() =>
        this.#visitors.visit(async (visitor) => {
          await visitor.open(this.#options.url);
          for (const action of way) await visitor.perform(action);
          return (await visitor.look()).html;
        }),
      );
    } catch (error) {
      if (error instanceof ExploreError && error.decision === 'skip') return null;
      throw error;
    }
  }

  #visit(way: readonly Action[], from: number, action: Action): Promise<Sight | Omit<Discovery, 'twin'>> {
    return this.#atOnce.do(() =>
      this.#visitors.visit(async (visitor) => {
        await visitor.open(this.#options.url);
        for (const step of way) await visitor.perform(step);
        const before = await visitor.look();
        if (!this.#known.shows(before.html, from))
          throw new ExploreError(
            'EXPLORE_STATE_NOT_REACHED',
            `state ${from} was not reached again by the same way`,
          );
        await visitor.perform(action);
        const host = URL.parse(visitor.url)?.host;
        if (host !== this.#site)
          throw new ExploreError('EXPLORE_LEFT_SITE', `it leads to another site: ${host ?? visitor.url}`);
        const sight = await visitor.look();
        return this.#known.recognise(sight.html) === null ? this.#everything(visitor, sight) : sight;
      }),
    );
  }

  async #everything(visitor: Visitor, sight: Sight): Promise<Omit<Discovery, 'twin'>> {
    const { candidates: rules, screenshots } = this.#options;
    const found = await visitor.findElements(selectorsOf(rules), rules.most);
    const screenshot = screenshots ? await visitor.screenshot() : null;
    return { ...sight, candidates: candidateActions(found, rules, this.#site), screenshot };
  }
}
