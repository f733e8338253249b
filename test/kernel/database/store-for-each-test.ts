import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import type { Store } from '../../../src/database/store.ts';
import type { CommitPoint } from '../../../src/database/store-options.ts';
import { type Databases, type Place, startDatabases } from './store-databases.ts';

/** Gives each test of a file an empty place. */
export function placeForEachTest(kind: Place['kind'], use: (place: Place) => void): void {
  eachPlace(kind, async (databases) => use(await databases.fresh()));
}

/** Gives each test of a file a place for an empty store, which is opened there sooner than in an empty place. */
export function storePlaceForEachTest(kind: Place['kind'], use: (place: Place) => void): void {
  eachPlace(kind, async (databases) => use(await databases.freshStore()));
}

function eachPlace(kind: Place['kind'], before: (databases: Databases) => Promise<void>): void {
  let databases: Databases;
  beforeAll(async () => {
    databases = await startDatabases(kind);
  });
  afterAll(() => databases.stop());
  beforeEach(() => before(databases));
}

export interface EachStore {
  /** Closes the store and opens it again, as a later process would. */
  reopen(): Promise<void>;
}

/** Gives each test of a file an open, empty store and its place, and closes the store after the test. */
export function storeForEachTest(
  kind: Place['kind'],
  use: (store: Store, place: Place) => void,
  onPoint: (point: CommitPoint) => void = () => undefined,
): EachStore {
  let place: Place;
  let store: Store;
  const open = async () => {
    store = await openStore({ ...place, access: 'write', onPoint });
    use(store, place);
  };
  storePlaceForEachTest(kind, (fresh) => {
    place = fresh;
  });
  beforeEach(open);
  afterEach(() => store.close());
  return {
    reopen: async () => {
      await store.close();
      await open();
    },
  };
}
