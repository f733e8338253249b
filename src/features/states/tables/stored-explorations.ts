import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type FeatureRows, writeFeatureRows } from '../../../crawl/tables/crawl-commit.ts';
import type { Bodies } from '../../../database/content/bodies.ts';
import type { PackedContent } from '../../../database/content/packed-content.ts';
import type { Database, Writing } from '../../../database/database.ts';
import type { CommitPoint } from '../../../database/store-options.ts';
import type { CommitPart, StorePart } from '../../../database/store-part.ts';
import { type RecordOf, type TablesOf, toRecord } from '../../../database/table.ts';
import { takeIds } from '../../../database/tables/id-block.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import {
  type ExploredPart,
  explorationSummaryTable,
  explorationTable,
  exploredContentTable,
  exploredStateTable,
  type StoredExploration,
  triedActionTable,
} from './exploration-tables.ts';

/** A state as an exploration found it. */
export interface ExploredState
  extends Omit<RecordOf<typeof exploredStateTable>, 'explorationId' | 'distances'> {
  /** The distances to all states with smaller numbers, in their order. */
  readonly distances: readonly number[];
  /** SHA-256 of its parts; no screenshot where none was taken. */
  readonly contents: Readonly<Partial<Record<ExploredPart, Uint8Array>>>;
}

/** An action that was tried in a state. */
type StoredTry = Pick<
  RecordOf<typeof triedActionTable>,
  'candidate' | 'transition' | 'failure' | 'details'
> & {
  readonly from: number;
};

/** What one action led to: stored in one transaction, so that a kill loses neither the action nor its state. */
interface ExplorationStep {
  readonly projectId: number;
  readonly explorationId: number;
  /** Null when no new state was found. */
  readonly state: ExploredState | null;
  /** The bodies of its parts. */
  readonly contents: readonly PackedContent[];
  /** Null for the index, which no action leads to. */
  readonly tried: (StoredTry & { readonly place: number }) | null;
}

interface ExplorationReport {
  /** `StateSummary` as JSON. */
  readonly summary: string;
  readonly results: Uint8Array | null;
}

interface ExplorationEnd extends Pick<StoredExploration, 'endedAt' | 'ending'> {
  /** The report with the rows of features that follow from it, such as messages; left out while there is more to find. */
  readonly reported?: ExplorationReport & { readonly projectId: number; readonly rows: FeatureRows };
}

export function explorations(
  database: Database,
  bodies: Bodies,
  features: readonly CommitPart[],
  onPoint: (point: CommitPoint) => void,
) {
  return {
    /** Starts the project's next exploration. */
    begin: (
      projectId: number,
      { url, settings, startedAt }: Pick<StoredExploration, 'url' | 'settings' | 'startedAt'>,
    ): Promise<StoredExploration> =>
      database.write(async ({ db }) => {
        const id = await takeIds(db, 'exploration', 1);
        const { last } = await db
          .selectFrom('exploration')
          .select((row) => row.fn.max('number').as('last'))
          .where('project_id', '=', projectId)
          .executeTakeFirstOrThrow();
        const row = await db
          .insertInto('exploration')
          .values({
            id,
            project_id: projectId,
            number: (last ?? 0) + 1,
            url: storableText(url),
            settings: storableText(settings),
            started_at: startedAt,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toRecord(row);
      }),
    /** Throws, and stores nothing, when the state or the action is stored already: another process works on the exploration. */
    async keep(step: ExplorationStep): Promise<void> {
      database.refuseLostClaim(step.projectId);
      await bodies.storing(step.contents, [], async (insertContents) => {
        onPoint('before begin');
        await database.write(async (writing) => {
          await insertContents(writing);
          onPoint('after contents');
          await insertState(writing, step);
          await insertTried(writing, step);
          onPoint('before commit');
        });
      });
      onPoint('after commit');
    },
    /** An exploration that goes on has no end. */
    end: (id: number, { endedAt, ending, reported }: ExplorationEnd) =>
      database.write(async (writing) => {
        const { db } = writing;
        await db.updateTable('exploration').set({ ended_at: endedAt, ending }).where('id', '=', id).execute();
        if (reported === undefined) return;
        const summary = zstdCompressSync(Buffer.from(reported.summary));
        await db
          .insertInto('exploration_summary')
          .values({ exploration_id: id, summary, results: reported.results })
          .onConflict((conflict) => conflict.column('exploration_id').doNothing())
          .execute();
        await writeFeatureRows(features, writing, { projectId: reported.projectId, runId: 0 }, reported.rows);
      }),
    /** Newest first. */
    list: (projectId: number): Promise<readonly StoredExploration[]> =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('exploration')
          .selectAll()
          .where('project_id', '=', projectId)
          .orderBy('number', 'desc')
          .execute();
        return rows.map(toRecord);
      }),
    /** Null for an exploration that has not ended, or ended before this was stored. */
    reported: (explorationId: number): Promise<ExplorationReport | null> =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('exploration_summary')
          .select(['summary', 'results'])
          .where('exploration_id', '=', explorationId)
          .executeTakeFirst();
        if (row === undefined) return null;
        return { summary: zstdDecompressSync(row.summary).toString('utf8'), results: row.results };
      }),
    /** In the order of discovery. */
    states: (explorationId: number) => database.read((db) => statesOf(db, explorationId)),
    /** In the order in which they were tried. */
    tried: (explorationId: number): Promise<readonly StoredTry[]> =>
      database.read((db) =>
        db
          .selectFrom('tried_action')
          .select(['from_state as from', 'candidate', 'transition', 'failure', 'details'])
          .where('exploration_id', '=', explorationId)
          .orderBy('place')
          .execute(),
      ),
  };
}

