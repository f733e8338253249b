import { takeBackup } from './backup/take-backup.ts';
import { calibrations } from './calibration/stored-calibrations.ts';
import { commitBatch } from './commit.ts';
import type { Bodies } from './content/bodies.ts';
import type { CommitPoint } from './crawl-commit.ts';
import type { Database } from './database.ts';
import { deleteProject } from './delete-project.ts';
import { explorations } from './explorations/stored-explorations.ts';
import { people } from './people/assemble-people.ts';
import { type RunLedger, wholeRunLedger } from './run-ledger.ts';
import type { Store } from './store.ts';
import { aliases } from './tables/alias.ts';
import { contents } from './tables/content.ts';
import { feedReaders } from './tables/feed-reader.ts';
import { foundMatches } from './tables/found-match.ts';
import { frontier } from './tables/frontier.ts';
import { type IdBlocks, idBlocks } from './tables/id-block.ts';
import { learnedRules } from './tables/learned-rule.ts';
import { listings } from './tables/listed-file.ts';
import { offers } from './tables/offer.ts';
import { outbox } from './tables/outbox.ts';
import { pages } from './tables/page.ts';
import { pageChanges } from './tables/page-change.ts';
import { pageMemories } from './tables/page-memory.ts';
import { projects } from './tables/project.ts';
import { readMarks } from './tables/read-mark.ts';
import { renderings } from './tables/rendering.ts';
import { runs } from './tables/run.ts';
import { search } from './tables/search-document.ts';
import { secrets } from './tables/secret.ts';
import { statistics } from './tables/statistics.ts';
import { toldChanges } from './tables/told-change.ts';
import { visits } from './tables/visit.ts';
import { upkeep } from './upkeep/stored-upkeep.ts';

/** How a store of a worker differs from that of a process by itself. */
export interface StoreView {
  /** Whose pages, queue and offers it shows; null for those of all hosts. */
  readonly host: string | null;
  readonly ledger: RunLedger;
  readonly pageIds: IdBlocks;
  readonly changeIds: IdBlocks;
  readonly commitsEvery: number | null;
}

/** Builds the store over an open database whose schema is current. */
export function assembleStore(
  database: Database,
  bodies: Bodies,
  onPoint: (point: CommitPoint) => void,
  view: StoreView = {
    ...{ host: null, ledger: wholeRunLedger, commitsEvery: null },
    pageIds: idBlocks(database, 'page'),
    changeIds: idBlocks(database, 'page_change'),
  },
): Store {
  const { host, ledger, pageIds, changeIds, commitsEvery } = view;
  const parts = { database, bodies, pageIds, changeIds, ledger, onPoint };
  return {
    projects: {
      ...projects(database),
      remove: (id, notes = []) => deleteProject(database, bodies, id, notes),
    },
    runs: runs(database),
    frontier: frontier(database, host),
    offers: offers(database, host),
    pages: pages(database, host),
    visits: visits(database),
    told: toldChanges(database),
    changes: pageChanges(database),
    readers: feedReaders(database),
    found: foundMatches(database),
    renderings: renderings(database),
    statistics: statistics(database),
    contents: contents(database, bodies),
    learned: learnedRules(database),
    aliases: aliases(database),
    memories: pageMemories(database),
    listings: listings(database),
    secrets: secrets(database),
    readMarks: readMarks(database),
    search: search(database),
    outbox: outbox(database),
    people: people(database),
    explorations: explorations(database, bodies, onPoint),
    calibrations: calibrations(database),
    upkeep: upkeep(database, bodies),
    backup: () => takeBackup(database, bodies),
    commitsEvery,
    commit: (batch) => commitBatch(parts, batch),
    connect: () => null,
    close: () => database.close(),
  };
}
