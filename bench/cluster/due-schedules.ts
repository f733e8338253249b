import '../../test/fixtures/program/use-features.ts';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { addProject } from '../../src/crawl/projects/add-project.ts';
import { openStore } from '../../src/database/open-store.ts';
import { rawDatabase } from '../../test/kernel/database/raw-database.ts';
import type { Figure } from '../figure.ts';
import { benchCluster, manyHosts } from './bench-cluster.ts';

const JITTER = 30_000;
/** Runs that visit the same host take turns: with few hosts that would be what is measured. */
const MOST_HOSTS = 100;
/** How long the server and the workers may take to start and to make their plans before the minute comes, in milliseconds. */
const SET_UP = 150_000;
/** What stands in the project from which all others are made. */
const MARKS = { name: 'mark-of-name', origin: 'http://mark-of-host.example', path: 'mark-of-path' };

/** Many schedules, of which some are due in the same minute: each runs once, and begins within its jitter. */
export async function dueSchedules(all: number, due: number): Promise<readonly Figure[]> {
  const site = await manyHosts(Math.min(due, MOST_HOSTS), 1, 0);
  let minute = 0;
  const prepare = async (url: string) => {
    minute = Math.ceil((Date.now() + SET_UP) / 60_000) * 60_000;
    await fill(url, site.origins, all, (number) => cronAt(minute + (number < due ? 0 : 12 * 3_600_000)));
  };
  const cluster = await benchCluster({ prepare });
  try {
    await cluster.addWorkers(4);
    const early = minute - Date.now();
    if (early < 0) throw new Error('starting took too long');
    await setTimeout(early);
    const count = async () =>
      Number(
        (
          await cluster.rows<{ count: string }>(
            "SELECT count(*) FROM run WHERE state = 'finished' AND number > 1",
          )
        )[0]?.count,
      );
    const giveUp = Date.now() + 300_000;
    while ((await count()) < due && Date.now() < giveUp) await setTimeout(500);
    const took = Date.now() - minute;
    // A second run would have started by now.
    await setTimeout(5000);
    const handed = await cluster.rows<{ at: string; project: string }>(
      'SELECT project, queued_at AS at FROM cluster_run ORDER BY queued_at',
    );
    const lateness = handed.map(({ at }) => Number(at) - minute);
    const twice = handed.length - new Set(handed.map(({ project }) => project)).size;
    const asked = new Map<string, number>();
    for (const [path] of await site.log()) asked.set(path, (asked.get(path) ?? 0) + 1);
    const spread = (lateness.at(-1) ?? 0) - (lateness[0] ?? 0);
    return [
      {
        name: 'runs that ended',
        value: await count(),
        unit: 'runs',
        floor: { atLeast: due },
        note: `of ${due} due, ${all} schedules`,
      },
      {
        name: 'runs too many',
        value: twice,
        unit: 'runs',
        floor: { atMost: 0 },
        note: `${asked.size} start pages were asked for`,
      },
      {
        name: 'begun before their minute',
        value: lateness.filter((late) => late < 0).length,
        unit: 'runs',
        floor: { atMost: 0 },
        note: '',
      },
      {
        name: 'the last was handed to the workers',
        value: (lateness.at(-1) ?? 0) / 1000,
        unit: 's',
        floor: { atMost: JITTER / 1000 + 10 },
        note: `of ${handed.length}, after its minute; jitter ${JITTER / 1000} s, spread over ${(spread / 1000).toFixed(1)} s`,
      },
      { name: 'all had ended', value: took / 1000, unit: 's', floor: null, note: 'after the minute' },
    ];
  } finally {
    await cluster.close();
    site.close();
  }
}

const cronAt = (at: number): string => `${new Date(at).getUTCMinutes()} ${new Date(at).getUTCHours()} * * *`;

/** Copies of one project, each of which ran an hour ago: one that never ran does so at once. */
async function fill(
  url: string,
  origins: readonly string[],
  all: number,
  cronOf: (number: number) => string,
): Promise<void> {
  const store = await openStore({ kind: 'postgres', url, access: 'write' });
  const schedule = { cron: cronOf(0), zone: 'UTC', jitter: `${JITTER / 1000}s` };
  const text = JSON.stringify({ name: MARKS.name, source: `${MARKS.origin}/${MARKS.path}`, schedule });
  await addProject(store, { text, fileName: 'project.json', folder: '.' });
  await store.close();
  const database = rawDatabase({ kind: 'postgres', url });
  const numbers = Array.from({ length: all }, (_, number) => number);
  const ago = Date.now() - 3_600_000;
  await database.read(async (db) => {
    await sql`insert into project (id, name, start_url, settings, created_at)
      select 1000000 + number, 'p' || number, origin || '/s' || number,
        replace(replace(replace(replace(settings, ${MARKS.name}, 'p' || number), ${MARKS.origin}, origin),
          ${MARKS.path}, 's' || number), ${cronOf(0)}, cron), created_at
      from project, unnest(${numbers}::int[], ${numbers.map((number) => origins[number % origins.length])}::text[],
        ${numbers.map(cronOf)}::text[]) as made (number, origin, cron) where name = ${MARKS.name}`.execute(
      db,
    );
    await sql`delete from project where name = ${MARKS.name}`.execute(db);
    await sql`insert into run (id, project_id, number, state, started_at, ended_at, settings)
      select -id, id, 1, 'finished', ${ago}, ${ago}, settings from project`.execute(db);
  });
  await database.close();
}
