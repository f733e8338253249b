import { commitRows } from '../commit-rows.ts';
import type { PageRunContext } from '../run/page-run-context.ts';
import type { VisitBody } from '../tables/crawl-commit.ts';
import type { Offer } from '../tables/offer.ts';
import type { DiscoveredPage } from '../tables/page.ts';
import type { VisitRendering } from '../tables/rendering.ts';
import type { ReportedVisit } from '../tables/reported-change.ts';
import { isSettled, SettledVisitRows } from '../tables/settled-visits.ts';
import type { NewVisit } from '../tables/visit.ts';
import type { VisitedPage } from '../visit-context.ts';
import { CollectedRows } from '../visit-observer.ts';

/** How long a commit waits for more pages when it is not combined with those of other runs, in milliseconds. */
const LONGEST_WAIT = 250;
/** More new pages than this are written in several commits. */
const MOST_ROWS = 10_000;
/** The run's state is saved at most this often, in milliseconds: with 100,000 hosts its budgets take megabytes. */
const STATE_INTERVAL = 1000;

type CommitContext = Pick<PageRunContext, 'store' | 'run' | 'leftOut' | 'ownsHost' | 'tracker' | 'now'>;

/** Collects the results of visits and writes them, one transaction per batch. */
export class Committer {
  readonly #context: CommitContext;
  /** What a resumed run needs besides the frontier: its budgets and its current step. */
  readonly #state: () => string;
  #batch: CommitBatch;
  #lastCommit: number;
  #stateSaved = 0;
  /** Settles with the last commit that has begun. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(context: CommitContext, state: () => string) {
    this.#context = context;
    this.#state = state;
    this.#batch = new CommitBatch(context);
    this.#lastCommit = context.now();
  }

  /** Returns how many of its pages are queued in this process. */
  add(visited: VisitedPage): number {
    return this.#batch.add(visited);
  }

  /** Returns how many of them are queued in this process. */
  addDiscovered(pages: readonly DiscoveredPage[]): number {
    return this.#batch.addDiscovered(pages);
  }

  /** Adds links that other hosts' jobs offered, and those of them that will be visited. */
  addOffered(offers: readonly Offer[], pages: readonly DiscoveredPage[]): void {
    this.#batch.addTakenOffers(offers);
    this.#batch.addDiscovered(pages);
  }

  get isEmpty(): boolean {
    return this.#batch.isEmpty;
  }

  /** Whether the batch has new pages: the crawl may have no others to visit. */
  get hasDiscovered(): boolean {
    return this.#batch.discovered.length > 0;
  }

  /** Whether the batch is as large as one commit should be. */
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

  /** Writes the batch after all commits that began earlier, and returns it. The store then knows every page discovered so far. */
  commit({ withState = false } = {}): Promise<CommitBatch> {
    const written = this.#writing.then(async () => {
      const batch = this.#batch;
      this.#batch = new CommitBatch(this.#context);
      const now = this.#context.now();
      const saveState = withState || now - this.#stateSaved >= STATE_INTERVAL;
      await this.#write(batch, saveState);
      if (saveState) this.#stateSaved = now;
      this.#lastCommit = this.#context.now();
      return batch;
    });
    // A failed commit rejects for its caller only; the next commit will meet the same error of the disk.
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /** Writes what the tracker has learned since the last commit, and the state of the run. */
  end(): Promise<void> {
    return this.#write(new CommitBatch(this.#context), true);
  }

  async #write(batch: CommitBatch, saveState: boolean): Promise<void> {
    const { leftOut, tracker } = this.#context;
    const { discovered, ...rows } = batch.rows;
    // A page with a million links is written in several parts, its visit last: after a kill in between, the page is visited
    // again.
    let from = 0;
    for (; discovered.length - from > MOST_ROWS; from += MOST_ROWS) {
      await commitRows(this.#context, { discovered: discovered.slice(from, from + MOST_ROWS) });
    }
    await commitRows(this.#context, {
      ...rows,
      discovered: discovered.slice(from),
      leftOut: leftOut.take(),
      learned: tracker.knowledge.takeNewRules(),
      ...tracker.takePictures(),
      ...(saveState && { savedState: this.#state() }),
    });
  }
}

/** The most pages per fsync. More saves little time, and all of them are fetched again after a kill. */
const MOST_PAGES = 64;
/** What a visit that found nothing new counts for: its row is small, and the page is quickly fetched again. */
const SHARE_OF_SETTLED = 1 / 8;
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_DISCOVERED = 2000;

/** Visited pages that are not committed yet. */
class CommitBatch {
  readonly #context: Pick<CommitContext, 'ownsHost' | 'run'>;
  readonly #features = new CollectedRows();
  readonly #settled = new SettledVisitRows();
  readonly #rows = {
    visits: [] as NewVisit[],
    bodies: [] as VisitBody[],
    reported: [] as ReportedVisit[],
    memories: [] as { readonly pageId: number; readonly hashes: Uint8Array }[],
    renderings: [] as VisitRendering[],
    discovered: [] as DiscoveredPage[],
    offers: [] as DiscoveredPage[],
    takenOffers: [] as Offer[],
  };
  #bytes = 0;

  constructor(context: Pick<CommitContext, 'ownsHost' | 'run'>) {
    this.#context = context;
  }

  get rows() {
    const settled = this.#settled.pageIds.length > 0 && { settled: this.#settled.visits };
    return { ...this.#rows, ...this.#features.rows, ...settled };
  }

  /** Returns how many of its pages are queued in this process. */
  add({ page, visit, body, reported, seen, findings, rendering, discovered }: VisitedPage): number {
    const { pageId } = visit;
    const bringsOthers = body || reported || seen || findings || rendering;
    if (!bringsOthers && isSettled(visit, page.lastFlag)) {
      this.#settled.add(visit, this.#context.run.id);
      return this.addDiscovered(discovered);
    }
    const { visits, bodies, memories, renderings } = this.#rows;
    visits.push(visit);
    if (reported) this.#rows.reported.push({ pageId, reported });
    if (seen) memories.push({ pageId, hashes: seen });
    this.#features.add(findings);
    if (rendering) renderings.push(rendering);
    if (body !== null) bodies.push(body);
    this.#bytes += (rendering?.picture?.length ?? 0) + (body?.body.length ?? 0);
    return this.addDiscovered(discovered);
  }

  /** Returns how many of them are queued in this process. */
  addDiscovered(pages: readonly DiscoveredPage[]): number {
    const { discovered, offers } = this.#rows;
    const before = discovered.length;
    for (const page of pages) (this.#context.ownsHost(page.host) ? discovered : offers).push(page);
    return discovered.length - before;
  }

  addTakenOffers(offers: readonly Offer[]): void {
    this.#rows.takenOffers.push(...offers);
  }

  /** The pages whose visits it has. */
  get pageIds(): readonly number[] {
    return [...this.#rows.visits.map(({ pageId }) => pageId), ...this.#settled.pageIds];
  }

  get discovered(): readonly DiscoveredPage[] {
    return this.#rows.discovered;
  }

  get isEmpty(): boolean {
    const { visits, discovered, offers, takenOffers } = this.#rows;
    const settled = this.#settled.pageIds.length;
    return visits.length + settled + discovered.length + offers.length + takenOffers.length === 0;
  }

  get isFull(): boolean {
    const { visits, discovered, offers } = this.#rows;
    return (
      visits.length + this.#settled.pageIds.length * SHARE_OF_SETTLED >= MOST_PAGES ||
      this.#bytes >= MOST_BYTES ||
      discovered.length + offers.length >= MOST_DISCOVERED
    );
  }
}
