import { normalizeUrl } from '../../url/index.ts';
import { noSourcePage, type PageDiscovery } from '../frontier/discover-pages.ts';
import { identityHash, SeenIdentities } from '../frontier/seen-identities.ts';
import type { Arrival } from '../steps/step-action.ts';
import type { DiscoveredPage } from '../tables/records.ts';
import type { PageRunTools } from './page-run-tools.ts';
import type { RunParts } from './runner.ts';
import { redirectsFrom, type StepDiscovery, stepDiscovery } from './step-discovery.ts';

/** Where the steps of a run start, and what they find from there. */
export class StepStarts {
  readonly #parts: RunParts;
  readonly #tools: PageRunTools;
  readonly #urls: Map<number, readonly string[]>;
  readonly #discoveries = new Map<number, StepDiscovery>();

  constructor(parts: RunParts, tools: PageRunTools) {
    this.#parts = parts;
    this.#tools = tools;
    this.#urls = new Map(tools.saved.starts.entries());
  }

  /** By step; empty for a step that has not begun. */
  get urls(): readonly (readonly string[])[] {
    return this.#parts.definition.steps.map((_, place) => this.#urls.get(place) ?? []);
  }

  /** A step begins at the pages that its actions led to; without steps, at the source. */
  begin(place: number, arrivals: readonly Arrival[]): void {
    const { hasOwnSteps, source } = this.#parts.definition;
    this.#urls.set(place, hasOwnSteps ? arrivals.map(({ page }) => page.url) : [source]);
  }

  /** The pages that other steps have visited. */
  visitedBefore(arrivals: readonly Arrival[]): ReadonlySet<string> {
    const urls = arrivals.map(({ page }) => normalizeUrl(page.url));
    return new Set(urls.filter((url) => this.#tools.seen.has(this.#hashOf(url))));
  }

  /** Of the starts of all steps. */
  identities(): SeenIdentities {
    const starts = new SeenIdentities();
    for (const url of [...this.#urls.values()].flat()) starts.add(this.#hashOf(normalizeUrl(url)));
    return starts;
  }

  /** The first pages of a step. */
  async firstPages(
    arrivals: readonly Arrival[],
    visited: ReadonlySet<string>,
    discovery: PageDiscovery,
  ): Promise<readonly DiscoveredPage[]> {
    const { definition } = this.#parts;
    const { known } = this.#tools;
    if (!definition.hasOwnSteps)
      return discovery.discover([{ url: definition.source, kind: 'seed', nofollow: false }], noSourcePage);
    const { stepBeginnings } = await import('../steps/step-beginnings.ts');
    const earlier = {
      isVisited: (url: string) => visited.has(url),
      isLeftAlone: (url: string) => known.isLeftAlone(this.#hashOf(url)),
    };
    return stepBeginnings(arrivals, discovery, earlier, definition.secrets.redactor);
  }

  async discoveryOf(place: number): Promise<StepDiscovery> {
    const { definition, surroundings, project } = this.#parts;
    const known = this.#discoveries.get(place);
    if (known !== undefined) return known;
    const starts = this.#urls.get(place) ?? [];
    const found = stepDiscovery(this.#tools.discoveryParts, definition.steps[place] ?? {}, starts);
    this.#discoveries.set(place, found);
    const { knowledge } = this.#tools.tracker;
    for (const start of starts) {
      for (const target of await redirectsFrom(start, surroundings.store, project.id, knowledge))
        found.startMoved(target);
    }
    return found;
  }

  #hashOf(url: string): Uint8Array {
    return identityHash(this.#tools.tracker.knowledge.identityOf(url));
  }
}
