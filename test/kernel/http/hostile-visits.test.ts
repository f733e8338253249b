import { expect, test } from 'vitest';
import { shortOrLong } from '../../fixtures/short-or-long.ts';
import { databaseKinds, startDatabases } from '../database/store-databases.ts';
import { slowness } from './freeze/growth.ts';
import { hostilePageNames, hostileVisits } from './fuzz/hostile-visits.ts';
import { startWatchedServer } from './fuzz/start-watched-server.ts';

/** In milliseconds of CPU of a machine that is as quick as the reference. */
const LONGEST_TURN = 100;

test.each(databaseKinds)(
  'nobody waits while a server on %s visits hostile pages',
  {
    timeout: 3_600_000,
  },
  async (kind) => {
    const slow = slowness();
    const databases = await startDatabases(kind);
    const server = await startWatchedServer(await databases.fresh());
    try {
      const figures = await hostileVisits(server, shortOrLong(kind === 'sqlite' ? 200 : 50, 1000));
      expect(figures.map(({ page }) => page)).toEqual(hostilePageNames);
      expect(figures.filter(({ state }) => state !== 'finished')).toEqual([]);
      expect(figures.filter(({ longest }) => longest > LONGEST_TURN * slow)).toEqual([]);
    } finally {
      await server.close();
      await databases.stop();
    }
  },
);
