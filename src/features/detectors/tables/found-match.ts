import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Database } from '../../../database/database.ts';
import type { CommitPart, StorePart } from '../../../database/store-part.ts';
import { blob, bytes, insertInto, integer, type TablesOf, table, text } from '../../../database/table.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { Match } from '../../../detect/index.ts';

/** What a detector found at a visit. */
const foundMatchTable = table(
  'found_match',
  {
    run_id: integer,
    page_id: integer,
    /** 0, 1, 2 ... among the matches of the page. */
    place: integer,
    detector: text,
    /** `Match` as JSON, compressed. */
    evidence: blob,
  },
  { key: ['run_id', 'page_id', 'place'], isEvidence: true },
);

/** What detectors have reported about a page, packed by `ResultsMemory`. */
const resultMemoryTable = table(
  'result_memory',
  {
    page_id: integer,
    results: bytes,
  },
  { key: ['page_id'] },
);

/** What detectors found at a visit of a page. */
export interface FoundVisit {
  readonly pageId: number;
  readonly matches: readonly Match[];
  /** What they have reported about the page so far, packed; null when unchanged. */
  readonly results: Uint8Array | null;
}

declare module '../../../crawl/tables/crawl-commit.ts' {
  interface FeatureRows {
    /** What detectors found on the visits of a batch. */
    readonly found?: readonly FoundVisit[];
  }
}

declare module '../../../database/store.ts' {
  interface Store {
    readonly found: ReturnType<typeof foundMatches>;
  }
}

/** Updates on conflict, because a page whose 304 was wrong is visited twice in a run. */
const insertMatch = insertInto(foundMatchTable, {
  conflict:
    'ON CONFLICT (run_id, page_id, place) DO UPDATE SET detector = excluded.detector, evidence = excluded.evidence',
});

const keepResults = insertInto(resultMemoryTable, {
  conflict: 'ON CONFLICT (page_id) DO UPDATE SET results = excluded.results',
});

/** Runs in the transaction of the visits: what is remembered as reported must be stored. */
const foundInVisits: CommitPart = {
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

function foundMatches(database: Database) {
  return {
    /** A part of the matches of a run, in the order of page ids. */
    ofRun: (runId: number, { limit, skip = 0 }: { readonly limit: number; readonly skip?: number }) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('found_match')
          .select('evidence')
          .where('run_id', '=', runId)
          .orderBy('page_id')
          .orderBy('place')
          .limit(limit)
          .offset(skip)
          .execute();
        return rows.map(({ evidence }) => unpacked(evidence));
      }),
    count: (runId: number) =>
      database.read(async (db) => {
        const { count } = await db
          .selectFrom('found_match')
          .select((row) => row.fn.countAll().as('count'))
          .where('run_id', '=', runId)
          .executeTakeFirstOrThrow();
        return Number(count);
      }),
    /** By run, page and detector, in this order. */
    counts: (runIds: readonly number[]) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('found_match')
          .innerJoin('visit', (join) =>
            join
              .onRef('visit.run_id', '=', 'found_match.run_id')
              .onRef('visit.page_id', '=', 'found_match.page_id'),
          )
          .select(['found_match.run_id', 'found_match.page_id', 'found_match.detector', 'visit.at'])
          .select((row) => row.fn.countAll().as('count'))
          .where('found_match.run_id', 'in', runIds.length === 0 ? [0] : runIds)
          .groupBy(['found_match.run_id', 'found_match.page_id', 'found_match.detector', 'visit.at'])
          .orderBy('found_match.run_id')
          .orderBy('found_match.page_id')
          .orderBy('found_match.detector')
          .execute();
        return rows.map((row) => ({
          runId: row.run_id,
          pageId: row.page_id,
          at: row.at,
          detector: row.detector,
          matches: Number(row.count),
        }));
      }),
    /** What detectors have reported about a page, packed; null when nothing. */
    results: (pageId: number) =>
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

const tables = [foundMatchTable, resultMemoryTable] as const;

declare module '../../../database/schema.ts' {
  interface Tables extends TablesOf<typeof tables> {}
}

export const detectorsPart: StorePart = {
  name: 'detectors',
  version: 1,
  tables,
  assemble: ({ database }) => ({ found: foundMatches(database) }),
  commit: foundInVisits,
};
