import { steadyClock } from '../../base/index.ts';
import { Committer } from '../../crawl/engine/committer.ts';
import type { CrawlEngine } from '../../crawl/engine/crawl-engine.ts';
import type { CrawlEnding } from '../../crawl/engine/crawl-progress.ts';
import { pageEngine } from '../../crawl/run/page-engine.ts';
import { type PageRunTools, pageRunTools, renameStored } from '../../crawl/run/page-run-tools.ts';
import { limitsOf, pageLimitInWords } from '../../crawl/run/run-settings.ts';
import { RunTotals } from '../../crawl/run/run-totals.ts';
import type { RunParts } from '../../crawl/run/runner.ts';
import type { StepDiscovery } from '../../crawl/run/step-discovery.ts';
import { StepStarts } from '../../crawl/run/step-starts.ts';
import { enterSite } from '../../crawl/site/site-tracking.ts';
import type { SharedRun } from './shared-run.ts';
import type { Share, ShareEnd, ShareProgress } from './tables/share-records.ts';
import { takeOffered } from './take-offered.ts';

interface ShareRunOptions {
  readonly shared: SharedRun;
  readonly host: string;
  /** What was done in the share before, and what it may do. */
  readonly before: Pick<Share, 'counts' | 'granted'>;
  /** Ends the share; 'goes on' when something came in meanwhile. */
  readonly end: (how: { end: ShareEnd; progress: ShareProgress }) => Promise<'ended' | 'goes on'>;
  /** Lets it visit some of the pages that the limit of the run leaves; 0 when none are left. */
  readonly grant: (limit: number) => Promise<number>;
  /** How many addresses wait in all shares together. */
  readonly waiting: () => Promise<number>;
}

/** Visits one host of a run, until nothing is left there and nothing was offered by pages of other hosts. */
export class ShareRun {
  readonly #options: ShareRunOptions;
  readonly #parts: RunParts;
  readonly #tools: PageRunTools;
  readonly #committer: Committer;
  readonly #starts: StepStarts;
  readonly #totals = new RunTotals(steadyClock());
  readonly #before: number;
  #granted: number;
  #engine: CrawlEngine | null = null;

  static async open(options: ShareRunOptions): Promise<ShareRun> {
    const { parts, protocol } = options.shared;
    return new ShareRun(options, await pageRunTools(parts, protocol, options.waiting));
  }

  private constructor(options: ShareRunOptions, tools: PageRunTools) {
    this.#options = options;
    this.#parts = options.shared.parts;
    this.#tools = tools;
    this.#starts = new StepStarts(this.#parts, tools);
    this.#before = options.before.counts.pages;
    this.#granted = options.before.granted;
    const { surroundings, run, own } = this.#parts;
    const { leftOut, tracker, budgets, rules } = tools;
    this.#committer = new Committer({
      ...{ store: surroundings.store, run, leftOut, own, tracker, now: tools.access.now },
      state: () =>
        JSON.stringify({
          budgets: budgets.stateOf(options.host),
          ruleCounts: rules?.counts.state() ?? null,
        }),
    });
  }

  progress(): ShareProgress {
    const { bytes, queued } = this.#totals.with(this.#engine?.progress() ?? null);
    return { bytes: this.#options.before.counts.bytes + bytes, queued };
  }

  /** 'interrupted' when somebody is to go on with it. */
  async run(): Promise<'ended' | 'interrupted'> {
    const { signal } = this.#parts;
    const stop = () => this.#engine?.stop('interrupted');
    signal.addEventListener('abort', stop);
    try {
      const found = await this.#prepare();
      for (;;) {
        const allowed = await this.#allowed();
        const { state, reason, resumeAt } = allowed > 0 ? await this.#visit(found, allowed) : this.#atLimit();
        if (signal.aborted) return 'interrupted';
        // What it was allowed is used up: it asks for more.
        if (state === 'paused' && resumeAt === null && allowed > 0 && allowed < Number.POSITIVE_INFINITY)
          continue;
        if (state === 'paused') {
          await this.#end({ state, reason: reason ?? '', resumeAt });
          return 'ended';
        }
        const hasMore = await takeOffered(this.#parts, found.discovery, this.#committer);
        if (!hasMore && (await this.#end({ state: 'closed' })) === 'ended') return 'ended';
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  async close(): Promise<void> {
    const { access, spider } = this.#tools;
    await access.rendering?.renderer.close();
    await spider.close();
  }

  async #prepare(): Promise<StepDiscovery> {
    const { definition } = this.#parts;
    const { access, tracker, known } = this.#tools;
    const found = await this.#starts.discoveryOf(0);
    // The plan has looked at the source; here a visitor gets ids of its own, where the site writes them into addresses.
    if (new URL(definition.source).host === this.#options.host) await enterSite(this.#parts, access, tracker);
    if (tracker.knowledge.hasUrlRules) await renameStored(this.#parts, this.#tools);
    const starts = this.#starts.identities();
    await known.queue([found.discovery], (hash) => starts.has(hash), true);
    await takeOffered(this.#parts, found.discovery, this.#committer);
    return found;
  }

  /** How many pages it may visit before it asks again. */
  async #allowed(): Promise<number> {
    const { surroundings, run, definition } = this.#parts;
    const { maxPages } = definition.settings;
    if (maxPages === null) return Number.POSITIVE_INFINITY;
    const left = this.#granted - this.#before - this.#totals.with(null).pages;
    if (left > 0) return left;
    // Without anything to visit it ends, and needs no more.
    if ((await surroundings.store.frontier.count(run.id)) === 0) return Number.POSITIVE_INFINITY;
    const more = await this.#options.grant(maxPages);
    this.#granted += more;
    return left + more;
  }

  #atLimit(): CrawlEnding {
    return this.#totals.ending('paused', pageLimitInWords(this.#parts.definition.settings));
  }

  async #visit(found: StepDiscovery, pages: number): Promise<CrawlEnding> {
    const { definition, signal } = this.#parts;
    const engine = await pageEngine(this.#parts, this.#tools, {
      committer: this.#committer,
      found,
      step: definition.steps[0] ?? {},
      limits: { ...limitsOf(definition.settings), pages },
    });
    this.#engine = engine;
    try {
      if (signal.aborted) engine.stop('interrupted');
      const ending = await engine.run([]);
      this.#totals.add(ending);
      return ending;
    } finally {
      this.#engine = null;
    }
  }

  #end(end: ShareEnd): Promise<'ended' | 'goes on'> {
    return this.#options.end({ end, progress: this.progress() });
  }
}
