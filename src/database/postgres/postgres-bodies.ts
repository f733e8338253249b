import type { Bodies } from '../content/bodies.ts';
import { bodiesInDatabase } from '../content/bodies-in-database.ts';
import type { Database } from '../database.ts';
import { bodiesInObjects } from '../objects/bodies-in-objects.ts';
import { ObjectNames } from '../objects/object-names.ts';
import { ObjectWriter } from '../objects/object-writer.ts';
import { type S3Place, s3Objects } from '../objects/s3-objects.ts';
import { contentParts } from '../tables/content-part.ts';
import { type WriteLease, withRetries } from './write-lease.ts';

/** Where a server stores bodies. Its machines share no folder. */
interface PostgresBodies {
  readonly bodies: Bodies;
  /** The bodies for the worker of a run, which waits for objects as long as its lease holds. */
  forWorker(fenced: Database, lease: WriteLease): Bodies;
  close(): void;
}

/** In objects when an object store is given, otherwise in the database. */
export function postgresBodies(database: Database, place: S3Place | undefined): PostgresBodies {
  const inDatabase = (seen: Database) => bodiesInDatabase(contentParts(seen));
  if (place === undefined) {
    return { bodies: inDatabase(database), forWorker: inDatabase, close: () => undefined };
  }
  const objects = s3Objects(place);
  const writer = new ObjectWriter(objects, new ObjectNames(database));
  return {
    bodies: bodiesInObjects({
      database,
      objects,
      writer,
      inDatabase: inDatabase(database),
      withRetries: (work) => work(),
    }),
    forWorker: (fenced, lease) =>
      bodiesInObjects({
        database: fenced,
        objects,
        writer,
        inDatabase: inDatabase(fenced),
        withRetries: (work) => withRetries(lease, work),
      }),
    close: () => objects.close(),
  };
}
