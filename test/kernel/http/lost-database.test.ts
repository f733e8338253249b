import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Place } from '../database/store-databases.ts';
import { storePlaceForEachTest } from '../database/store-for-each-test.ts';
import { serverForThisTest } from './server-for-this-test.ts';

let place: Place;
storePlaceForEachTest('sqlite', (fresh) => {
  place = fresh;
});

test('a server whose database file is gone, or was replaced, is not ready: what it writes is lost', async () => {
  if (place.kind !== 'sqlite') throw new TypeError('this test needs a data folder');
  const file = join(place.folder, 'tidemark.db');
  const server = await serverForThisTest(place);
  const ready = async () => {
    const answer = await fetch(`${server.url}/readyz`);
    return [answer.status, ((await answer.json()) as { detail?: string }).detail];
  };
  const lost = [503, expect.stringContaining('The database file was removed or replaced')];
  expect(await ready()).toEqual([200, undefined]);
  await rename(file, `${file}.away`);
  expect(await ready()).toEqual(lost);
  await copyFile(`${file}.away`, file);
  expect(await ready()).toEqual(lost);
  await rename(`${file}.away`, file);
  expect(await ready()).toEqual([200, undefined]);
});
