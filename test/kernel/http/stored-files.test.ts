import { mkdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import { tidemarkClient } from '../../../src/main/client.ts';
import { startDatabases } from '../database/store-databases.ts';
import { slowness } from './freeze/growth.ts';
import { startWatchedServer } from './fuzz/start-watched-server.ts';

/** In milliseconds of CPU of a machine that is as quick as the reference. */
const LONGEST_TURN = 150;

/** As an older version stored it: compiling its patterns takes seconds. */
const costly = (name: string) => `name: ${name}
source: https://shop.example.org/
keep: { versions: 3 }
detectors:
${Array.from({ length: 500 }, (_, n) => ` - { name: d${n}, pattern: "x${n}(a{1,900}b?)+" }\n`).join('')}`;

test('a stored project file with costly patterns keeps nobody waiting', { timeout: 300_000 }, async () => {
  const databases = await startDatabases('sqlite');
  const place = await databases.fresh();
  if (place.kind !== 'sqlite') throw new TypeError('this test is about SQLite');
  await mkdir(place.folder, { recursive: true });
  const store = await openStore({ kind: 'sqlite', folder: place.folder, access: 'write', command: 'test' });
  for (const name of ['a', 'b', 'c'])
    await store.projects.create({
      ...{ name, startUrl: 'https://shop.example.org/', createdAt: Date.now() },
      settings: JSON.stringify({ file: costly(name), folder: '.', userWrote: { operatorFile: null } }),
    });
  await store.close();
  const slow = slowness();
  const server = await startWatchedServer(place);
  try {
    const client = tidemarkClient(server);
    const { due } = await client.showHome({});
    expect(due.map(({ project }) => project)).toEqual(['a', 'b', 'c']);
    expect(await client.applyRetention({ project: 'a' })).toMatchObject({ keep: { versions: 3 } });
    expect(await client.testChannels({ project: 'a' }).catch((error: unknown) => error)).toBeDefined();
    const { longest } = await server.figures();
    expect(longest).toBeLessThan(LONGEST_TURN * slow);
  } finally {
    await server.close();
    await databases.stop();
  }
});
