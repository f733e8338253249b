import { createHash } from 'node:crypto';
import type { CrawlCommit } from '../../../src/crawl/tables/crawl-commit.ts';
import type { DiscoveredPage } from '../../../src/crawl/tables/page.ts';
import type { NewVisit } from '../../../src/crawl/tables/visit.ts';
import type { Store } from '../../../src/database/store.ts';

/** A link to `path` on example.org, as the engine discovers it. */
export function discovered(path: string, change: Partial<DiscoveredPage> = {}): DiscoveredPage {
  const url = `https://example.org${path}`;
  const identity = change.identity ?? url;
  return {
    identity,
    identityHash: createHash('sha256').update(identity).digest().subarray(0, 16),
    url,
    host: 'example.org',
    depth: 0,
    foundOn: null,
    linkKind: 'a',
    ...change,
  };
}

/** A good visit without content. */
export function visit(pageId: number, change: Partial<NewVisit> = {}): NewVisit {
  return {
    pageId,
    at: 1_700_000_000_000,
    status: 200,
    outcome: 'ok',
    errorCode: null,
    errorMessage: null,
    finalUrl: null,
    hops: [],
    headers: [['content-type', 'text/html']],
    type: 'text/html',
    bytes: 0,
    sha256: null,
    etag: null,
    lastModified: null,
    durationMs: 12,
    attempts: 1,
    flag: null,
    reason: null,
    bringsVersion: (change.outcome ?? 'ok') === 'ok',
    samples: null,
    dueAt: null,
    signature: null,
    quietSignature: null,
    ...change,
  };
}

export interface StartedRun {
  readonly projectId: number;
  readonly runId: number;
  /** Commits; what is not given is empty. */
  commit(batch: Partial<CrawlCommit>): Promise<void>;
}

/** The next run of a project, which is created when there is none of that name. */
export async function startRun(store: Store, name = 'sample'): Promise<StartedRun> {
  const project =
    (await store.projects.find(name)) ??
    (await store.projects.create({ name, startUrl: 'https://example.org/', settings: '{}', createdAt: 1 }));
  const run = await store.runs.begin(project.id, { startedAt: 2, settings: '{}' });
  const ids = { projectId: project.id, runId: run.id };
  return {
    ...ids,
    commit: (batch) =>
      store.commit({ ...ids, visits: [], contents: [], discovered: [], leftOut: [], ...batch }),
  };
}
