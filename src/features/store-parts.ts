import { crawlPart } from '../crawl/tables/crawl-part.ts';
import { databasePart } from '../database/database-part.ts';
import type { StorePart } from '../database/store-part.ts';
import { backupPart } from './backup/take-backup.ts';
import { calibrationPart } from './calibration/tables/stored-calibrations.ts';
import { changeFeedPart } from './change-feed/tables/feed-reader.ts';
import { clusterPart } from './cluster/tables/cluster-tables.ts';
import { detectorsPart } from './detectors/tables/found-match.ts';
import { notificationsPart } from './notifications/tables/outbox.ts';
import { peoplePart } from './people/tables/people-part.ts';
import { reportsPart } from './reports/tables/read-mark.ts';
import { retentionPart } from './retention/tables/stored-retention.ts';
import { searchPart } from './search/tables/search-document.ts';
import { statesPart } from './states/tables/stored-explorations.ts';
import { statisticsPart } from './statistics/tables/statistics.ts';

/** The parts of every store: the kernel's, then those of features. They are migrated, backed up and restored in this order. */
export const allStoreParts: readonly StorePart[] = [
  databasePart,
  crawlPart,
  detectorsPart,
  notificationsPart,
  peoplePart,
  changeFeedPart,
  reportsPart,
  statesPart,
  calibrationPart,
  searchPart,
  statisticsPart,
  retentionPart,
  clusterPart,
  backupPart,
];
