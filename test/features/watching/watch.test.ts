import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startRun } from '../../../src/crawl/run/start-run.ts';
import { StoreError } from '../../../src/database/errors.ts';
import { ClusterError } from '../../../src/features/cluster/errors.ts';
import { siteForThisTest } from '../../kernel/crawl/runs/site-for-this-test.ts';
import type { SiteServer } from '../../sites/plain/site-server.ts';
import { SetClock } from './set-clock.ts';
import { addProjectAt, addUsers, folderForThisTest, watchForThisTest } from './watched.ts';

const page = (): Promise<SiteServer> =>
  siteForThisTest(({ target }, response) => {
    if (target === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Tides of today</p>');
  });

const project = (name: string, { origin }: SiteServer, schedule: string) =>
  `name: ${name}\nsource: ${origin}/\nschedule: ${schedule}\n`;

const time = (at: number | null | undefined) => (at == null ? null : new Date(at).toISOString().slice(0, 16));

describe('watching', () => {
  it('runs a new project at once, and then at its times', async () => {
    const site = await page();
    const clock = new SetClock('2026-05-01T08:00Z');
    const open = await folderForThisTest();
    await addProjectAt(open, clock, project('tides', site, 'every 1h'));
    const watch = watchForThisTest(open, clock);
    const begun: (string | null)[] = [];
    for (const next of ['2026-05-01T09:00', '2026-05-01T10:00', '2026-05-01T11:00']) {
      const { run } = await watch.next('ended');
      begun.push(`run ${run.number}`);
      const { runs } = await watch.next('planned');
      expect(time(runs[0]?.at)).toBe(next);
      clock.moveTo(`${next}Z`);
    }
    expect(begun).toEqual(['run 1', 'run 2', 'run 3']);
  });

  it('does not begin again what ends while plans are made', async () => {
    const answering = Promise.withResolvers<void>();
    const site = await siteForThisTest(async ({ target }, response) => {
      if (target === '/slow') await answering.promise;
      response
        .writeHead(target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' })
        .end('<p>Tides');
    });
    const clock = new SetClock('2026-05-01T08:00Z');
    const open = await folderForThisTest();
    for (const name of ['quick', 'slow'])
      await addProjectAt(open, clock, `name: ${name}\nsource: ${site.origin}/${name}\nschedule: every 1h\n`);
    const closed = Promise.withResolvers<void>();
    let plans = 0;
    const watch = watchForThisTest(async (access) => {
      const store = await open(access);
      if (access === 'write')
        return { ...store, close: () => store.close().then(closed.resolve, closed.reject) };
      const latestOfAll = async () => {
        const latest = await store.runs.latestOfAll();
        // The second plan of all is made a minute later. The slow run ends before anybody looks at it.
        if (++plans === 2) {
          answering.resolve();
          await closed.promise;
          await setImmediate();
        }
        return latest;
      };
      return { ...store, runs: { ...store.runs, latestOfAll } };
    }, clock);
    await watch.next('ended');
    await watch.next('planned');
    clock.moveTo('2026-05-01T08:01:30Z');
    await watch.next('ended');
    await watch.next('planned');
    await watch.next('planned');
    expect(watch.seen.filter((event) => event === 'started')).toHaveLength(2);
  });

  it('gives a place to a user who has none, when another user has held all of them for ten minutes', async () => {
    const slow = await siteForThisTest(({ target }, response) => {
      response
        .writeHead(target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' })
        .end('<a href="/next">Next</a>');
    });
    const quick = await page();
    const clock = new SetClock('2026-05-01T08:00Z');
    const open = await folderForThisTest();
    const [ada, bob] = await addUsers(open, 'ada', 'bob');
    for (const name of ['a', 'b', 'c', 'd'])
      await addProjectAt(
        open,
        clock,
        `${project(name, slow, 'every 1h')}limits: { delay: 1d }\n`,
        ada ?? null,
      );
    const watch = watchForThisTest(open, clock);
    for (let place = 0; place < 4; place++) await watch.next('started');
    await watch.write((store) => {
      const shared = async () => ({ ...store, close: async () => undefined });
      return addProjectAt(shared, clock, project('of bob', quick, 'every 1h'), bob ?? null);
    });
    clock.moveTo('2026-05-01T08:09Z');
    await watch.next('planned');
    clock.moveTo('2026-05-01T08:11Z');
    expect((await watch.next('ended')).ending.state).toBe('paused');
    expect((await watch.next('ended')).run.project).toBe('of bob');
    // The one that gave way goes on.
    expect((await watch.next('started')).run).toMatchObject({ number: 1, resumed: true });
  });

  it('makes up for three days by one run', async () => {
    const site = await page();
    const clock = new SetClock('2026-05-01T08:00Z');
    const open = await folderForThisTest();
    await addProjectAt(open, clock, project('tides', site, '{ cron: "0 8 * * *", zone: Europe/Berlin }'));
    const before = watchForThisTest(open, clock);
    await before.next('ended');
    await before.stop();
    clock.moveTo('2026-05-04T12:00Z');
    const after = watchForThisTest(open, clock);
    expect((await after.next('ended')).run.number).toBe(2);
    const { runs } = await after.next('planned');
    expect(time(runs[0]?.at)).toBe('2026-05-05T06:00');
  });

  it('runs what is due once, and ends', async () => {
    const site = await page();
    const clock = new SetClock('2026-05-01T08:00Z');
    const open = await folderForThisTest();
    await addProjectAt(open, clock, project('tides', site, 'every 1h'));
    const runs = async () => {
      const watch = watchForThisTest(open, clock, { once: true });
      await watch.ended;
      return watch.seen.filter((event) => event === 'ended').length;
    };
    expect(await runs()).toBe(1);
    expect(await runs()).toBe(0);
    clock.moveTo('2026-05-01T09:00Z');
    expect(await runs()).toBe(1);
  });

  it('watches only projects that have a schedule, unless they are named', async () => {
    const site = await page();
    const clock = new SetClock('2026-05-01T08:00Z');
    const open = await folderForThisTest();
    await addProjectAt(open, clock, `name: by hand\nsource: ${site.origin}/\n`);
    const all = watchForThisTest(open, clock, { once: true });
    await all.ended;
    expect(all.seen).toEqual(['planned']);
    const named = watchForThisTest(open, clock, { once: true, projects: ['by hand'] });
    await named.ended;
    expect(named.seen).toContain('ended');
  });

  it('says which name it does not know', async () => {
    const clock = new SetClock('2026-05-01T08:00Z');
    const open = await folderForThisTest();
    await addProjectAt(open, clock, `name: tides\nsource: https://tides.example/\n`);
    const watch = watchForThisTest(open, clock, { projects: ['tide'] });
    await expect(watch.ended).rejects.toMatchObject({ code: 'APP_PROJECT_UNKNOWN' });
  });

  it('tries a project that cannot run again after a pause that grows, and tells the failure once', async () => {
    const clock = new SetClock('2026-05-01T08:00Z');
    const open = await folderForThisTest();
    const text =
      'name: tides\nsource: https://tides.example/\nschedule: every 1h\npreference:\n  user: kim\n  password: { secret: none }\n';
    await addProjectAt(open, clock, text);
    const watch = watchForThisTest(open, clock);
    const { error } = await watch.next('failed');
    expect(error).toMatchObject({ code: 'ACCESS_SECRET_MISSING' });
    for (const next of ['2026-05-01T08:05', '2026-05-01T08:15', '2026-05-01T08:35']) {
      let at: string | null = null;
      while (at !== next) at = time((await watch.next('planned')).runs[0]?.at);
      clock.moveTo(`${next}Z`);
    }
    expect(watch.seen.filter((event) => event === 'failed')).toHaveLength(1);
  });

  it('leaves a run that somebody withdrew to the next time of the schedule', async () => {
    const site = await page();
    const clock = new SetClock('2026-05-01T08:00Z');
    const open = await folderForThisTest();
    await addProjectAt(open, clock, project('tides', site, 'every 1h'));
    let starts = 0;
    const start = async () => {
      starts++;
      throw new ClusterError('CLUSTER_RUN_WITHDRAWN', 'The run of "tides" did not begin: withdrawn by ada.');
    };
    const watch = watchForThisTest(open, clock, { start });
    for (const [place, next] of ['2026-05-01T09:00', '2026-05-01T10:00'].entries()) {
      while (time((await watch.next('planned')).runs[0]?.at) !== next);
      expect(starts).toBe(place + 1);
      clock.moveTo(`${next}Z`);
    }
    expect(watch.seen).not.toContain('failed');
  });
});

describe('a machine that is slow, or whose database is away', () => {
  it('plans name all projects that are watched, also those that have begun', async () => {
    const site = await page();
    const clock = new SetClock('2026-05-01T08:00Z');
    const open = await folderForThisTest();
    for (const name of ['ebb', 'flow']) await addProjectAt(open, clock, project(name, site, 'every 1h'));
    const watch = watchForThisTest(async (access) => {
      const store = await open(access);
      const latestOfAll = () => {
        // As long as it takes on a machine that is busy with something else.
        for (const began = performance.now(); performance.now() - began < 300; );
        return store.runs.latestOfAll();
      };
      return { ...store, runs: { ...store.runs, latestOfAll } };
    }, clock);
    const planned: number[] = [];
    // Runs that end together are followed by one round.
    do planned.push((await watch.next('planned')).runs.length);
    while (watch.seen.filter((event) => event === 'ended').length < 2);
    expect(planned.length).toBeGreaterThan(1);
    expect(new Set(planned)).toEqual(new Set([2]));
  });

  it('goes on when a plan could not be made', async () => {
    const site = await page();
    const clock = new SetClock('2026-05-01T08:00Z');
    const open = await folderForThisTest();
    await addProjectAt(open, clock, project('tides', site, 'every 1h'));
    let isAway = false;
    const watch = watchForThisTest(async (access) => {
      if (isAway) throw new StoreError('STORE_UNREACHABLE', 'No answer from the database.');
      return open(access);
    }, clock);
    await watch.next('ended');
    await watch.next('planned');
    isAway = true;
    clock.moveTo('2026-05-01T09:00Z');
    await clock.sleeping();
    isAway = false;
    clock.moveTo('2026-05-01T09:30Z');
    expect((await watch.next('ended')).run.number).toBe(2);
  });

  it('runs at its times again after a clock that was an hour ahead is set right', async () => {
    const site = await page();
    const clock = new SetClock('2026-05-01T08:00Z');
    const open = await folderForThisTest();
    await addProjectAt(open, clock, project('tides', site, 'every 10m'));
    const watch = watchForThisTest(open, clock);
    await watch.next('ended');
    await watch.next('planned');
    clock.moveTo('2026-05-01T09:10Z');
    await watch.next('ended');
    await watch.next('planned');
    clock.setBack('2026-05-01T08:12Z');
    for (const at of ['2026-05-01T08:20', '2026-05-01T08:30']) {
      expect(time((await watch.next('planned')).runs[0]?.at)).toBe(at);
      clock.moveTo(`${at}Z`);
      await watch.next('ended');
    }
  });

  it('does not wait for an hour when a clock that was ahead is set right, and then put back', async () => {
    const site = await page();
    const clock = new SetClock('2026-05-01T08:00Z');
    const open = await folderForThisTest();
    await addProjectAt(open, clock, project('tides', site, 'every 10m'));
    const watch = watchForThisTest(open, clock);
    await watch.next('ended');
    await watch.next('planned');
    clock.moveTo('2026-05-01T09:10Z');
    await watch.next('ended');
    await watch.next('planned');
    clock.setBack('2026-05-01T08:12Z');
    expect(time((await watch.next('planned')).runs[0]?.at)).toBe('2026-05-01T08:20');
    clock.setBack('2026-05-01T07:13Z');
    expect(time((await watch.next('planned')).runs[0]?.at)).toBe('2026-05-01T07:20');
    clock.moveTo('2026-05-01T07:20Z');
    await watch.next('ended');
  });

  it('runs at its times again when only its own clock was ahead, and not that of the worker', async () => {
    const site = await page();
    const clock = new SetClock('2026-05-01T08:00Z');
    const right = new SetClock('2026-05-01T08:00Z');
    const open = await folderForThisTest();
    await addProjectAt(open, clock, project('tides', site, 'every 10m'));
    const store = await open('write');
    onTestFinished(() => store.close());
    const watch = watchForThisTest(async () => ({ ...store, close: async () => undefined }), clock, {
      start: (request) => startRun({ store, clock: right }, request),
    });
    await watch.next('ended');
    await watch.next('planned');
    right.moveTo('2026-05-01T08:10Z');
    clock.moveTo('2026-05-01T09:10Z');
    await watch.next('ended');
    await watch.next('planned');
    clock.setBack('2026-05-01T08:12Z');
    for (const at of ['2026-05-01T08:20', '2026-05-01T08:30']) {
      expect(time((await watch.next('planned')).runs[0]?.at)).toBe(at);
      right.moveTo(`${at}Z`);
      clock.moveTo(`${at}Z`);
      await watch.next('ended');
    }
  });

  it('repeats a start that failed until the run has begun', async () => {
    const site = await page();
    const clock = new SetClock('2026-05-01T08:00Z');
    const open = await folderForThisTest();
    await addProjectAt(open, clock, project('tides', site, '{ cron: "0 8 * * *", zone: UTC }'));
    let failures = 3;
    const watch = watchForThisTest(async (access) => {
      if (access === 'write' && failures-- > 0)
        throw new StoreError('STORE_UNREACHABLE', 'No answer from the database.');
      return open(access);
    }, clock);
    for (const pause of [2000, 4000, 8000]) {
      let at: number | null = null;
      while (at !== clock.now() + pause) at = (await watch.next('planned')).runs[0]?.at ?? null;
      clock.moveTo(new Date(at).toISOString());
    }
    expect((await watch.next('ended')).run.number).toBe(1);
    expect(watch.seen.filter((event) => event === 'failed')).toHaveLength(1);
  });
});

describe('two processes that watch the same projects', () => {
  it('run each of them once at each time', async () => {
    const site = await page();
    const clock = new SetClock('2026-05-01T08:00Z');
    const open = await folderForThisTest();
    await addProjectAt(open, clock, project('tides', site, 'every 1h'));
    const watches = [watchForThisTest(open, clock), watchForThisTest(open, clock)];
    for (const [place, next] of ['2026-05-01T09:00', '2026-05-01T10:00', '2026-05-01T11:00'].entries()) {
      const ended = () => watches.flatMap(({ seen }) => seen).filter((event) => event === 'ended');
      await vi.waitFor(() => expect(ended()).toHaveLength(place + 1), { timeout: 300_000 });
      for (const watch of watches) {
        // Whoever finds the folder locked waits, and then finds that the run is done.
        while (time((await watch.next('planned')).runs[0]?.at) !== next)
          clock.moveTo(new Date(clock.now() + 15_000).toISOString());
      }
      clock.moveTo(`${next}Z`);
    }
    await Promise.all(watches.map((watch) => watch.stop()));
    const store = await open('read');
    const { id } = (await store.projects.find('tides')) ?? { id: 0 };
    const begun = (await store.runs.list(id)).map(({ startedAt }) => time(startedAt));
    await store.close();
    expect(begun.slice(-3)).toEqual(['2026-05-01T10:00', '2026-05-01T09:00', '2026-05-01T08:00']);
  });
});