declare module '../../../database/store.ts' {
  interface Store {
    readonly explorations: ReturnType<typeof explorations>;
  }
}

async function insertState({ db }: Writing, { explorationId, state }: ExplorationStep): Promise<void> {
  if (state === null) return;
  const { number, url, title, hash, depth, distances, contents } = state;
  await db
    .insertInto('explored_state')
    .values({
      exploration_id: explorationId,
      number,
      url: storableText(url),
      title: storableText(title),
      hash,
      depth,
      distances: packed(distances),
    })
    .execute();
  const parts = Object.entries(contents) as [ExploredPart, Uint8Array][];
  if (parts.length === 0) return;
  await db
    .insertInto('explored_content')
    .values(
      parts.map(([part, sha256]) => ({ exploration_id: explorationId, state_number: number, part, sha256 })),
    )
    .execute();
}

async function insertTried({ db }: Writing, { explorationId, tried }: ExplorationStep): Promise<void> {
  if (tried === null) return;
  const { place, from, candidate, transition, failure, details } = tried;
  await db
    .insertInto('tried_action')
    .values({
      exploration_id: explorationId,
      place,
      from_state: from,
      candidate,
      transition: transition === null ? null : storableText(transition),
      failure: storableText(failure),
      details: details === null ? null : storableText(details),
    })
    .execute();
}

async function statesOf(db: Reading, explorationId: number): Promise<readonly ExploredState[]> {
  const rows = await db
    .selectFrom('explored_state')
    .select(['number', 'url', 'title', 'hash', 'depth', 'distances'])
    .where('exploration_id', '=', explorationId)
    .orderBy('number')
    .execute();
  const parts = await db
    .selectFrom('explored_content')
    .select(['state_number', 'part', 'sha256'])
    .where('exploration_id', '=', explorationId)
    .execute();
  const partsOf = Map.groupBy(parts, ({ state_number }) => state_number);
  return rows.map(({ distances, ...facts }) => ({
    ...facts,
    distances: unpacked(distances),
    contents: Object.fromEntries((partsOf.get(facts.number) ?? []).map(({ part, sha256 }) => [part, sha256])),
  }));
}

type Reading = Parameters<Parameters<Database['read']>[0]>[0];

function packed(distances: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(distances.length * 8);
  for (const [place, distance] of distances.entries()) bytes.writeDoubleLE(distance, place * 8);
  return bytes;
}

function unpacked(distances: Uint8Array): readonly number[] {
  const bytes = Buffer.from(distances.buffer, distances.byteOffset, distances.byteLength);
  return Array.from({ length: bytes.length / 8 }, (_, place) => bytes.readDoubleLE(place * 8));
}

const tables = [
  explorationTable,
  exploredStateTable,
  exploredContentTable,
  triedActionTable,
  explorationSummaryTable,
] as const;

declare module '../../../database/schema.ts' {
  interface Tables extends TablesOf<typeof tables> {}
}

export const statesPart: StorePart = {
  name: 'states',
  version: 2,
  tables,
  assemble: ({ database, bodies, parts, onPoint }) => ({
    explorations: explorations(
      database,
      bodies,
      parts.flatMap(({ commit }) => commit ?? []),
      onPoint,
    ),
  }),
  writes: {
    explorations: ['begin', 'keep', 'end'],
  },
};
