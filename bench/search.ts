/**
 * Queries over many pages on both databases: rare and common words, phrases, prefixes, and all of them combined. The words of a
 * page follow Zipf's law, as those of real pages do; the snippets of the answers are not part of it.
 */
import '../test/fixtures/program/use-features.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../src/database/open-store.ts';
import type { Store } from '../src/database/store.ts';
import { parseSearchQuery } from '../src/features/search/tables/search-query.ts';
import { startPostgres } from '../test/kernel/database/postgres-server.ts';
import { discovered, startRun, visit } from '../test/kernel/database/sample-records.ts';
import { type Figure, printFigures } from './figure.ts';

const { values: options } = parseArgs({
  options: { pages: { type: 'string', default: '100000' }, json: { type: 'boolean', default: false } },
});
const PAGES = Number(options.pages);
const WORDS = 300;
const VOCABULARY = 50_000;
const BATCH = 1000;

/** The same numbers at every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

let roll = dice(1);
/** Word n comes about n times less often than the first. */
const word = (): string => `w${Math.floor(VOCABULARY ** roll())}`;

/** Fifty: of each kind some that nearly every page answers, and some that few do. */
const queries: readonly string[] = [
  ...['w1', 'w3', 'w40', 'w150', 'w700', 'w2500', 'w9000', 'w21000', 'w44444', 'w49999'],
  ...['w2*', 'w12*', 'w333*', 'w4444*', 'w4999*'],
  ...['w5 w60', 'w1 w2', 'w100 w2000', 'w30 w31', 'w800 w900', 'w77 w88 w99', 'w4 w5 w6 w7'],
  ...['w300 AND w4000', 'w20 AND w30 AND w40', 'w15000 AND w2'],
  ...['w7 OR w8000', 'w30000 OR w40000', 'w500 OR w600 OR w700', 'w11 OR w12'],
  ...['w9 NOT w4', 'w3000 NOT w1', 'w60 NOT w50 NOT w40', 'w2 NOT w3'],
  ...['(w50 OR w60) w70 NOT w8', '(w1000 OR w2000) (w3000 OR w4000)', '(w5 OR w9999) NOT w1'],
  ...['"w1 w2"', '"w20 w3"', '"w9 w8 w7"', '"w1 w1"', '"w100 w2"', '"w5000 w1"', '"w2 w4 w1"'],
  ...['w10 "w1 w3"', '"w3 w1" NOT w2', '"w6 w1" OR "w1 w6"', 'w25 "w2 w1" w3', '"w40 w1*"'],
  ...['w12 w34*', 'w56* NOT w1'],
];

async function fill(store: Store): Promise<number> {
  const { projectId, runId, commit } = await startRun(store);
  const started = performance.now();
  for (let from = 0; from < PAGES; from += BATCH) {
    const count = Math.min(BATCH, PAGES - from);
    await commit({ discovered: Array.from({ length: count }, (_, n) => discovered(`/${from + n}`)) });
    const pages = await store.frontier.next(runId, 'example.org', null, count);
    await commit({ visits: pages.map(({ id }) => visit(id, { flag: 'NEW', reason: '' })) });
    await store.search.add(
      pages.map(({ id: pageId }) => ({
        projectId,
        runId,
        pageId,
        at: from,
        title: Array.from({ length: 5 }, word),
        text: Array.from({ length: WORDS }, word),
      })),
    );
  }
  await store.search.noteComplete();
  return performance.now() - started;
}

const everything = {
  projectIds: null,
  skip: 0,
  host: null,
  since: null,
  until: null,
  flags: null,
  hasHistory: false,
};

/** All pages that answer each query. */
async function answersOf(store: Store): Promise<readonly ReadonlySet<number>[]> {
  const answers: Set<number>[] = [];
  for (const query of queries) {
    const found = await store.search.find(parseSearchQuery(query), { ...everything, limit: PAGES });
    answers.push(new Set(found.map(({ pageId }) => pageId)));
  }
  return answers;
}

const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean =>
  one.size === other.size && one.isSubsetOf(other);

async function figuresOf(name: string, store: Store): Promise<readonly Figure[]> {
  roll = dice(1);
  const filled = await fill(store);
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    for (const query of queries) {
      const started = performance.now();
      await store.search.find(parseSearchQuery(query), { ...everything, limit: 20 });
      if (round > 0) times.push(performance.now() - started);
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(Math.floor(times.length * share), times.length - 1)] ?? 0;
  return [
    {
      name: `${name}: a query over ${PAGES.toLocaleString('en')} pages, median`,
      value: at(0.5),
      unit: 'ms',
      floor: { atMost: 100 },
      note: `19 of 20 within ${at(0.95).toFixed(0)} ms, slowest ${at(1).toFixed(0)} ms; ${queries.length} queries`,
    },
    {
      name: `${name}: adding a page of ${WORDS} words`,
      value: filled / PAGES,
      unit: 'ms',
      floor: null,
      note: `with its rows; ${(filled / 1000).toFixed(0)} s for all`,
    },
  ];
}

const folder = await mkdtemp(join(tmpdir(), 'tidemark-bench-search-'));
const server = await startPostgres();
const figures: Figure[] = [];
const answers: (readonly ReadonlySet<number>[])[] = [];
for (const [name, place] of [
  ['SQLite', { kind: 'sqlite', folder }],
  ['PostgreSQL', { kind: 'postgres', url: await server.createDatabase() }],
] as const) {
  const store = await openStore({ ...place, access: 'write' });
  figures.push(...(await figuresOf(name, store)));
  answers.push(await answersOf(store));
  await store.close();
}
const [onSqlite = [], onPostgres = []] = answers;
figures.push({
  name: 'queries that both answer with the same pages',
  value: onSqlite.filter((pages, place) => isSame(pages, onPostgres[place] ?? new Set())).length,
  unit: `of ${queries.length}`,
  floor: { atLeast: queries.length },
  note: `${Math.max(...onSqlite.map(({ size }) => size)).toLocaleString('en')} pages for the most common word`,
});
await server.stop();
await rm(folder, { recursive: true, force: true });
printFigures('search', figures, options.json);
