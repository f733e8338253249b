import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { addProject } from '../../src/app/projects/add-project.ts';
import { openStore } from '../../src/store/index.ts';
import { rawDatabase } from '../../test/databases/raw-database.ts';
import type { Figure } from '../figure.ts';
import { benchCluster, manyHosts } from './bench-cluster.ts';

const JITTER = 30_000;
/** Runs that visit the same host take turns: with few hosts that would be what is measured. */
const MOST_HOSTS = 100;
/** How long starting, and filling the database with each schedule, may take before the minute comes, in milliseconds. */
const SET_UP = { start: 60_000, each: 20 };

/** Many schedules, of which some are due in the same minute: each runs once, and begins within its jitter. */
export async function dueSchedules(all: number, due: number): Promise<readonly Figure[]> {
  const site = await manyHosts(Math.min(due, MOST_HOSTS), 1, 0);
  const minute = new Date(Math.ceil((Date.now() + SET_UP.start + all * SET_UP.each) / 60_000) * 60_000);
  const cron = `${minute.getUTCMinutes()} ${minute.getUTCHours()} * * *`;
  const later = `${minute.getUTCMinutes()} ${(minute.getUTCHours() + 12) % 24} * * *`;
  const prepare = async (url: string) => {
    const store = await openStore({ kind: 'postgres', url, access: 'write' });
    for (let number = 0; number < all; number++) {
      const origin = site.origins[number % site.origins.length];
      const schedule = { cron: number < due ? cron : later, zone: 'UTC', jitter: `${JITTER / 1000}s` };
      const text = JSON.stringify({ name: `p${number}`, source: `${origin}/s${number}`, schedule });
      await addProject(store, { text, fileName: `p${number}.json`, folder: '.' });
    }
    await store.close();
    // A project that never ran does so at once: these ran an hour ago.
    const database = rawDatabase({ kind: 'postgres', url });
    await database.read((db) =>
      sql`insert into run (id, project_id, number, state, started_at, ended_at, settings)
        select -id, id, 1, 'finished', ${Date.now() - 3_600_000}, ${Date.now() - 3_600_000}, settings from project`.execute(
        db,
      ),
    );
    await database.close();
  };
  const cluster = await benchCluster({ prepare });
  try {
    await cluster.addWorkers(4);
    const early = minute.getTime() - Date.now();
    if (early < 0) throw new Error('filling the database took too long');
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
    const took = Date.now() - minute.getTime();
    // Whoever runs twice does so by now.
    await setTimeout(5000);
    const handed = await cluster.rows<{ at: string; project: string }>(
      'SELECT project, handed_at AS at FROM handed_run ORDER BY handed_at',
    );
    const lateness = handed.map(({ at }) => Number(at) - minute.getTime());
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
