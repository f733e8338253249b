import { describe, expect, test } from 'vitest';
import { discovered, startRun, visit } from '../../../test/kernel/database/sample-records.ts';
import { databaseKinds } from '../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import type { Store } from '../../database/store.ts';
import type { Match } from '../../detect/index.ts';
import { detectorTotals, projectStatistics } from './project-statistics.ts';

const HOUR = 3_600_000;
const saturday = Date.UTC(2013, 0, 12, 10);

const match = (pageId: number, detector: string): Match => ({
  detector,
  pageId,
  url: '',
  title: '',
  event: 'updated',
  in: 'added',
  place: null,
  words: [],
  number: null,
  reason: '',
});

describe.each(databaseKinds)('figures over runs and matches, on %s', (kind) => {
  let store: Store;
  storeForEachTest(kind, (opened) => {
    store = opened;
  });

  /** A run of three pages, the second with an error; the last waits unless the run is full. For each page, the detectors that matched. */
  async function crawled(startedAt: number, found: readonly (readonly string[])[], isFull: boolean) {
    const known = await store.projects.find('news');
    const project =
      known ??
      (await store.projects.create({
        name: 'news',
        startUrl: 'https://example.org/',
        settings: '{}',
        createdAt: 1,
      }));
    const run = await store.runs.begin(project.id, { startedAt, settings: '{}' });
    const ids = { projectId: project.id, runId: run.id };
    const commit = (batch: object) =>
      store.commit({ ...ids, visits: [], contents: [], discovered: [], leftOut: [], ...batch });
    await commit({ discovered: ['/0', '/1', '/2'].map((path) => discovered(path)) });
    const pages = await store.frontier.next(run.id, 'example.org', null, 10);
    const visited = isFull ? pages : pages.slice(0, 2);
    await commit({
      visits: visited.map(({ id }, i) =>
        visit(id, { at: startedAt + HOUR, ...(i === 1 && { outcome: 'error', status: 500 }) }),
      ),
      found: visited.map(({ id }, i) => ({
        pageId: id,
        matches: (found[i] ?? []).map((detector) => match(id, detector)),
        results: null,
      })),
      run: { state: isFull ? 'finished' : 'paused', at: startedAt + 2 * HOUR },
    });
    return project;
  }

  test('are those of tables I to III', async () => {
    await crawled(saturday, [['Stem', 'Stem', 'Simple'], ['Stem'], []], true);
    await crawled(saturday + 24 * HOUR, [['Stem'], [], []], true);
    const project = await crawled(saturday + 26 * HOUR, [[], ['Simple', 'Simple']], false);
    const { performance, results, perPage, pages } = await projectStatistics(store, [project], {
      since: 0,
      unit: 'day',
    });
    expect(pages).toEqual({
      unit: 'day',
      periods: [Date.UTC(2013, 0, 12), Date.UTC(2013, 0, 13)],
      sources: [{ project: 'news', pages: [2, 3] }],
    });
    expect(performance).toEqual([
      {
        project: 'news',
        crawls: 3,
        fullCrawls: 2,
        pagesFound: 3,
        pagesRead: 5 / 3,
        ms: 2 * HOUR,
        pagesPerSecond: 5 / (6 * 3600),
        pagesMatched: 2,
        matches: 7,
      },
    ]);
    expect(results).toEqual({
      unit: 'day',
      periods: [Date.UTC(2013, 0, 12), Date.UTC(2013, 0, 13)],
      detectors: [
        {
          project: 'news',
          detector: 'Stem',
          periods: [
            { pages: 2, matches: 3 },
            { pages: 1, matches: 1 },
          ],
          total: { pages: 2, matches: 4 },
        },
        {
          project: 'news',
          detector: 'Simple',
          periods: [
            { pages: 1, matches: 1 },
            { pages: 1, matches: 2 },
          ],
          total: { pages: 2, matches: 3 },
        },
      ],
      all: {
        periods: [
          { pages: 2, matches: 4 },
          { pages: 2, matches: 3 },
        ],
        total: { pages: 2, matches: 7 },
      },
    });
    expect(perPage).toEqual([
      { matches: 1, pages: 3 },
      { matches: 2, pages: 2 },
    ]);
    expect(await detectorTotals(store, project)).toEqual(
      new Map([
        ['Simple', { matches: 3, lastAt: saturday + 27 * HOUR }],
        ['Stem', { matches: 4, lastAt: saturday + 25 * HOUR }],
      ]),
    );
  });

  test('are those since a moment, and of a run that has not ended', async () => {
    const project = await crawled(saturday, [['Stem'], [], []], true);
    await startRun(store, 'news');
    const since = saturday + 3 * HOUR;
    const later = await projectStatistics(store, [project], { since, unit: null });
    expect(later.performance).toMatchObject([{ crawls: 0, pagesFound: null, ms: null, matches: 0 }]);
    expect(later.results).toMatchObject({ periods: [], detectors: [] });
    const all = await projectStatistics(store, [project], { since: 0, unit: null });
    expect(all.performance).toMatchObject([{ crawls: 2, fullCrawls: 1, pagesFound: 3, matches: 1 }]);
    expect(all.results).toMatchObject({ unit: 'hour', periods: [saturday + HOUR] });
  });
});
