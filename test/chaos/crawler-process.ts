// Runs as a separate process. It crawls the site as its `CrawlerOrder` (JSON) says, and kills itself where the order says so.
import '../fixtures/program/use-features.ts';
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { openStore } from '../../src/database/open-store.ts';
import type { Store } from '../../src/database/store.ts';
import type { CommitPoint } from '../../src/database/store-options.ts';
import { runSite } from '../kernel/crawl/runs/run-site.ts';
import type { KillInCommit } from './kill-schedule.ts';
import { userAgentOf } from './ledger-server.ts';
import { type CommitMode, splitCommit } from './split-commit.ts';

export interface CrawlerOrder {
  readonly life: number;
  readonly project: string;
  readonly origin: string;
  readonly folder: string;
  readonly thread: boolean;
  readonly concurrency: number;
  readonly mode: CommitMode;
  readonly kill: KillInCommit | null;
}

/** The last words of the process: it died in a commit, or the crawl ended. */
export type LastWords =
  /** `stored` counts the visits whose commit was complete. */
  { readonly died: CommitPoint; readonly stored: number } | { readonly ended: string };

/** Written at once: a killed process flushes nothing. */
const say = (words: LastWords) => writeSync(1, JSON.stringify(words));

/** Counts the commits of this life and dies in the one that the order names. */
class DeadlyCommits {
  readonly #kill: KillInCommit | null;
  #calls = 0;
  #withVisits = 0;
  #stored = 0;
  /** Visits of the commit under way. */
  #visits = 0;
  #isDeadly = false;

  constructor(kill: KillInCommit | null) {
    this.#kill = kill;
  }

  watch(store: Store): Store {
    return {
      ...store,
      commit: async (batch) => {
        this.#calls += 1;
        this.#visits = batch.visits.length;
        if (this.#visits > 0) this.#withVisits += 1;
        this.#isDeadly = this.#isNamed(batch.run !== undefined);
        await store.commit(batch);
        this.#stored += this.#visits;
      },
    };
  }

  atPoint(point: CommitPoint): void {
    if (!this.#isDeadly || point !== this.#kill?.point) return;
    say({ died: point, stored: this.#stored + (point === 'after commit' ? this.#visits : 0) });
    process.kill(process.pid, 'SIGKILL');
  }

  #isNamed(closes: boolean): boolean {
    const commit = this.#kill?.commit;
    if (commit === 'opening') return this.#calls === 1;
    return commit === 'closing' ? closes : this.#visits > 0 && this.#withVisits === commit;
  }
}

const order = JSON.parse(process.argv[2] ?? '') as CrawlerOrder;
const commits = new DeadlyCommits(order.kill);
const opened = await openStore({
  kind: 'sqlite',
  folder: order.folder,
  access: 'write',
  command: `chaos, life ${order.life}`,
  thread: order.thread,
  onPoint: (point) => commits.atPoint(point),
});
flushCompileCache(); // for the next lives: a killed process writes no cache
const ending = await runSite(commits.watch(splitCommit(opened, order.mode)), {
  project: order.project,
  url: `${order.origin}/`,
  settings: { twin: false, concurrency: order.concurrency, userAgent: userAgentOf(order.life) },
  onEvent: () => undefined,
  signal: new AbortController().signal,
});
await opened.close();
say({ ended: ending.state });
