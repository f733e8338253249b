import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type CommitPoint, openStore, type Store } from '../../src/store/index.ts';
import { type Databases, type Place, startDatabases } from './store-databases.ts';

/** Hands over an empty place for each test of a file. */
export function placeForEachTest(kind: Place['kind'], use: (place: Place) => void): void {
  let databases: Databases;
  beforeAll(async () => {
    databases = await startDatabases(kind);
  });
  afterAll(() => databases.stop());
  beforeEach(async () => use(await databases.fresh()));
}

export interface EachStore {
  /** Closes it, and opens it as another process would later. */
  reopen(): Promise<void>;
}

/** Opens an empty store for each test of a file, hands it over with its place, and closes it after the test. */
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
  placeForEachTest(kind, (fresh) => {
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
