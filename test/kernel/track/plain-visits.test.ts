import { expect, test } from 'vitest';
import type { HostLeases } from '../../../src/access/index.ts';
import { shortOrLong } from '../../fixtures/short-or-long.ts';
import { serveSite } from './site/serve.ts';
import { type Site, siteOf } from './site/site.ts';
import { libraryTracker } from './tracker.ts';

/** Visits to hosts that others may visit, too, go through all stages. */
const always: HostLeases = {
  prepare: async () => undefined,
  acquire: async () => undefined,
  release: () => undefined,
  paceBy: () => undefined,
};

/** All that a project keeps and says of a site, visit by visit; addresses without the port of the server. */
async function watched(site: Site, hostLeases?: HostLeases): Promise<readonly string[]> {
  const tracker = await libraryTracker({}, Date.now, hostLeases && { hostLeases });
  const served = await serveSite(site);
  const { store } = tracker;
  try {
    const said: object[] = [];
    for (const visit of site.script.keys()) {
      if (visit > 0) served.advance();
      await tracker.track(visit === 0 ? `${served.origin}/` : null);
      const { pages, ...report } = await tracker.report();
      const project = await store.projects.find('watched');
      const run = await store.runs.latest(project?.id ?? 0);
      const visits = await store.visits.ofRun(run?.id ?? 0, { limit: 10_000 });
      const known = await store.pages.known(project?.id ?? 0, { after: 0, limit: 10_000 });
      said.push({
        report,
        requests: served.requests.length,
        pages: pages.map(({ url, identity, flag, reason }) => ({ url, identity, flag, reason })),
        visits: visits.map(({ at: _, durationMs: __, headers, sha256, ...row }) => {
          const others = headers.filter(([name]) => name.toLowerCase() !== 'date');
          return { ...row, headers: others, sha256: Buffer.from(sha256 ?? []).toString('hex') };
        }),
        known: known.map(({ url, isGood, aliasAgreements }) => ({ url, isGood, aliasAgreements })),
        learned: (await store.learned.list(project?.id ?? 0)).map(({ id, state }) => ({ id, state })),
      });
    }
    return said.map((one) => JSON.stringify(one, null, 1).replaceAll(new URL(served.origin).port, 'PORT'));
  } finally {
    await served.close();
    await tracker.close();
  }
}

const size = { pages: 16, visits: 3, editsPerVisit: 5 };
const seeds = shortOrLong(
  [1, 2, 3],
  Array.from({ length: 20 }, (_, index) => index + 1),
);
const isQuiet = ({ noise }: Site) => noise.kinds.length === 0 && noise.session === null;
const quietSeeds = Array.from({ length: 400 }, (_, index) => index + 1)
  .filter((seed) => isQuiet(siteOf(seed, size)))
  .slice(0, shortOrLong(2, 8));

test.each([...seeds, ...quietSeeds])(
  'site %i: plain visits keep and say what visits in stages do',
  async (seed) => {
    const [plain, inStages] = [await watched(siteOf(seed, size)), await watched(siteOf(seed, size), always)];
    expect(plain).toEqual(inStages);
  },
);

test('these sites answer with 304, with the same bytes and with noise', async () => {
  const said = [
    ...(await watched(siteOf(quietSeeds[0] ?? 0, size))),
    ...(await watched(siteOf(seeds[0] ?? 0, size))),
  ].join();
  for (const reason of ['not modified (304)', 'only noise']) expect(said).toContain(reason);
});
