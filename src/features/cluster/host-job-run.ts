import { steadyClock } from '../../base/index.ts';
import { Committer } from '../../crawl/engine/committer.ts';
import { type CrawlEngine, crawlEngine } from '../../crawl/engine/crawl-engine.ts';
import type { CrawlEnding } from '../../crawl/engine/crawl-progress.ts';
import { takeOffered } from '../../crawl/run/page-run.ts';
import { openPageRun, type PageRunContext } from '../../crawl/run/page-run-context.ts';
import { limitsOf, pageLimitInWords } from '../../crawl/run/run-settings.ts';
import { RunTotals } from '../../crawl/run/run-totals.ts';
import { type StepDiscovery, StepStarts } from '../../crawl/run/step-starts.ts';
import { enterSite } from '../../crawl/site/site-tracking.ts';
import { renamePages } from '../../crawl/track/rename-pages.ts';
import type { DistributedRun } from './distributed-run.ts';
import type { HostJobEnd, HostJobProgress, HostJobRecord } from './tables/host-job-records.ts';

interface HostJobOptions {
  readonly shared: DistributedRun;
  readonly host: string;
  /** What was done in the host job before, and what it may do. */
  readonly before: Pick<HostJobRecord, 'counts' | 'granted'>;
  /** Ends the host job; 'goes on' when something came in meanwhile. */
  readonly end: (how: { end: HostJobEnd; progress: HostJobProgress }) => Promise<'ended' | 'goes on'>;
  /** Lets it visit some of the pages that the limit of the run leaves; 0 when none are left. */
  readonly grant: (limit: number) => Promise<number>;
  /** How many addresses wait in all host jobs together. */
  readonly waiting: () => Promise<number>;
}

/** Visits one host of a distributed run, until nothing is left there and nothing was offered by pages of other hosts. */
export class HostJobRun {
  readonly #options: HostJobOptions;
  readonly #context: PageRunContext;
  readonly #committer: Committer;
  readonly #starts: StepStarts;
  readonly #totals = new RunTotals(steadyClock());
  readonly #before: number;
  #granted: number;
  #engine: CrawlEngine | null = null;

  static async open(options: HostJobOptions): Promise<HostJobRun> {
    const { context, protocol } = options.shared;
    return new HostJobRun(options, await openPageRun(context, protocol, options.waiting));
  }

  private constructor(options: HostJobOptions, context: PageRunContext) {
    this.#options = options;
    this.#context = context;
    this.#starts = new StepStarts(context);
    this.#before = options.before.counts.pages;
    this.#granted = options.before.granted;
    const { budgets, rules } = context;
    this.#committer = new Committer(context, () =>
      JSON.stringify({
        budgets: budgets.stateOf(options.host),
        ruleCounts: rules?.counts.state() ?? null,
      }),
    );
  }

  progress(): HostJobProgress {
    const { bytes, queued } = this.#totals.with(this.#engine?.progress() ?? null);
    return { bytes: this.#options.before.counts.bytes + bytes, queued };
  }

  /** 'interrupted' when another worker is to go on with it. */
  async run(): Promise<'ended' | 'interrupted'> {
    const { signal } = this.#context;
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
      const hasMore = await takeOffered(this.#context, found.discovery, this.#committer);
      if (!hasMore && (await this.#end({ state: 'closed' })) === 'ended') return 'ended';
    }
  }

  close(): Promise<void> {
    return this.#context.close();
  }

  async #prepare(): Promise<StepDiscovery> {
    const { definition, knowledge, known } = this.#context;
    const found = await this.#starts.discoveryOf(0);
    // The plan has looked at the source; here a visitor gets ids of its own, where the site writes them into addresses.
    if (new URL(definition.source).host === this.#options.host) await enterSite(this.#context);
    if (knowledge.hasUrlRules) await renamePages(this.#context);
    const starts = this.#starts.identities();
    await known.queue([found.discovery], (hash) => starts.has(hash), true);
    await takeOffered(this.#context, found.discovery, this.#committer);
    return found;
  }

  /** How many pages it may visit before it asks again. */
  async #allowed(): Promise<number> {
    const { store, run, definition } = this.#context;
    const { maxPages } = definition.settings;
    if (maxPages === null) return Number.POSITIVE_INFINITY;
    const left = this.#granted - this.#before - this.#totals.with(null).pages;
    if (left > 0) return left;
    // Without anything to visit it ends, and needs no more.
    if ((await store.frontier.count(run.id)) === 0) return Number.POSITIVE_INFINITY;
    const more = await this.#options.grant(maxPages);
    this.#granted += more;
    return left + more;
  }

  #atLimit(): CrawlEnding {
    return this.#totals.ending('paused', pageLimitInWords(this.#context.definition.settings));
  }

  async #visit(found: StepDiscovery, pages: number): Promise<CrawlEnding> {
    const { definition } = this.#context;
    const engine = await crawlEngine(this.#context, {
      committer: this.#committer,
      found,
      step: definition.steps[0] ?? {},
      limits: { ...limitsOf(definition.settings), pages },
    });
    this.#engine = engine;
    try {
      const ending = await engine.run();
      this.#totals.add(ending);
      return ending;
    } finally {
      this.#engine = null;
    }
  }

  #end(end: HostJobEnd): Promise<'ended' | 'goes on'> {
    return this.#options.end({ end, progress: this.progress() });
  }
}
