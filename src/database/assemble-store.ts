import { aliases } from '../crawl/tables/alias.ts';
import { commitBatch } from '../crawl/tables/commit.ts';
import type { CommitPoint } from '../crawl/tables/crawl-commit.ts';
import { deleteProject } from '../crawl/tables/delete-project.ts';
import { frontier } from '../crawl/tables/frontier.ts';
import { learnedRules } from '../crawl/tables/learned-rule.ts';
import { listings } from '../crawl/tables/listed-file.ts';
import { offers } from '../crawl/tables/offer.ts';
import { pages } from '../crawl/tables/page.ts';
import { pageChanges } from '../crawl/tables/page-change.ts';
import { pageMemories } from '../crawl/tables/page-memory.ts';
import { projects } from '../crawl/tables/project.ts';
import { renderings } from '../crawl/tables/rendering.ts';
import { runs } from '../crawl/tables/run.ts';
import { type RunLedger, wholeRunLedger } from '../crawl/tables/run-ledger.ts';
import { secrets } from '../crawl/tables/secret.ts';
import { toldChanges } from '../crawl/tables/told-change.ts';
import { visits } from '../crawl/tables/visit.ts';
import { takeBackup } from '../features/backup/take-backup.ts';
import { calibrations } from '../features/calibration/tables/stored-calibrations.ts';
import { feedReaders } from '../features/change-feed/tables/feed-reader.ts';
import { foundMatches } from '../features/detectors/tables/found-match.ts';
import { outbox } from '../features/notifications/tables/outbox-table.ts';
import { people } from '../features/people/tables/assemble-people.ts';
import { readMarks } from '../features/reports/tables/read-mark.ts';
import { upkeep } from '../features/retention/tables/stored-upkeep.ts';
import { search } from '../features/search/tables/search-document.ts';
import { explorations } from '../features/states/tables/stored-explorations.ts';
import { statistics } from '../features/statistics/tables/statistics-queries.ts';
import type { Bodies } from './content/bodies.ts';
import type { Database } from './database.ts';
import type { Store } from './store.ts';
import { contents } from './tables/content.ts';
import { type IdBlocks, idBlocks } from './tables/id-block.ts';

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
