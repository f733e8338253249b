import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { discovered, visit } from '../../../../test/kernel/database/sample-records.ts';
import { databaseKinds } from '../../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../../test/kernel/database/store-for-each-test.ts';
import { packContent } from '../../../database/content/packed-content.ts';
import type { Store } from '../../../database/store.ts';

/** What a visit of a page finds. `same` is a page that was never read, too, as long as it was not. */
type Found = 'same' | 'changed' | 'changed, with a match' | 'failing' | 'not visited';

/** A project with three pages, and everything that its visits brought. */
class KeptHistory {
  readonly #store: Store;
  readonly #name: string;
  #projectId = 0;
  #pages: readonly number[] = [];
  readonly runs: number[] = [];
  /** By page: the runs that brought a version, oldest first, with their text. */
  readonly versions = new Map<
    number,
    { readonly run: number; readonly text: string; readonly isMatched: boolean }[]
  >();
  #texts = 0;

  constructor(store: Store, name: string) {
    this.#store = store;
    this.#name = name;
  }

  get projectId(): number {
    return this.#projectId;
  }

  async begin(): Promise<void> {
    const { id } = await this.#store.projects.create({
      name: this.#name,
      startUrl: 'https://example.org/',
      settings: '{}',
      createdAt: 1,
    });
    this.#projectId = id;
    await this.visit(['changed', 'changed', 'changed']);
  }

  /** The next run. */
  async visit(found: readonly Found[]): Promise<void> {
    const store = this.#store;
    const { id: runId } = await store.runs.begin(this.#projectId, { startedAt: 1, settings: '{}' });
    const commit = (batch: object) =>
      store.commit({
        projectId: this.#projectId,
        runId,
        visits: [],
        contents: [],
        discovered: [],
        leftOut: [],
        ...batch,
      });
    if (this.runs.length === 0) {
      await commit({ discovered: found.map((_, place) => discovered(`/${this.#name}/${place}`)) });
      this.#pages = (await store.frontier.next(runId, 'example.org', null, found.length)).map(({ id }) => id);
    } else await commit({ revisits: this.#pages });
    this.runs.push(runId);
    for (const [place, page] of this.#pages.entries())
      await this.#visitPage(commit, runId, page, found[place] ?? 'same');
    await store.runs.change(runId, { state: 'finished', at: runId });
  }

  async #visitPage(
    commit: (batch: object) => Promise<void>,
    run: number,
    page: number,
    what: Found,
  ): Promise<void> {
    if (what === 'not visited') return;
    if (what === 'failing')
      return commit({
        visits: [
          visit(page, { outcome: 'error', status: 500, flag: 'ERR', reason: '', bringsVersion: false }),
        ],
      });
    const before = this.versions.get(page) ?? [];
    if (what === 'same') {
      const { sha256 } = packContent(Buffer.from(before.at(-1)?.text ?? ''), 'text/html');
      return commit({ visits: [visit(page, { flag: 'SAM', reason: '', sha256, bringsVersion: false })] });
    }
    // Now and then a page is again what another one was.
    this.#texts += 1;
    const text = `text ${this.#texts % 7}${this.#texts % 3 === 0 ? '' : ` of ${page} in ${run}`}`;
    const content = packContent(Buffer.from(text), 'text/html');
    const isMatched = what === 'changed, with a match';
    await commit({
      visits: [
        visit(page, { flag: before.length === 0 ? 'NEW' : 'UPD', reason: '', sha256: content.sha256 }),
      ],
      contents: [content],
      found: isMatched ? [{ pageId: page, matches: [match(page)], results: null }] : [],
    });
    this.versions.set(page, [...before, { run, text, isMatched }]);
  }

  /** Every version that has to be there is, with its own content; each version is still known; no run is counted otherwise. */
  async check(kept: { readonly fromRun: number; readonly versions: number }): Promise<void> {
    const store = this.#store;
    for (const [page, versions] of this.versions) {
      const before = versions.filter(({ run }) => run < kept.fromRun).at(-1);
      for (const [place, version] of versions.entries()) {
        const stored = await store.visits.find(version.run, page);
        expect(stored).not.toBeNull();
        const isNeeded =
          version.run >= kept.fromRun ||
          place >= versions.length - kept.versions ||
          version === before ||
          version.isMatched;
        if (!isNeeded) {
          expect(stored?.sha256, `version ${version.run} of ${page}`).toBeNull();
          continue;
        }
        expect(stored?.sha256, `version ${version.run} of ${page}`).not.toBeNull();
        expect(Buffer.from(await store.contents.read(stored?.sha256 ?? new Uint8Array())).toString()).toBe(
          version.text,
        );
      }
      // What the next visit is compared with.
      const [listed] = await store.pages.list(this.#projectId, { after: page - 1, limit: 1 });
      expect(listed?.id).toBe(page);
      expect(await store.contents.has(listed?.sha256 ?? new Uint8Array())).toBe(true);
    }
  }

  /** What reports of kept runs list, and what all runs are counted as. */
  async reports(fromRun: number) {
    const store = this.#store;
    const rows = [];
    for (const run of this.runs.filter((id) => id >= fromRun))
      rows.push(await store.visits.flagged(run, { limit: 100 }));
    const totals = await Promise.all(this.runs.map((run) => store.visits.flagTotals(run)));
    return {
      rows,
      totals,
      statistics: (await store.statistics.runs([this.#projectId])).get(this.#projectId),
    };
  }
}

const match = (pageId: number) =>
  ({
    detector: 'tides',
    pageId,
    url: '',
    title: '',
    event: 'updated',
    in: 'added',
    place: null,
    words: [],
    number: null,
    reason: '',
  }) as const;

const found = fc.constantFrom<Found>(
  'same',
  'same',
  'changed',
  'changed, with a match',
  'failing',
  'not visited',
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ found: fc.tuple(found, found, found) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      keptRuns: fc.integer({ min: 1, max: 5 }),
      versions: fc.integer({ min: 1, max: 4 }),
    }),
  },
);

describe.each(databaseKinds)('retention on %s', (kind) => {
  let store: Store;
  storeForEachTest(kind, (fresh) => {
    store = fresh;
  });

  test('never loses what a report, a diff or a match needs, and counts stay', {
    timeout: 300_000,
  }, async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        count += 1;
        const history = new KeptHistory(store, `site-${count}`);
        const other = new KeptHistory(store, `other-${count}`);
        await history.begin();
        await other.begin();
        let kept = { fromRun: 0, versions: Number.MAX_SAFE_INTEGER };
        for (const taken of steps) {
          if ('found' in taken) {
            await history.visit(taken.found);
            continue;
          }
          // Rules only get stricter here: what was removed by one rule does not come back by another.
          const fromRun = Math.max(history.runs.at(-taken.keptRuns) ?? 0, kept.fromRun);
          const versions = Math.min(taken.versions, kept.versions);
          const limits = { projectId: history.projectId, fromRunId: fromRun, versions, explorations: [] };
          const before = await history.reports(fromRun);
          const would = await store.retention.survey(limits);
          const done = await store.retention.apply(limits, 5);
          expect(done).toEqual({ visits: would.visits, versions: would.versions, explorations: 0 });
          expect(await store.retention.removeUnused()).toEqual({
            contents: would.contents,
            bytes: would.bytes,
          });
          expect(await store.retention.survey(limits)).toEqual({
            visits: 0,
            versions: 0,
            explorations: 0,
            contents: 0,
            bytes: 0,
          });
          expect(await history.reports(fromRun)).toEqual(before);
          kept = { fromRun, versions };
          await other.check({ fromRun: 0, versions: 1 });
        }
        if (kept.fromRun > 0) {
          const limits = {
            projectId: history.projectId,
            fromRunId: kept.fromRun,
            versions: kept.versions,
            explorations: [],
          };
          await store.retention.apply(limits, 6);
          await store.retention.removeUnused();
          await history.check(kept);
        }
      }),
      { numRuns: kind === 'sqlite' ? 12 : 3, seed: 15 },
    );
  });

  test('space is given back, and what is stored stays', async () => {
    const history = new KeptHistory(store, 'site');
    await history.begin();
    for (let run = 0; run < 5; run++) await history.visit(['changed', 'same', 'failing']);
    const limits = {
      projectId: history.projectId,
      fromRunId: history.runs.at(-1) ?? 0,
      versions: 1,
      explorations: [],
    };
    await store.retention.apply(limits, 5);
    await store.retention.removeUnused();
    await store.retention.compact();
    await history.check({ fromRun: limits.fromRunId, versions: 1 });
    expect(await store.retention.databaseBytes()).toBeGreaterThan(0);
    expect(await store.retention.amounts(history.projectId)).toEqual({ pages: 3, runs: 6, visits: 10 });
  });

  test('an exploration goes with what only it had, and what another has stays', async () => {
    const { id: projectId } = await store.projects.create({
      name: 'application',
      startUrl: 'https://example.org/',
      settings: '{}',
      createdAt: 1,
    });
    const shared = packContent(Buffer.from('shared'), 'text/html');
    const ids: number[] = [];
    for (const text of ['first', 'second']) {
      const { id } = await store.explorations.begin(projectId, {
        url: 'https://example.org/',
        settings: '{}',
        startedAt: 1,
      });
      ids.push(id);
      const own = packContent(Buffer.from(text), 'text/html');
      await store.explorations.keep({
        projectId,
        explorationId: id,
        state: {
          ...{ number: 0, url: 'https://example.org/', title: '', hash: '', depth: 0, distances: [] },
          contents: { html: own.sha256, stripped: shared.sha256 },
        },
        contents: [own, shared],
        tried: null,
      });
    }
    const [first = 0, second = 0] = ids;
    const limits = { projectId, fromRunId: 0, versions: 1, explorations: [first] };
    const would = await store.retention.survey(limits);
    expect(would).toMatchObject({ visits: 0, versions: 0, explorations: 1, contents: 1 });
    expect(await store.retention.apply(limits, 5)).toEqual({ visits: 0, versions: 0, explorations: 1 });
    expect(await store.retention.removeUnused()).toEqual({ contents: 1, bytes: would.bytes });
    expect((await store.explorations.list(projectId)).map(({ id }) => id)).toEqual([second]);
    expect(await store.explorations.states(first)).toEqual([]);
    const [state] = await store.explorations.states(second);
    expect(await store.contents.has(state?.contents.stripped ?? new Uint8Array())).toBe(true);
  });
});
