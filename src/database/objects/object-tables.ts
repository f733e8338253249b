import type { Generated } from 'kysely';

/** An object outside the database that holds the bodies of contents. Its row is there before it is. */
interface BodyObjectTable {
  readonly id: number;
  readonly key: string;
  /** By the clock of the database. */
  readonly named_at: number;
  /** 1 when it is about to be removed: no content may be in it any more. */
  readonly given_up: Generated<0 | 1>;
}

export interface ObjectTables {
  readonly body_object: BodyObjectTable;
}
