import '../../fixtures/program/use-features.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/config/index.ts';
import { openStore, openStoreBeside } from '../../../src/database/open-store.ts';
import type { Store } from '../../../src/database/store.ts';
import { calibrationSet, calibrationSetToFill } from '../../../src/features/calibration/calibration-sets.ts';
import { keepVerdict, nextPair } from '../../../src/features/calibration/next-pair.ts';
import { gridOf, usualGrid } from '../../../src/features/calibration/points/setting-grid.ts';
import { recordSite } from '../../../src/features/calibration/record-site.ts';
import { runGrid } from '../../../src/features/calibration/run-points.ts';
import { readSetFile, writeSetFile } from '../../../src/features/calibration/set-file.ts';
import { applicationsNamed, readAs } from '../../features/calibration/read-as.ts';
import { serveSite } from '../../sites/plain/site-server.ts';
import { startHarbourApplication } from '../harbour-application.ts';

export const calibrated = 'our applications';
const applications = applicationsNamed(['dialogs', 'basket', 'pagination', 'tabs', 'wizard', 'load more']);

/** A set of recorded applications with settings that were tried, and with verdicts of two people who do not always agree. */
export async function fillCalibration(dataOfServer: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-pictures-'));
  const config = readConfig({ data: folder, databaseUrl: '' }, { TIDEMARK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const store = await openStore({ kind: 'sqlite', folder, access: 'write' });
  try {
    await record({ store, config });
    await judge(store);
    const file = await writeSetFile(store, await calibrationSet(store, calibrated));
    const server = await openStoreBeside(
      { kind: 'sqlite', folder: dataOfServer, access: 'write' },
      'calibrations',
    );
    const set = await readSetFile(server, file, null);
    const filled = (await server.calibrations.find(set.name)) ?? set;
    await runGrid(server, gridOf(usualGrid), { set: filled, threads: 2 });
    await server.close();
  } finally {
    await store.close();
    await rm(folder, { recursive: true });
  }
}

/** The harbour office comes last, and is left for whoever looks at the page. */
async function record(dependencies: Parameters<typeof recordSite>[0]): Promise<void> {
  const set = await calibrationSetToFill(dependencies.store, calibrated);
  const settings = { ignoreRobots: true };
  for (const { name, serve } of applications) {
    const site = await serveSite(serve());
    const url = `${site.origin}/`;
    await recordSite(dependencies, { set, project: name, url, settings, states: { contexts: 2 } });
    await site.close();
  }
  const { url, close } = await startHarbourApplication();
  await recordSite(dependencies, { set, project: 'harbour', url, settings, states: { contexts: 2 } });
  await close();
}

async function judge(store: Store): Promise<void> {
  const set = await calibrationSet(store, calibrated);
  for (const judge of ['admin', 'ada'])
    for (let asked = 0; ; asked++) {
      const { pair } = await nextPair(store, set, judge);
      const application = applications[(pair?.site ?? 0) - 1];
      if (pair === null || application === undefined) break;
      const { site } = pair;
      const [one, other] = [pair.one, pair.other].map(({ texts }) =>
        readAs(application, texts.map(({ text }) => text).join(' ')),
      );
      const isSame = one === other;
      // Nobody is of one mind with somebody else about everything.
      const verdict = judge === 'ada' && asked % 9 === 8 ? 'unsure' : isSame ? 'duplicate' : 'different';
      await keepVerdict(store, set, { site, one: pair.one.number, other: pair.other.number, judge, verdict });
    }
}
