import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discovered, type StartedRun, startRun, visit } from '../../test/databases/sample-records.ts';
import { type Databases, databaseKinds, startDatabases } from '../../test/databases/store-databases.ts';
import { openStore, type Store } from './index.ts';

/** What happens to a project, in the order in which it happens. */
type Step =
  | { readonly kind: 'discover'; readonly paths: readonly number[] }
  | { readonly kind: 'visit'; readonly count: number; readonly discover: readonly number[] }
  | { readonly kind: 'next run' };

const paths = fc.array(fc.nat({ max: 12 }), { maxLength: 6 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('discover' as const), paths }),
  fc.record({ kind: fc.constant('visit' as const), count: fc.integer({ min: 1, max: 4 }), discover: paths }),
  fc.record({ kind: fc.constant('next run' as const) }),
);

/** The frontier as it should be, in a few lines. */
class Model {
  queued: string[] = [];
  known = new Set<string>();

  discover(numbers: readonly number[]): void {
    for (const number of numbers) {
      const path = `/${number}`;
      if (!this.known.has(path)) this.queued.push(path);
      this.known.add(path);
    }
  }
  nextRun(): void {
    this.queued = [];
    this.known = new Set();
  }
}

async function follow(store: Store, steps: readonly Step[], name: string): Promise<void> {
  const model = new Model();
  const ids = new Map<string, number>();
  let run: StartedRun = await startRun(store, name);
  for (const step of steps) {
    if (step.kind === 'next run') {
      run = await startRun(store, name);
      model.nextRun();
    } else if (step.kind === 'discover') {
      await run.commit({ discovered: step.paths.map((number) => discovered(`/${number}`)) });
      model.discover(step.paths);
    } else {
      const pages = await store.frontier.next(run.runId, 'example.org', null, step.count);
      await run.commit({
        visits: pages.map(({ id }) => visit(id)),
        discovered: step.discover.map((number) => discovered(`/${number}`)),
      });
      const visited = new Set(pages.map(({ url }) => new URL(url).pathname));
      model.queued = model.queued.filter((path) => !visited.has(path));
      model.discover(step.discover);
    }
    const queued = await store.frontier.next(run.runId, 'example.org', null, 100);
    expect(queued.map(({ url }) => new URL(url).pathname).sort()).toEqual([...model.queued].sort());
    let hashes = 0;
    for await (const part of store.frontier.identityHashes(run.runId)) hashes += part.length / 16;
    expect(hashes).toBe(model.known.size);
    for (const { url, id } of queued) {
      expect(ids.get(url) ?? id, 'a page keeps its id').toBe(id);
      ids.set(url, id);
    }
  }
}

describe.each(databaseKinds)('the frontier on %s', (kind) => {
  let databases: Databases;
  let store: Store;

  beforeAll(async () => {
    databases = await startDatabases(kind);
    store = await openStore({ ...(await databases.fresh()), access: 'write' });
  });
  afterAll(async () => {
    await store.close();
    await databases.stop();
  });

  test('queues each page once per run and forgets none, whatever happens in whatever order', async () => {
    let project = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        project += 1;
        await follow(store, steps, `project ${project}`);
      }),
      { seed: 3, numRuns: 40 },
    );
  });
});
