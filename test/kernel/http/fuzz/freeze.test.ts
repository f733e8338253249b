import { expect, test } from 'vitest';
import { shortOrLong } from '../../../fixtures/short-or-long.ts';
import { startDatabases } from '../../database/store-databases.ts';
import { worstKinds } from '../freeze/worst-pages.ts';
import { freezeServer } from './freeze-server.ts';
import { startWatchedServer } from './start-watched-server.ts';
import { worstSite } from './worst-site.ts';

test('no request about the worst pages keeps the others waiting, whoever asks', {
  timeout: 3_600_000,
}, async () => {
  const kinds = shortOrLong(
    ['nesting', 'siblings', 'attributes', 'nested tables', 'one line', 'unclosed tags', 'nested lists'],
    worstKinds,
  );
  const databases = await startDatabases('sqlite');
  const site = await worstSite(kinds, shortOrLong(50_000, 200_000));
  const server = await startWatchedServer(await databases.fresh());
  try {
    const { faults, ...figures } = await freezeServer(server, site, {
      inputs: shortOrLong(1, 9),
      callersEach: shortOrLong(3, Number.POSITIVE_INFINITY),
    });
    expect(faults).toEqual([]);
    expect(figures.compared).toBeGreaterThan(50);
    expect(figures.good).toBeGreaterThan(200);
    expect(figures.requests).toBeGreaterThan(shortOrLong(500, 1000));
  } finally {
    await server.close();
    await site.close();
    await databases.stop();
  }
});
