import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { CommitPart } from '../../../crawl/tables/commit-part.ts';
import type { BulkInsert, Database, Migration } from '../../../database/database.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { Match } from '../../../detect/index.ts';
import type { FoundMatches, FoundVisit } from './found-matches.ts';

/** What a detector found at a visit. */
interface FoundMatchTable {
  readonly run_id: number;
  readonly page_id: number;
  /** 0, 1, 2 ... among the matches of the page. */
  readonly place: number;
  readonly detector: string;
  /** `Match` as JSON, compressed. */
  readonly evidence: Uint8Array;
}

/** What detectors have told about a page (C6), packed by `ResultsMemory`. */
interface ResultMemoryTable {
  readonly page_id: number;
  readonly results: Uint8Array;
}

declare module '../../../database/schema.ts' {
  interface Tables {
    readonly found_match: FoundMatchTable;
    readonly result_memory: ResultMemoryTable;
  }
}

export const createFoundMatch: Migration = async (db, { integer, text, bytes }) => {
  await db.schema
    .createTable('found_match')
    .addColumn('run_id', integer, (column) => column.notNull())
    .addColumn('page_id', integer, (column) => column.notNull())
    .addColumn('place', integer, (column) => column.notNull())
    .addColumn('detector', text, (column) => column.notNull())
    .addColumn('evidence', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('found_match_key', ['run_id', 'page_id', 'place'])
    .execute();
  await db.schema
    .createTable('result_memory')
    .addColumn('page_id', integer, (column) => column.primaryKey())
    .addColumn('results', bytes, (column) => column.notNull())
    .execute();
};

/** A page whose 304 was untrue is visited twice in a run. */
const insertMatch: BulkInsert = {
  kind: 'insert',
  table: 'found_match',
  given: { run_id: 'integer', page_id: 'integer', place: 'integer', detector: 'text', evidence: 'blob' },
  conflict:
    'ON CONFLICT (run_id, page_id, place) DO UPDATE SET detector = excluded.detector, evidence = excluded.evidence',
};

const keepResults: BulkInsert = {
  kind: 'insert',
  table: 'result_memory',
  given: { page_id: 'integer', results: 'bytes' },
  conflict: 'ON CONFLICT (page_id) DO UPDATE SET results = excluded.results',
};

/** In the transaction of the visits: what is remembered as told must have been stored. */
export const foundPart: CommitPart = {
  name: 'found',
  async write(writing, { runId }, found: readonly FoundVisit[]) {
    await writing.bulk(
      insertMatch,
      found.flatMap(({ pageId, matches }) =>
        matches.map((match, place) => [runId, pageId, place, storableText(match.detector), packed(match)]),
      ),
    );
    await writing.bulk(
      keepResults,
      found.flatMap(({ pageId, results }) => (results === null ? [] : [[pageId, results]])),
    );
  },
};

const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

// JSON.stringify escapes NUL and lone surrogates, so that words come back exactly as they were.
const packed = (match: Match): Uint8Array => zstdCompressSync(Buffer.from(JSON.stringify(match)), options);

const unpacked = (evidence: Uint8Array): Match =>
  JSON.parse(zstdDecompressSync(evidence).toString('utf8')) as Match;

export function foundMatches(database: Database): FoundMatches {
  return {
    ofRun: (runId, limit) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('found_match')
          .select('evidence')
          .where('run_id', '=', runId)
          .orderBy('page_id')
          .orderBy('place')
          .limit(limit)
          .execute();
        return rows.map(({ evidence }) => unpacked(evidence));
      }),
    count: (runId) =>
      database.read(async (db) => {
        const { count } = await db
          .selectFrom('found_match')
          .select((row) => row.fn.countAll().as('count'))
          .where('run_id', '=', runId)
          .executeTakeFirstOrThrow();
        return Number(count);
      }),
    results: (pageId) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('result_memory')
          .select('results')
          .where('page_id', '=', pageId)
          .executeTakeFirst();
        return row?.results ?? null;
      }),
  };
}
