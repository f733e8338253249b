import { randomBytes } from 'node:crypto';
import type { PartContext, StorePart } from '../../database/store-part.ts';
import type { TablesOf } from '../../database/table.ts';
import { type IdBlocks, idBlocks } from '../../database/tables/id-block.ts';
import { projectAccessTable, userAccountTable } from './accounts.ts';
import { aliases, aliasTable, quietSignatureTable, signatureTable } from './alias.ts';
import { type AuditNote, auditEntryTable } from './audit-log.ts';
import { commitBatch } from './commit.ts';
import type { CrawlCommit } from './crawl-commit.ts';
import { deleteProject } from './delete-project.ts';
import { frontier } from './frontier.ts';
import { learnedRules, learnedRuleTable } from './learned-rule.ts';
import { listedFileTable, listings, queuedFileTable } from './listed-file.ts';
import { offers, offerTable } from './offer.ts';
import { pages, pageTable } from './page.ts';
import { noteRestore, pageChanges, pageChangeTable } from './page-change.ts';
import { pageMemories, pageMemoryTable } from './page-memory.ts';
import { pictures, pictureTable, shownPictureTable } from './picture.ts';
import { projects, projectTable } from './project.ts';
import { renderings, renderingTable } from './rendering.ts';
import { reportedChanges, reportedChangeTable } from './reported-change.ts';
import { leftOutTable, runs, runTable } from './run.ts';
import { type RunLedger, wholeRunLedger } from './run-ledger.ts';
import { secrets, secretTable } from './secret.ts';
import { visits, visitTable } from './visit.ts';

declare module '../../database/store.ts' {
  interface Store extends ReturnType<typeof assemble> {}
  interface StoreView {
    /** Restricts pages, queue and offers to one host; null (default) for all hosts. */
    readonly host?: string | null;
    readonly ledger?: RunLedger;
    readonly pageIds?: IdBlocks;
    readonly changeIds?: IdBlocks;
    readonly commitsEvery?: number | null;
  }
}

function assemble({ database, bodies, parts, view, onPoint }: PartContext) {
  const { host = null, ledger = wholeRunLedger, commitsEvery = null } = view;
  const { pageIds = idBlocks(database, 'page'), changeIds = idBlocks(database, 'page_change') } = view;
  const features = parts.flatMap(({ commit }) => commit ?? []);
  const tools = { database, bodies, pageIds, changeIds, ledger, features, onPoint };
  return {
    projects: {
      ...projects(database),
      /** Also deletes its runs, pages and visits, and the contents that no other project uses. The caller must hold the claim. */
      remove: (id: number, notes: readonly AuditNote[] = []) =>
        deleteProject({ database, bodies, parts }, id, notes),
    },
    runs: runs(database),
    frontier: frontier(database, host),
    offers: offers(database, host),
    pages: pages(database, host),
    visits: visits(database),
    reported: reportedChanges(database),
    changes: pageChanges(database),
    renderings: renderings(database),
    learned: learnedRules(database),
    aliases: aliases(database),
    memories: pageMemories(database),
    pictures: pictures(database),
    listings: listings(database),
    secrets: secrets(database),
    /** Commits are combined with those of other runs at multiples of this many milliseconds; null when each is written separately. */
    commitsEvery,
    /** One transaction: on return all of it is on disk; when it throws, none of it. */
    commit: (batch: CrawlCommit): Promise<void> => commitBatch(tools, batch),
  };
}

const tables = [
  projectTable,
  runTable,
  pageTable,
  visitTable,
  reportedChangeTable,
  pageChangeTable,
  renderingTable,
  leftOutTable,
  learnedRuleTable,
  pageMemoryTable,
  pictureTable,
  shownPictureTable,
  listedFileTable,
  queuedFileTable,
  signatureTable,
  quietSignatureTable,
  aliasTable,
  offerTable,
  secretTable,
  userAccountTable,
  projectAccessTable,
  auditEntryTable,
] as const;

declare module '../../database/schema.ts' {
  interface Tables extends TablesOf<typeof tables> {}
}

/** The tables of the engine. */
export const crawlPart: StorePart = {
  name: 'crawl',
  version: 3,
  tables,
  steps: {
    1: async (db, dialect) => {
      await dialect.refuseChanges(db, 'audit_entry');
      await db.insertInto('id_block').values({ name: 'change_position', next: 1 }).execute();
      // In the database: a cursor that a client stores is valid at every server, and after the database is copied to another one.
      const key = randomBytes(32).toString('base64url');
      await db.insertInto('meta').values({ key: 'feed_key', value: key }).execute();
    },
  },
  assemble,
  writes: {
    projects: ['create', 'change', 'remove'],
    runs: ['begin', 'change', 'confirm'],
    changes: ['order'],
    learned: ['switch'],
    pictures: ['forgetUnshown'],
    listings: ['forgetQueued'],
    secrets: ['keep', 'replace', 'remove'],
    commit: true,
  },
  claims: { projects: ['claim'] },
  noteRestore,
};
