import type { Bodies } from './content/bodies.ts';
import type { Database } from './database.ts';
import type { Store, StoreView } from './store.ts';
import type { CommitPoint } from './store-options.ts';
import type { PartContext, StorePart } from './store-part.ts';

/** Builds the store over an open database whose schema is current. */
export function assembleStore(
  parts: readonly StorePart[],
  database: Database,
  bodies: Bodies,
  {
    onPoint = () => undefined,
    view = {},
  }: { readonly onPoint?: ((point: CommitPoint) => void) | undefined; readonly view?: StoreView },
): Store {
  const context: PartContext = { database, bodies, parts, view, onPoint };
  const made: Partial<Store> = Object.assign({}, ...parts.map((part) => part.assemble?.(context)));
  // Each part makes the properties that it declares in `Store`.
  return { ...made, connect: () => null, close: () => database.close() } as Store;
}
