import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../../../../src/config/index.ts';
import type { CrawlEvent } from '../../../../src/crawl/engine/crawl-event.ts';
import type { RunEnding } from '../../../../src/crawl/run/run-request.ts';
import type { FlaggedVisit } from '../../../../src/crawl/tables/visit.ts';
import { openStore } from '../../../../src/database/open-store.ts';
import type { Store } from '../../../../src/database/store.ts';
import { runSite, type SiteRun } from '../runs/run-site.ts';

export interface Visited {
  readonly ending: RunEnding;
  readonly events: readonly CrawlEvent[];
  readonly flags: Readonly<Record<string, number>>;
  readonly rows: readonly FlaggedVisit[];
  readonly due: number;
}

/** A project of a site that lists files, in its own data folder. */
export class VisitedSite {
  readonly data: string;
  readonly config: Config;
  readonly store: Store;

  private constructor(data: string, config: Config, store: Store) {
    this.data = data;
    this.config = config;
    this.store = store;
  }

  static async open(environment: Readonly<Record<string, string>> = {}): Promise<VisitedSite> {
    const data = mkdtempSync(join(tmpdir(), 'tidemark-list-'));
    const store = await openStore({ kind: 'sqlite', folder: data, access: 'write', command: 'test' });
    return new VisitedSite(data, readConfig({ data }, environment), store);
  }

  async visit(url: string | null, request: Partial<SiteRun> = {}): Promise<Visited> {
    const events: CrawlEvent[] = [];
    const ending = await runSite(this.store, {
      project: 'files',
      url,
      settings: {},
      visits: 'changes',
      onEvent: (event) => events.push(event),
      signal: new AbortController().signal,
      config: this.config,
      ...request,
    });
    const project = await this.store.projects.find(request.project ?? 'files');
    const run = await this.store.runs.latest(project?.id ?? 0);
    const flags = await this.store.visits.flagTotals(run?.id ?? 0);
    const rows = await this.store.visits.flagged(run?.id ?? 0, { limit: 100_000 });
    return { ending, events, flags, rows, due: run?.knownPages?.due ?? -1 };
  }

  async close(): Promise<void> {
    await this.store.close();
    rmSync(this.data, { recursive: true, force: true });
  }
}
