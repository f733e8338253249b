import type { Kysely, Transaction } from 'kysely';
import type { Database, Dialect } from './database.ts';
import { StoreError } from './errors.ts';
import type { Tables } from './schema.ts';
import { loadParts, type StorePart } from './store-part.ts';
import { bringTable } from './table.ts';

/** Schema versions by the names of parts; a part without tables is missing. */
export type SchemaVersions = Readonly<Record<string, number>>;

/** Prefix of the keys in `meta` that hold the versions of parts. */
export const VERSION_KEY = 'version:';

export const knownVersions = (parts: readonly StorePart[]): SchemaVersions =>
  Object.fromEntries(parts.map(({ name, version }) => [name, version]));

/** One number for people: each change of any part increases it. */
export const totalVersion = (parts: readonly StorePart[], versions: SchemaVersions): number =>
  parts.reduce((sum, { name }) => sum + (versions[name] ?? 0), 0);

/** Empty for a database without tables. */
export async function readVersions(db: Kysely<Tables>): Promise<SchemaVersions> {
  const rows = await db.selectFrom('meta').selectAll().where('key', 'like', `${VERSION_KEY}%`).execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key.slice(VERSION_KEY.length), Number(value)]));
}

/** Keys of versions from before the first release, whose tables have changed since without a new version. */
const BEFORE_RELEASE = ['schema_version', 'schema:crawl'];

async function versionsIn(db: Kysely<Tables>, dialect: Dialect): Promise<SchemaVersions> {
  if (!(await dialect.hasTable(db, 'meta'))) return {};
  const old = await db.selectFrom('meta').select('key').where('key', 'in', BEFORE_RELEASE).executeTakeFirst();
  if (old !== undefined)
    throw new StoreError('STORE_TOO_OLD', {
      reason:
        'The data was written by a Tidemark from before the first release, and cannot be brought up to date',
      hint: 'Use an empty data folder or database, or the Tidemark that wrote it.',
    });
  return readVersions(db);
}

/** The first part whose stored version this program does not know yet. */
export const newerPart = (parts: readonly StorePart[], versions: SchemaVersions): StorePart | undefined =>
  parts.find(({ name, version }) => (versions[name] ?? 0) > version);

function refuseNewer(parts: readonly StorePart[], versions: SchemaVersions): void {
  const newer = newerPart(parts, versions);
  if (newer === undefined) return;
  const { name, version } = newer;
  throw new StoreError('STORE_TOO_NEW', {
    reason: `The data has schema version ${versions[name]}, but this Tidemark knows only ${version}`,
    hint: 'Use the newer Tidemark that wrote it.',
  });
}

/** Throws STORE_TOO_NEW. */
export async function storedVersions(
  database: Database,
  parts: readonly StorePart[],
): Promise<SchemaVersions> {
  const versions = await database.read((db) => versionsIn(db, database.dialect));
  refuseNewer(parts, versions);
  return versions;
}

const isCurrent = (parts: readonly StorePart[], versions: SchemaVersions): boolean =>
  parts.every(({ name, version }) => versions[name] === version);

/** Brings all parts up to date, in their order, in one transaction. Returns the versions that they had. Throws STORE_TOO_NEW. */
export async function migrate(database: Database, given?: readonly StorePart[]): Promise<SchemaVersions> {
  const parts = given ?? (await loadParts());
  const versions = await storedVersions(database, parts);
  if (isCurrent(parts, versions)) return versions;
  return database.write(async ({ db }) => {
    await database.dialect.lockSchema(db);
    // Another process may have migrated first.
    const current = await versionsIn(db, database.dialect);
    refuseNewer(parts, current);
    await bringParts(db, database.dialect, parts, current, knownVersions(parts));
    await noteVersions(db, parts);
    return current;
  });
}

/** Runs the migration steps of all parts between two sets of versions. */
export async function bringParts(
  db: Transaction<Tables>,
  dialect: Dialect,
  parts: readonly StorePart[],
  from: SchemaVersions,
  to: SchemaVersions,
): Promise<void> {
  for (const { name, tables, steps = {} } of parts)
    for (let version = (from[name] ?? 0) + 1; version <= (to[name] ?? 0); version++) {
      for (const table of tables) await bringTable(db, dialect, table, version);
      await steps[version]?.(db, dialect);
    }
}

/** Stores the current versions after all steps. */
export async function noteVersions(db: Transaction<Tables>, parts: readonly StorePart[]): Promise<void> {
  for (const { name, version } of parts)
    await db
      .insertInto('meta')
      .values({ key: `${VERSION_KEY}${name}`, value: String(version) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(version) }))
      .execute();
}

/** For readers, which do not migrate. Throws STORE_MISSING, STORE_TOO_OLD or STORE_TOO_NEW. */
export async function requireCurrentSchema(database: Database, given?: readonly StorePart[]): Promise<void> {
  const parts = given ?? (await loadParts());
  const versions = await storedVersions(database, parts);
  if (totalVersion(parts, versions) === 0) {
    throw new StoreError('STORE_MISSING', 'Nothing is stored here yet. Track a site first.');
  }
  if (isCurrent(parts, versions)) return;
  throw new StoreError('STORE_TOO_OLD', {
    reason: `The data has schema version ${totalVersion(parts, versions)} and needs ${totalVersion(parts, knownVersions(parts))}`,
    hint: 'Run "tidemark migrate" to bring it up to date; take a backup before, with the Tidemark that wrote it.',
  });
}
