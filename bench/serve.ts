/**
 * The server over 100,000 pages and 1,000,000 visits, on both databases: how long every list and page takes by the server's own log, and
 * what 200 readers at once do to a run that goes on. `--data` and `--database` name databases to use again; empty ones are filled. `--ask` names
 * endpoints, `--parts lists` or `--parts readers` chooses what is measured.
 */
import '../test/fixtures/program/use-features.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../src/database/open-store.ts';
import { environmentOf, tokenFor } from '../test/chaos/server/served-life.ts';
import { startPostgres } from '../test/kernel/database/postgres-server.ts';
import type { Place } from '../test/kernel/database/store-databases.ts';
import { type Figure, printFigures } from './figure.ts';
import { type AskedThings, forgotten, questions } from './serve/questions.ts';
import { runBesideReaders } from './serve/run-beside-readers.ts';
import { bigProject, seed, somePages } from './serve/seed.ts';
import { type TimedServer, timedServer } from './serve/timed-server.ts';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '40' },
    only: { type: 'string', default: 'sqlite,postgres' },
    parts: { type: 'string', default: 'lists,readers' },
    ask: { type: 'string', default: '' },
    readers: { type: 'string', default: '200' },
    data: { type: 'string' },
    database: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const PAGES = Number(options.pages);
const RUNS = 10;
const ROUNDS = Number(options.rounds);
/** The server answers a list or a page within this time, in milliseconds. */
const BUDGET = 100;

async function seeded(place: Place): Promise<AskedThings> {
  const store = await openStore({ ...place, access: 'write' });
  try {
    if ((await store.projects.find(bigProject)) === null) {
      const started = performance.now();
      await seed(store, { pages: PAGES, runs: RUNS, projects: 200 });
      console.error(`filled in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    }
    return { ...(await somePages(store)), runs: RUNS };
  } finally {
    await store.close();
  }
}

async function timesOfLists(
  name: string,
  server: TimedServer,
  things: AskedThings,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [endpoint, asked] of Object.entries(questions)) {
    if (options.ask !== '' && !options.ask.split(',').includes(endpoint)) continue;
    for (const [place, path] of asked.entries()) {
      const times: number[] = [];
      let before = 0;
      // The first of each is not counted: it loads code.
      for (let number = 0; number <= ROUNDS; number++) {
        const time = await server.time(path(things, number * asked.length + place));
        if (number > 0) times.push(time);
        else before = await server.processorMs();
      }
      const processor = ((await server.processorMs()) - before) / ROUNDS;
      times.sort((a, b) => a - b);
      const at = (share: number) => times[Math.min(Math.floor(times.length * share), times.length - 1)] ?? 0;
      figures.push({
        name: `${name}: ${endpoint}${asked.length > 1 ? ` ${place + 1}` : ''}`,
        value: at(0.95),
        unit: 'ms',
        floor: { atMost: BUDGET },
        note: `median ${at(0.5).toFixed(1)}, longest ${at(1).toFixed(1)}, ${processor.toFixed(1)} ms of processor each`,
      });
    }
  }
  return figures;
}

async function measure(name: string, place: Place): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-bench-serve-'));
  const things = await seeded(place);
  const environment = environmentOf(place, folder);
  const token = await tokenFor(environment);
  const server = await timedServer(environment, token);
  try {
    return [
      ...(options.parts.includes('lists') ? await timesOfLists(name, server, things) : []),
      ...(options.parts.includes('readers')
        ? await runBesideReaders(name, server, token, Number(options.readers), things)
        : []),
    ];
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const left = forgotten();
if (left.length > 0) throw new Error(`not asked, without a reason: ${left.join(', ')}`);
const figures: Figure[] = [];
if (options.only.includes('sqlite')) {
  const folder = options.data ?? (await mkdtemp(join(tmpdir(), 'tidemark-bench-serve-')));
  figures.push(...(await measure('SQLite', { kind: 'sqlite', folder })));
  if (options.data === undefined) await rm(folder, { recursive: true, force: true });
}
if (options.only.includes('postgres')) {
  const own = options.database === undefined ? await startPostgres() : null;
  const url = options.database ?? (await own?.createDatabase()) ?? '';
  figures.push(...(await measure('PostgreSQL', { kind: 'postgres', url })));
  await own?.stop();
}
if (!options.json)
  console.log(
    `load at the end: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}\n`,
  );
printFigures('serve', figures, options.json);
