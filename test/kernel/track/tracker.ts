import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunDependencies } from '../../../src/crawl/run/run-request.ts';
import type { RunSettings } from '../../../src/crawl/run/run-settings.ts';
import { systemClock } from '../../../src/crawl/site/allowed-hours.ts';
import { openStore } from '../../../src/database/open-store.ts';
import type { Store } from '../../../src/database/store.ts';
import { summaryOfRun } from '../../../src/features/reports/run-summary.ts';
import { type Finished, runTidemark } from '../cli/run-tidemark.ts';
import { runSite } from '../crawl/runs/run-site.ts';
import type { Report } from './judge.ts';

/** A user of Tidemark who watches one site. */
export interface Tracker {
  /** Visits the site. The address is needed only the first time. */
  track(origin: string | null): Promise<void>;
  /** What the last visit found. */
  report(): Promise<Report>;
  close(): Promise<void>;
}

/** Failing pages are requested once: retries are not what these tests are about. */
const options = ['--attempts', '1'] as const;

/** Runs the program as a shell would. */
export async function commandLineTracker(more: readonly string[] = []): Promise<Tracker> {
  const data = await mkdtemp(join(tmpdir(), 'tidemark-track-'));
  const run = async (args: readonly string[]): Promise<Finished> => {
    const finished = await runTidemark([...args, '--data', data]);
    if (finished.exitCode !== 0) throw new Error(`tidemark ${args.join(' ')}: ${finished.stderr}`);
    return finished;
  };
  return {
    track: async (origin) => {
      const what = origin === null ? ['watched'] : [origin, '--project', 'watched'];
      await run(['track', ...what, ...options, ...more, '--quiet']);
    },
    report: async () => JSON.parse((await run(['report', 'watched', '--json'])).stdout) as Report,
    close: () => rm(data, { recursive: true, force: true }),
  };
}

/** Does the same without a process for each command, because the tests go through many sites. */
export async function libraryTracker(
  settings: Partial<RunSettings> = {},
  now: () => number = Date.now,
  more: Pick<RunDependencies, 'hostLeases'> = {},
): Promise<Tracker & { readonly store: Store }> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-track-'));
  const store = await openStore({ kind: 'sqlite', folder, access: 'write', command: 'test', thread: false });
  return {
    store,
    track: async (origin) => {
      const ending = await runSite(store, {
        project: 'watched',
        url: origin,
        settings: { attempts: 1, ...settings },
        visits: 'changes',
        clock: { ...systemClock, now },
        onEvent: () => undefined,
        signal: new AbortController().signal,
        ...more,
      });
      if (ending.state !== 'finished') throw new Error(`the visit ${ending.state}: ${ending.reason}`);
    },
    report: async () => {
      const project = await store.projects.find('watched');
      const run = project === null ? null : await store.runs.latest(project.id);
      if (project === null || run === null) throw new Error('there was no visit');
      const news = await summaryOfRun(store, project);
      const groups = await Array.fromAsync(news.groups(10_000));
      const pages = await store.visits.flagged(run.id, { limit: 10_000 });
      const rows = pages.map(({ pageId, ...row }) => ({ file: String(pageId), ...row }));
      return { run: run.number, totals: await store.visits.flagTotals(run.id), pages: rows, groups };
    },
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
