import { commitRows } from '../commit-rows.ts';
import type { OwnHosts } from '../frontier/own-hosts.ts';
import type { PageRunContext } from '../run/page-run-context.ts';
import type { CrawlCommit, FeatureRows, VisitBody } from '../tables/crawl-commit.ts';
import type { DiscoveredPage, NewVisit, Offer, ReportedVisit } from '../tables/records.ts';
import type { VisitRendering } from '../tables/renderings.ts';
import type { VisitedPage } from '../visit-context.ts';
import { CollectedRows } from '../visit-observer.ts';

/** How long a commit waits for more pages where it is written by itself, in milliseconds. */
const LONGEST_WAIT = 250;
/** More new pages than this are written in several commits. */
const MOST_ROWS = 10_000;
/** The run's state is saved at most this often, in milliseconds: with 100,000 hosts its budgets take megabytes. */
const STATE_INTERVAL = 1000;

type CommitContext = Pick<PageRunContext, 'store' | 'run' | 'leftOut' | 'own' | 'tracker' | 'now'>;

/** Collects the results of visits and writes them, one transaction per batch. */
export class Committer {
  readonly #context: CommitContext;
  /** What a resumed run needs besides the frontier: its budgets and its current step. */
  readonly #state: () => string;
  #batch: CommitBatch;
  #lastCommit: number;
  #stateSaved = 0;
  /** Ends with the last commit that has begun. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(context: CommitContext, state: () => string) {
    this.#context = context;
    this.#state = state;
    this.#batch = new CommitBatch(context.own);
    this.#lastCommit = context.now();
  }

  /** Returns how many pages will be queued here. */
  add(visited: VisitedPage): number {
    return this.#batch.add(visited);
  }

  /** Returns how many of them will be queued here. */
  addDiscovered(pages: readonly DiscoveredPage[]): number {
    return this.#batch.addDiscovered(pages);
  }

  /** What others have offered, and the pages among it that are visited. */
  addOffered(offers: readonly Offer[], pages: readonly DiscoveredPage[]): void {
    this.#batch.addOffered(offers);
    this.#batch.addDiscovered(pages);
  }

  get isEmpty(): boolean {
    return this.#batch.isEmpty;
  }

  /** Whether the batch has new pages, which the crawl may need to go on. */
  get hasDiscovered(): boolean {
    return this.#batch.discovered.length > 0;
  }

  /** Whether the batch holds as much as one commit should. */
  get isFull(): boolean {
    return this.#batch.isFull;
  }

  /** When the batch must be written at the latest; Infinity when it is empty. */
  get dueAt(): number {
    if (this.#batch.isEmpty) return Number.POSITIVE_INFINITY;
    if (this.#batch.isFull) return 0;
    const every = this.#context.store.commitsEvery;
    return every === null
      ? this.#lastCommit + LONGEST_WAIT
      : (Math.floor(this.#lastCommit / every) + 1) * every;
  }

  /** Writes the batch, after all commits that have begun before, and returns it. Then the store knows every page discovered so far. */
  commit({ withState = false } = {}): Promise<CommitBatch> {
    const written = this.#writing.then(async () => {
      const batch = this.#batch;
      this.#batch = new CommitBatch(this.#context.own);
      const now = this.#context.now();
      const saveState = withState || now - this.#stateSaved >= STATE_INTERVAL;
      await this.#write(batch, saveState);
      if (saveState) this.#stateSaved = now;
      this.#lastCommit = this.#context.now();
      return batch;
    });
    // A failed commit fails for its caller; the next caller meets the same disk.
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /** Writes what the tracker has learned since the last commit, and the state of the run. */
  end(): Promise<void> {
    return this.#write(new CommitBatch(this.#context.own), true);
  }

  async #write(batch: CommitBatch, saveState: boolean): Promise<void> {
    const { leftOut, tracker } = this.#context;
    const { discovered, ...parts } = batch.parts();
    // A page with a million links is written in slices, its visit last: after a kill in between, the page is visited
    // again.
    let from = 0;
    for (; discovered.length - from > MOST_ROWS; from += MOST_ROWS) {
      await commitRows(this.#context, { discovered: discovered.slice(from, from + MOST_ROWS) });
    }
    await commitRows(this.#context, {
      ...parts,
      discovered: discovered.slice(from),
      leftOut: leftOut.take(),
      learned: tracker.knowledge.takeNewRules(),
      ...(saveState && { savedState: this.#state() }),
    });
  }
}

/** Visited pages that are not committed yet. */
export class CommitBatch {
  readonly #visits: NewVisit[] = [];
  readonly #bodies: VisitBody[] = [];
  readonly #reported: ReportedVisit[] = [];
  readonly #memories: { readonly pageId: number; readonly hashes: Uint8Array }[] = [];
  readonly #features = new CollectedRows();
  readonly #renderings: VisitRendering[] = [];
  readonly #discovered: DiscoveredPage[] = [];
  readonly #offers: DiscoveredPage[] = [];
  readonly #takenOffers: Offer[] = [];
  readonly #own: OwnHosts;
  #bytes = 0;

  constructor(own: OwnHosts) {
    this.#own = own;
  }

  add({ visit, body, reported, seen, findings, rendering, discovered }: VisitedPage): number {
    this.#visits.push(visit);
    if (reported) this.#reported.push({ pageId: visit.pageId, reported });
    if (seen) this.#memories.push({ pageId: visit.pageId, hashes: seen });
    this.#features.add(findings);
    if (rendering) {
      this.#renderings.push(rendering);
      this.#bytes += rendering.picture?.length ?? 0;
    }
    if (body !== null) {
      this.#bodies.push(body);
      this.#bytes += body.body.length;
    }
    return this.addDiscovered(discovered);
  }

  /** Returns how many of them are our own. */
  addDiscovered(pages: readonly DiscoveredPage[]): number {
    const before = this.#discovered.length;
    for (const page of pages) (this.#own.owns(page.host) ? this.#discovered : this.#offers).push(page);
    return this.#discovered.length - before;
  }

  addOffered(offers: readonly Offer[]): void {
    this.#takenOffers.push(...offers);
  }

  get visits(): readonly NewVisit[] {
    return this.#visits;
  }

  get discovered(): readonly DiscoveredPage[] {
    return this.#discovered;
  }

  get isEmpty(): boolean {
    return (
      this.#visits.length + this.#discovered.length + this.#offers.length + this.#takenOffers.length === 0
    );
  }

  get isFull(): boolean {
    return (
      this.#visits.length >= MOST_PAGES ||
      this.#bytes >= MOST_BYTES ||
      this.#discovered.length + this.#offers.length >= MOST_DISCOVERED
    );
  }

  parts(): FeatureRows &
    Pick<
      CrawlCommit,
      'visits' | 'reported' | 'memories' | 'renderings' | 'bodies' | 'discovered' | 'offers' | 'takenOffers'
    > {
    return {
      visits: this.#visits,
      reported: this.#reported,
      memories: this.#memories,
      ...this.#features.rows,
      renderings: this.#renderings,
      bodies: this.#bodies,
      discovered: this.#discovered,
      offers: this.#offers,
      takenOffers: this.#takenOffers,
    };
  }
}

/** The most pages per fsync. More gains little, and all of them are fetched again after a kill. */
const MOST_PAGES = 64;
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_DISCOVERED = 2000;
