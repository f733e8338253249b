import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { objectsOf, runTidemark, startTidemark } from '../cli/run-tidemark.ts';
import { judge, type Report } from './judge.ts';
import { noiseOf } from './site/noise/noise-kinds.ts';
import { type ServedSite, serveSite } from './site/serve.ts';
import { type Site, type SiteChanges, siteOf } from './site/site.ts';

const size = { pages: 18, visits: 2, editsPerVisit: 8 };
let folders: readonly string[];

beforeEach(async () => {
  folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'tidemark-kill-'))));
});
afterEach(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const trackArgs = (served: ServedSite, data: string): readonly string[] => [
  'track',
  ...(served.visit() === 1 ? [`${served.origin}/`, '--project', 'watched'] : ['watched']),
  ...['--attempts', '1', '--quiet', '--data', data],
];

/** Starts a visit and kills it at its n-th request. Says whether it died of that. */
async function killAt(served: ServedSite, data: string, request: number): Promise<boolean> {
  const child = startTidemark(trackArgs(served, data));
  child.stdout.resume();
  child.stderr.resume();
  const last = served.requests.length + request;
  served.onRequest = (count) => {
    if (count === last) child.kill('SIGKILL');
  };
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  served.onRequest = () => undefined;
  return signal === 'SIGKILL';
}

/** Two visits; each is killed at the given requests of its lives, and then let finish. */
async function lastReport(
  site: Site,
  data: string,
  kills: readonly number[],
): Promise<{ readonly report: Report; readonly died: number }> {
  const served = await serveSite(site);
  let died = 0;
  try {
    for (const visit of site.script.keys()) {
      if (visit > 0) served.advance();
      for (const request of kills) died += (await killAt(served, data, request)) ? 1 : 0;
      const { exitCode, stderr } = await runTidemark(trackArgs(served, data));
      expect(exitCode, stderr).toBe(0);
    }
    const finished = await runTidemark(['report', 'watched', '--json', '--data', data]);
    const text = finished.stdout.replaceAll(served.origin, 'http://site');
    return { report: objectsOf({ ...finished, stdout: text })[0] as Report, died };
  } finally {
    await served.close();
  }
}

async function withAndWithoutKills(seed: number, changes: SiteChanges, kills: readonly number[]) {
  const site = siteOf(seed, size, changes);
  const [undisturbed = '', killed = ''] = folders;
  const expected = await lastReport(site, undisturbed, []);
  const { report, died } = await lastReport(site, killed, kills);
  expect(died).toBe(2 * kills.length);
  return { site, expected: expected.report, report };
}

/** Rows in the order of their addresses; ids of rows follow the order of fetching, which a kill changes. */
const rowsOf = ({ pages }: Report) =>
  pages
    .map(({ url, identity, flag, reason }) => ({ url, identity, flag, reason }))
    .sort((one, other) => (one.url < other.url ? -1 : 1));

test.each([
  { seed: 1, kills: [1, 6] },
  { seed: 2, kills: [3, 4, 5] },
  { seed: 3, kills: [10] },
])('a visit killed at requests $kills of its lives ends with the same report', async ({ seed, kills }) => {
  const { expected, report } = await withAndWithoutKills(seed, { noise: noiseOf([]) }, kills);
  expect(report.run).toBe(expected.run);
  expect(report.totals).toEqual(expected.totals);
  expect(rowsOf(report)).toEqual(rowsOf(expected));
});

test('and so it does on a noisy site, though every life has a session of its own', async () => {
  const noise = noiseOf(['advert, few', 'visit counter', 'clock'], 'path parameter');
  const { site, expected, report } = await withAndWithoutKills(4, { noise }, [7, 9]);
  expect(report.run).toBe(expected.run);
  expect(report.totals).toEqual(expected.totals);
  expect(judge(site, 2, report).mistakes).toEqual([]);
});
