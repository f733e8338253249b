import { StoreError } from '../errors.ts';
import { insertContents } from '../tables/content.ts';
import type { Bodies, StoredBody } from './bodies.ts';
import type { LargeBodies } from './large-bodies.ts';

/** Keeps bodies in the rows of their contents, and large ones in the database's place for large bodies. */
export function bodiesInDatabase(largeBodies: LargeBodies): Bodies {
  return {
    storing: (contents, files, transaction) =>
      transaction((writing) => insertContents(writing, contents, files, largeBodies)),
    async load(body) {
      refuseObject(body);
      return largeBodies.load(body.sha256);
    },
    async *pieces(body) {
      refuseObject(body);
      yield* largeBodies.pieces(body.sha256);
    },
    drop: (sha256) => largeBodies.drop(sha256),
    sweep: async () => 0,
  };
}

function refuseObject({ object }: StoredBody): void {
  if (object === null) return;
  throw new StoreError(
    'STORE_BODIES_NOT_SET',
    'This content is in a store of objects. Set TIDEMARK_BODIES to where the process that stored it has them, such as s3://bucket/folder.',
  );
}
