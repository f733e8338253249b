import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { objectsOf, runTidemark, startTidemark } from '../cli/run-tidemark.ts';
import { judge, type Report } from './judge.ts';
import { noiseOf } from './site/noise/noise-kinds.ts';
import { type ServedSite, serveSite } from './site/serve.ts';
import { siteOf } from './site/site.ts';
import { libraryTracker } from './tracker.ts';

const size = { pages: 12, visits: 2, editsPerVisit: 6 };
let data: string;
let served: ServedSite;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'tidemark-kill-'));
});
afterEach(async () => {
  await served.close();
  await rm(data, { recursive: true, force: true });
});

const trackArgs = (): readonly string[] => [
  'track',
  ...(served.visit() === 1 ? [`${served.origin}/`, '--project', 'watched'] : ['watched']),
  ...['--attempts', '1', '--quiet', '--data', data],
];

/** Starts a visit and kills it at its n-th request. */
async function killAt(request: number): Promise<void> {
  const child = startTidemark(trackArgs());
  child.stdout.resume();
  child.stderr.resume();
  const last = served.requests.length + request;
  served.onRequest = (count) => {
    if (count === last) child.kill('SIGKILL');
  };
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  served.onRequest = () => undefined;
  expect(signal).toBe('SIGKILL');
}

async function finishVisit(): Promise<void> {
  const { exitCode, stderr } = await runTidemark(trackArgs());
  expect(exitCode, stderr).toBe(0);
}

async function lastReport(): Promise<Report> {
  return objectsOf(await runTidemark(['report', 'watched', '--json', '--data', data]))[0] as Report;
}

/** The report of two visits to the same site without a kill. */
async function undisturbed(): Promise<Report> {
  const other = await serveSite(served.site);
  const tracker = await libraryTracker();
  try {
    await tracker.track(`${other.origin}/`);
    other.advance();
    await tracker.track(null);
    const report = await tracker.report();
    return JSON.parse(JSON.stringify(report).replaceAll(other.origin, served.origin)) as Report;
  } finally {
    await tracker.close();
    await other.close();
  }
}

/** Rows sorted by address. Their ids follow the order of fetching, which a kill changes. */
const rowsOf = ({ pages }: Report) =>
  pages
    .map(({ url, identity, flag, reason }) => ({ url, identity, flag, reason }))
    .sort((one, other) => (one.url < other.url ? -1 : 1));

/** What the report tells: the words of each group, with the addresses of its pages. */
const reportedIn = ({ groups }: Report) =>
  groups
    .map(({ changes, pages }) =>
      JSON.stringify([
        changes.map(({ flag, area, words }) => [flag, area, words]),
        pages.map(({ url }) => url).toSorted(),
      ]),
    )
    .toSorted();

test.each([
  { seed: 1, kills: [1, 9] },
  { seed: 2, kills: [15] },
])('a visit that is killed at requests $kills ends with the same report', async ({ seed, kills }) => {
  served = await serveSite(siteOf(seed, size, { noise: noiseOf([]) }));
  await finishVisit();
  served.advance();
  for (const request of kills) await killAt(request);
  await finishVisit();
  const [report, expected] = [await lastReport(), await undisturbed()];
  expect(report.run).toBe(expected.run);
  expect(report.totals).toEqual(expected.totals);
  expect(rowsOf(report)).toEqual(rowsOf(expected));
  expect(reportedIn(report)).toEqual(reportedIn(expected));
  expect(report.groups.length).toBeGreaterThan(0);
});

test('so does one to a noisy site whose first visit was killed, too, although every process has a session of its own', async () => {
  const noise = noiseOf(['advert, few', 'visit counter', 'clock'], 'path parameter');
  served = await serveSite(siteOf(4, size, { noise }));
  for (const visit of [1, 2]) {
    if (visit === 2) served.advance();
    await killAt(10);
    await finishVisit();
  }
  const [report, expected] = [await lastReport(), await undisturbed()];
  expect(report.run).toBe(expected.run);
  expect(report.totals).toEqual(expected.totals);
  expect(judge(served.site, 2, report).mistakes).toEqual([]);
});
