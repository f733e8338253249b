import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { createAlias, createQuietSignature } from '../crawl/tables/alias.ts';
import { addSince } from '../crawl/tables/lasting-flags.ts';
import { createLearnedRule } from '../crawl/tables/learned-rule.ts';
import { createListedFile } from '../crawl/tables/listed-file.ts';
import { createPage, indexSuperseded, trackPages } from '../crawl/tables/page.ts';
import { addFeedKey, createPageChange } from '../crawl/tables/page-change.ts';
import { createPageMemory } from '../crawl/tables/page-memory.ts';
import { createProject } from '../crawl/tables/project.ts';
import { createRendering } from '../crawl/tables/rendering.ts';
import {
  addConfirmed,
  addDueAt,
  addPlan,
  addResumeAt,
  createLeftOut,
  createRun,
  renameRunColumns,
} from '../crawl/tables/run.ts';
import { createSecret } from '../crawl/tables/secret.ts';
import { createToldChange } from '../crawl/tables/told-change.ts';
import { createVisit, trackVisits } from '../crawl/tables/visit.ts';
import { indexNews } from '../crawl/tables/visit-news.ts';
import { addTidied } from '../crawl/tables/visit-sums.ts';
import {
  createCalibration,
  keyJudgesByUser,
  shareCalibration,
  wantGrids,
} from '../features/calibration/tables/calibration-schema.ts';
import { createFeedReader, keyReadersByUser } from '../features/change-feed/tables/feed-reader.ts';
import { addNodeWork, createCluster, indexHandedRuns } from '../features/cluster/tables/cluster-schema.ts';
import { createShares, indexOffers } from '../features/cluster/tables/share-schema.ts';
import { createFoundMatch } from '../features/detectors/tables/found-match.ts';
import { createOutbox } from '../features/notifications/tables/outbox-table.ts';
import {
  addCredentialVersion,
  createPeople,
  nameProxyUsers,
} from '../features/people/tables/people-schema.ts';
import { createReadMark } from '../features/reports/tables/read-mark.ts';
import { createSearchDocument, gatherSearchWords } from '../features/search/tables/search-document.ts';
import { createExploration, createExploredNews } from '../features/states/tables/exploration-schema.ts';
import type { Database, Dialect, Migration } from './database.ts';
import { StoreError } from './errors.ts';
import { createBodyObject } from './objects/object-schema.ts';
import type { Tables } from './schema.ts';
import { createContent } from './tables/content.ts';
import { createContentPart } from './tables/content-part.ts';
import { createIdBlock } from './tables/id-block.ts';

const createMeta: Migration = async (db, { text }) => {
  await db.schema
    .createTable('meta')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('value', text, (column) => column.notNull())
    .execute();
  await db.insertInto('meta').values({ key: 'instance_id', value: randomUUID() }).execute();
};

/** A cache that nothing read, dropped again by a later step. */
const createRobots: Migration = async (db, { integer, text }) => {
  await db.schema
    .createTable('robots')
    .addColumn('origin', text, (column) => column.primaryKey())
    .addColumn('fetched_at', integer, (column) => column.notNull())
    .addColumn('status', integer)
    .addColumn('body', text, (column) => column.notNull())
    .addColumn('final_url', text)
    .execute();
};

const dropRobots: Migration = async (db) => {
  await db.schema.dropTable('robots').execute();
};

/** Every step in order; the schema version is the number of steps taken. New steps go at the end. */
export const migrations: readonly Migration[] = [
  createMeta,
  createIdBlock,
  createProject,
  createRun,
  createPage,
  createVisit,
  createContent,
  createLeftOut,
  createRobots,
  createSecret,
  trackPages,
  trackVisits,
  addPlan,
  createLearnedRule,
  createPageMemory,
  createAlias,
  createListedFile,
  dropRobots,
  renameRunColumns,
  createContentPart,
  createQuietSignature,
  createToldChange,
  createSearchDocument,
  addResumeAt,
  createOutbox,
  createFoundMatch,
  addSince,
  createPeople,
  createRendering,
  createPageChange,
  createExploration,
  addConfirmed,
  gatherSearchWords,
  addTidied,
  createFeedReader,
  createExploredNews,
  indexNews,
  indexSuperseded,
  createReadMark,
  createCluster,
  createCalibration,
  createShares,
  shareCalibration,
  wantGrids,
  createBodyObject,
  addNodeWork,
  indexHandedRuns,
  addDueAt,
  nameProxyUsers,
  addFeedKey,
  indexOffers,
  addCredentialVersion,
  keyReadersByUser,
  keyJudgesByUser,
];

export const schemaVersion = migrations.length;

async function versionOf(db: Kysely<Tables>, dialect: Dialect): Promise<number> {
  if (!(await dialect.hasTable(db, 'meta'))) return 0;
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'schema_version')
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

function refuseNewer(version: number): void {
  if (version > schemaVersion) {
    throw new StoreError(
      'STORE_TOO_NEW',
      `The data has schema version ${version}, but this Tidemark knows only ${schemaVersion}. Use the newer Tidemark that wrote it.`,
    );
  }
}

/** 0 for a database without tables. Throws STORE_TOO_NEW. */
export async function storedSchemaVersion(database: Database): Promise<number> {
  const version = await database.read((db) => versionOf(db, database.dialect));
  refuseNewer(version);
  return version;
}

/** Brings the database up to date, in one transaction. Returns the version that it had. Throws STORE_TOO_NEW. */
export async function migrate(database: Database): Promise<number> {
  const version = await storedSchemaVersion(database);
  if (version === schemaVersion) return version;
  return database.write(async ({ db }) => {
    await database.dialect.lockSchema(db);
    // Another process may have been first.
    const current = await versionOf(db, database.dialect);
    refuseNewer(current);
    for (const step of migrations.slice(current)) await step(db, database.dialect);
    await noteSchemaVersion(db);
    return current;
  });
}

/** All steps were taken. */
export async function noteSchemaVersion(db: Transaction<Tables>): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key: 'schema_version', value: String(schemaVersion) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(schemaVersion) }))
    .execute();
}

/** For readers, which change nothing. Throws STORE_MISSING, STORE_TOO_OLD or STORE_TOO_NEW. */
export async function requireCurrentSchema(database: Database): Promise<void> {
  const version = await storedSchemaVersion(database);
  if (version === 0) {
    throw new StoreError('STORE_MISSING', 'Nothing is stored here yet. Track a site first.');
  }
  if (version < schemaVersion) {
    throw new StoreError(
      'STORE_TOO_OLD',
      `The data has schema version ${version} and needs ${schemaVersion}. Run "tidemark migrate" to bring it up to date; take a backup before, with the Tidemark that wrote it.`,
    );
  }
}
