import { expect, test } from 'vitest';
import { editedSite } from '../../database/edited-site.ts';
import { databaseKinds, startDatabases } from '../../database/store-databases.ts';
import { type StartedServer, startedServer } from '../started-server.ts';
import { fuzzServer } from './fuzz-server.ts';

test.each(databaseKinds)(
  'strange requests are refused, and tell nothing, on %s',
  { timeout: 300_000 },
  async (kind) => {
    const databases = await startDatabases(kind);
    const site = await editedSite();
    let server: StartedServer | null = null;
    try {
      const place = await databases.freshStore();
      server = await startedServer(place);
      const folder = place.kind === 'sqlite' ? place.folder : '/tidemark-keys-';
      const figures = await fuzzServer(server, site.url, folder, { seed: 'tidemark', requests: 500 });
      expect(figures.faults).toEqual([]);
      expect(figures.refused).toBeGreaterThan(figures.good);
      expect(figures.good).toBeGreaterThan(20);
    } finally {
      await server?.close();
      await site.close();
      await databases.stop();
    }
  },
);
