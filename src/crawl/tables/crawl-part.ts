import { randomBytes } from 'node:crypto';
import type { CallPlaces, StorePart } from '../../database/store-part.ts';
import { type IdBlocks, idBlocks } from '../../database/tables/id-block.ts';
import { projectAccessTable, userAccountTable } from './accounts.ts';
import { aliases, aliasTable, quietSignatureTable, signatureTable } from './alias.ts';
import { auditEntryTable } from './audit-log.ts';
import { commitBatch } from './commit.ts';
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
  interface StoreView {
    /** Restricts pages, queue and offers to one host; null (default) for all hosts. */
    readonly host?: string | null;
    readonly ledger?: RunLedger;
    readonly pageIds?: IdBlocks;
    readonly changeIds?: IdBlocks;
    readonly commitsEvery?: number | null;
  }
}

/** The tables of the engine. */
export const crawlPart: StorePart = {
  name: 'crawl',
  version: 3,
  tables: [
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
  ],
  steps: {
    1: async (db, dialect) => {
      await dialect.refuseChanges(db, 'audit_entry');
      await db.insertInto('id_block').values({ name: 'change_position', next: 1 }).execute();
      // In the database: a cursor that a client stores is valid at every server, and after the database is copied to another one.
      const key = randomBytes(32).toString('base64url');
      await db.insertInto('meta').values({ key: 'feed_key', value: key }).execute();
    },
  },
  assemble({ database, bodies, parts, view, onPoint }) {
    const { host = null, ledger = wholeRunLedger, commitsEvery = null } = view;
    const { pageIds = idBlocks(database, 'page'), changeIds = idBlocks(database, 'page_change') } = view;
    const features = parts.flatMap(({ commit }) => commit ?? []);
    const tools = { database, bodies, pageIds, changeIds, ledger, features, onPoint };
    return {
      projects: {
        ...projects(database),
        remove: (id, notes = []) => deleteProject({ database, bodies, parts }, id, notes),
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
      commitsEvery,
      commit: (batch) => commitBatch(tools, batch),
    };
  },
  calls: {
    projects: {
      create: 'writer',
      find: 'here',
      list: 'here',
      owners: 'here',
      change: 'writer',
      claim: 'claim',
      remove: 'writer',
    },
    runs: {
      begin: 'writer',
      latest: 'here',
      latestOfAll: 'here',
      inTrouble: 'here',
      list: 'here',
      change: 'writer',
      confirm: 'writer',
      leftOut: 'here',
    },
    frontier: { next: 'here', hosts: 'here', count: 'here', identityHashes: 'here' },
    offers: { waiting: 'here' },
    pages: { list: 'here', known: 'here', find: 'here', firstDueAt: 'here', origin: 'here' },
    visits: {
      ofPage: 'here',
      ofRun: 'here',
      totals: 'here',
      find: 'here',
      flagged: 'here',
      startFailure: 'here',
      flagTotals: 'here',
      lasting: 'here',
    },
    reported: { find: 'here', findAmong: 'here', updated: 'here', updatedKeys: 'here' },
    changes: { order: 'writer', cursorKey: 'here', restores: 'here', after: 'here' },
    renderings: { totals: 'here', urls: 'here', find: 'here' },
    learned: { list: 'here', switch: 'writer' },
    aliases: { list: 'here', sharedTexts: 'here' },
    memories: { read: 'here' },
    pictures: { list: 'here', shownOn: 'here' },
    listings: { find: 'here', queued: 'here', forgetQueued: 'writer', known: 'here', stored: 'here' },
    secrets: { find: 'here', list: 'here', keep: 'writer', replace: 'writer', remove: 'writer' },
    commit: 'writer',
  } satisfies CallPlaces<
    | 'commit'
    | 'projects'
    | 'runs'
    | 'frontier'
    | 'offers'
    | 'pages'
    | 'visits'
    | 'reported'
    | 'changes'
    | 'renderings'
    | 'learned'
    | 'aliases'
    | 'memories'
    | 'pictures'
    | 'listings'
    | 'secrets'
  >,
  noteRestore,
};
