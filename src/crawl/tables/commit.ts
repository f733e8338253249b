import { rm } from 'node:fs/promises';
import type { Bodies, InsertContents } from '../../database/content/bodies.ts';
import { nameOfHash } from '../../database/content/hash-name.ts';
import { type PackedContent, packContent } from '../../database/content/packed-content.ts';
import type { Database, RowWriting } from '../../database/database.ts';
import type { CommitPoint } from '../../database/store-options.ts';
import type { CommitPart } from '../../database/store-part.ts';
import { isLarge } from '../../database/tables/content.ts';
import type { IdBlocks } from '../../database/tables/id-block.ts';
import { keepAliases, keepSignatures } from './alias.ts';
import { type CrawlCommit, writeFeatureRows } from './crawl-commit.ts';
import {
  keepSince,
  leavePages,
  leaveUnchanged,
  queueAfter304,
  queuePages,
  queueRevisits,
} from './frontier.ts';
import { keepLearned } from './learned-rule.ts';
import { keepListed, keepQueuedFiles } from './listed-file.ts';
import { applyRenames } from './page.ts';
import { changeCandidates, noteChanges, noteMerged } from './page-change.ts';
import { keepMemories } from './page-memory.ts';
import { keepPictures } from './picture.ts';
import { keepRenderings } from './rendering.ts';
import { keepReported } from './reported-change.ts';
import { changeRuns, saveKnownPages } from './run.ts';
import type { RunLedger } from './run-ledger.ts';
import { keepSettled } from './settled-visits.ts';
import { insertUnchanged, insertVisits } from './visit.ts';

interface CommitParts {
  readonly database: Database;
  readonly bodies: Bodies;
  readonly pageIds: IdBlocks;
  readonly changeIds: IdBlocks;
  readonly ledger: RunLedger;
  /** The parts of features that are written with a batch. */
  readonly features: readonly CommitPart[];
  readonly onPoint: (point: CommitPoint) => void;
}

/**
 * Stores a batch in one transaction. A page leaves the frontier when its visit, its content and its links are stored, so a kill loses nothing and
 * nothing stored is visited again.
 */
export async function commitBatch(parts: CommitParts, unpacked: CrawlCommit): Promise<void> {
  const { database, bodies, pageIds, changeIds, ledger, features, onPoint } = parts;
  const { renderings, ...batch } = withPackedPictures(withPackedBodies(unpacked));
  const { projectId, runId, files = [] } = batch;
  database.refuseLostClaim(projectId);
  const firstId = await pageIds.take(batch.discovered.length);
  const candidates = changeCandidates(batch.visits);
  const firstChange = await changeIds.take(candidates.length + (batch.renamed?.length ?? 0));
  const write = (insertContents: InsertContents) => async (writing: RowWriting) => {
    await insertContents(writing);
    onPoint('after contents');
    await insertVisits(writing, runId, batch.visits);
    await insertUnchanged(writing, runId, batch.unchanged ?? []);
    await keepReported(writing, runId, batch.reported ?? []);
    await keepRenderings(writing, runId, renderings);
    await noteChanges(writing, runId, candidates, firstChange);
    await leavePages(writing, runId, batch.visits);
    await keepSince(writing, runId, batch.visits);
    await leaveUnchanged(writing, runId, batch.unchanged ?? []);
    if (batch.settled !== undefined) await keepSettled(writing, runId, batch.settled);
    onPoint('after visits');
    await applyRenames(writing, { projectId, runId }, batch.renamed ?? []);
    await noteMerged(writing, runId, batch.renamed ?? [], firstChange + candidates.length);
    await queueRevisits(writing, runId, batch.revisits ?? []);
    if (batch.untrue304 !== undefined) await writing.step(queueAfter304, [{ runId, host: batch.untrue304 }]);
    await queuePages(writing, { projectId, runId, firstId }, batch.discovered);
    onPoint('after discovered');
    await keepSignatures(writing, projectId, batch.visits);
    if (batch.aliases !== undefined) await keepAliases(writing, projectId, runId, batch.aliases);
    await keepListed(writing, batch.listed ?? []);
    await keepQueuedFiles(writing, projectId, batch.queuedFiles ?? []);
    await keepMemories(writing, batch.memories ?? []);
    if (batch.pictures !== undefined) await keepPictures(writing, projectId, batch.pictures);
    await keepLearned(writing, projectId, runId, batch.learned ?? []);
    await writeFeatureRows(features, writing, { projectId, runId }, batch);
    if (batch.knownPages !== undefined) await saveKnownPages(writing, runId, batch.knownPages);
    if (batch.run !== undefined) await writing.step(changeRuns, [{ runId, change: batch.run }]);
    await ledger.keep(writing, batch);
    onPoint('before commit');
  };
  await bodies.storing(batch.contents, files, async (insertContents) => {
    onPoint('before begin');
    const rows = write(insertContents);
    await (takesLong(batch) ? database.write(rows) : database.writeRows(rows));
  });
  onPoint('after commit');
  for (const { path } of files) await rm(path, { force: true });
}

/** Whether other commits would have to wait if this one were written together with them. */
function takesLong({ contents, files = [], renamed = [], aliases, untrue304, run }: CrawlCommit): boolean {
  const isMore = [aliases, untrue304, run].some((part) => part !== undefined);
  return isMore || renamed.length > 0 || files.length > 0 || contents.some(isLarge);
}

/** Packs the bodies and sets their hashes in the visits. Equal bodies are stored once. */
function withPackedBodies(batch: CrawlCommit): CrawlCommit {
  const { bodies = [] } = batch;
  if (bodies.length === 0) return batch;
  const contents = new Map<string, PackedContent>();
  const hashes = new Map<number, Uint8Array>();
  for (const { pageId, body, type } of bodies) {
    const content = packContent(body, type);
    hashes.set(pageId, content.sha256);
    contents.set(nameOfHash(content.sha256), content);
  }
  return {
    ...batch,
    visits: batch.visits.map((visit) => ({ ...visit, sha256: hashes.get(visit.pageId) ?? visit.sha256 })),
    contents: [...batch.contents, ...contents.values()],
  };
}

/** The same for pictures of pages; their hashes are set in the renderings. */
function withPackedPictures(batch: CrawlCommit) {
  const contents: PackedContent[] = [];
  const renderings = (batch.renderings ?? []).map(({ picture, ...rendering }) => {
    if (picture === null) return { ...rendering, picture };
    const content = packContent(picture, 'image/png');
    contents.push(content);
    return { ...rendering, picture: content.sha256 };
  });
  return { ...batch, renderings, contents: [...batch.contents, ...contents] };
}
