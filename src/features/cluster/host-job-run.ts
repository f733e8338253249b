import { monotonicClock } from '../../base/index.ts';
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
import type { HostJobProgress, HostJobRecord } from './tables/cluster-tables.ts';
import type { HostJobEnd } from './tables/end-host-job.ts';
import type { FencedHostJob } from './tables/open-cluster-store.ts';

interface HostJobOptions {
  readonly shared: DistributedRun;
  readonly hostJob: HostJobRecord;
  readonly fenced: FencedHostJob;
  /** The number of waiting addresses in all host jobs of the run together. */
  readonly waiting: () => Promise<number>;
}

/** Visits one host of a distributed run, until no page is left there and pages of other hosts have offered no more. */
export class HostJobRun {
  readonly #options: HostJobOptions;
  readonly #context: PageRunContext;
  readonly #committer: Committer;
  readonly #starts: StepStarts;
  readonly #totals = new RunTotals(monotonicClock());
  #allotted: number;
  #engine: CrawlEngine | null = null;

  static async open(options: HostJobOptions): Promise<HostJobRun> {
    const { context, protocol } = options.shared;
    return new HostJobRun(options, await openPageRun(context, protocol, options.waiting));
  }

  private constructor(options: HostJobOptions, context: PageRunContext) {
    this.#options = options;
    this.#context = context;
    this.#starts = new StepStarts(context);
    this.#allotted = options.hostJob.allottedPages;
    const { budgets, rules } = context;
    this.#committer = new Committer(context, () =>
      JSON.stringify({
        budgets: budgets.stateOf(options.hostJob.host),
        ruleCounts: rules?.counts.state() ?? null,
      }),
    );
  }

  progress(): HostJobProgress {
    const { bytes, queued } = this.#totals.with(this.#engine?.progress() ?? null);
    return { bytes: this.#options.hostJob.counts.bytes + bytes, queued };
  }

  /** 'interrupted' when another worker is to continue it. */
  async run(): Promise<'ended' | 'interrupted'> {
    const { signal } = this.#context;
    const found = await this.#prepare();
    for (;;) {
      const allowed = await this.#allowed();
      const { state, reason, resumeAt } = allowed > 0 ? await this.#visit(found, allowed) : this.#atLimit();
      if (signal.aborted) return 'interrupted';
      // The allotted pages are used up: ask for more.
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
    // The plan has fetched the source already. This worker needs its own session ids, if the site writes them into addresses.
    if (new URL(definition.source).host === this.#options.hostJob.host) await enterSite(this.#context);
    if (knowledge.hasUrlRules) await renamePages(this.#context);
    const starts = this.#starts.identities();
    await known.queue([found.discovery], (hash) => starts.has(hash), true);
    await takeOffered(this.#context, found.discovery, this.#committer);
    return found;
  }

  /** How many pages this job may visit before it asks for more. */
  async #allowed(): Promise<number> {
    const { store, run, definition } = this.#context;
    const { maxPages } = definition.settings;
    if (maxPages === null) return Number.POSITIVE_INFINITY;
    const { pages: before, errors } = this.#options.hostJob.counts;
    const left = this.#allotted - before - errors - this.#totals.with(null).requested;
    if (left > 0) return left;
    // With nothing to visit, the job ends and needs no more pages.
    if ((await store.frontier.count(run.id)) === 0) return Number.POSITIVE_INFINITY;
    const more = await this.#options.fenced.allotPages(maxPages);
    this.#allotted += more;
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
    return this.#options.fenced.end({ end, progress: this.progress() });
  }
}
