import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Selectable } from 'kysely';
import { writeFeatureRows } from '../../../crawl/tables/crawl-commit.ts';
import type { Bodies } from '../../../database/content/bodies.ts';
import type { Database, Writing } from '../../../database/database.ts';
import type { CommitPoint } from '../../../database/store-options.ts';
import type { CallPlaces, CommitPart, StorePart } from '../../../database/store-part.ts';
import { takeIds } from '../../../database/tables/id-block.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import {
  type ExplorationTable,
  explorationTable,
  exploredContentTable,
  exploredNewsTable,
  exploredStateTable,
  triedActionTable,
} from './exploration-tables.ts';
import type {
  ExplorationNews,
  Explorations,
  ExploredPart,
  ExploredState,
  StoredExploration,
} from './explorations.ts';

export function explorations(
  database: Database,
  bodies: Bodies,
  features: readonly CommitPart[],
  onPoint: (point: CommitPoint) => void,
): Explorations {
  return {
    begin: (projectId, { url, settings, startedAt }) =>
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
        return toExploration(row);
      }),
    async keep(news) {
      database.refuseLostClaim(news.projectId);
      await bodies.storing(news.contents, [], async (insertContents) => {
        onPoint('before begin');
        await database.write(async (writing) => {
          await insertContents(writing);
          onPoint('after contents');
          await insertState(writing, news);
          await insertTried(writing, news);
          onPoint('before commit');
        });
      });
      onPoint('after commit');
    },
    end: (id, { endedAt, ending, reported }) =>
      database.write(async (writing) => {
        const { db } = writing;
        await db.updateTable('exploration').set({ ended_at: endedAt, ending }).where('id', '=', id).execute();
        if (reported === undefined) return;
        const news = zstdCompressSync(Buffer.from(reported.news));
        await db
          .insertInto('explored_news')
          .values({ exploration_id: id, news, results: reported.results })
          .onConflict((conflict) => conflict.column('exploration_id').doNothing())
          .execute();
        await writeFeatureRows(features, writing, { projectId: reported.projectId, runId: 0 }, reported.rows);
      }),
    list: (projectId) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('exploration')
          .selectAll()
          .where('project_id', '=', projectId)
          .orderBy('number', 'desc')
          .execute();
        return rows.map(toExploration);
      }),
    reported: (explorationId) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('explored_news')
          .select(['news', 'results'])
          .where('exploration_id', '=', explorationId)
          .executeTakeFirst();
        if (row === undefined) return null;
        return { news: zstdDecompressSync(row.news).toString('utf8'), results: row.results };
      }),
    states: (explorationId) => database.read((db) => statesOf(db, explorationId)),
    tried: (explorationId) =>
      database.read((db) =>
        db
          .selectFrom('tried_action')
          .select(['from_state as from', 'candidate', 'transition', 'failure'])
          .where('exploration_id', '=', explorationId)
          .orderBy('place')
          .execute(),
      ),
  };
}

const toExploration = (row: Selectable<ExplorationTable>): StoredExploration => ({
  id: row.id,
  projectId: row.project_id,
  number: row.number,
  url: row.url,
  settings: row.settings,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  ending: row.ending,
});

async function insertState({ db }: Writing, { explorationId, state }: ExplorationNews): Promise<void> {
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

async function insertTried({ db }: Writing, { explorationId, tried }: ExplorationNews): Promise<void> {
  if (tried === null) return;
  const { place, from, candidate, transition, failure } = tried;
  await db
    .insertInto('tried_action')
    .values({
      exploration_id: explorationId,
      place,
      from_state: from,
      candidate,
      transition: transition === null ? null : storableText(transition),
      failure: storableText(failure),
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

export const statesPart: StorePart = {
  name: 'states',
  version: 1,
  tables: [explorationTable, exploredStateTable, exploredContentTable, triedActionTable, exploredNewsTable],
  assemble: ({ database, bodies, parts, onPoint }) => ({
    explorations: explorations(
      database,
      bodies,
      parts.flatMap(({ commit }) => commit ?? []),
      onPoint,
    ),
  }),
  calls: {
    explorations: {
      begin: 'writer',
      keep: 'writer',
      end: 'writer',
      list: 'here',
      states: 'here',
      reported: 'here',
      tried: 'here',
    },
  } satisfies CallPlaces<'explorations'>,
};
