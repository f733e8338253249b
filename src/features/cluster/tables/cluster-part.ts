import { sql } from 'kysely';
import type { StorePart } from '../../../database/store-part.ts';
import { handedRunTable, nodeTable } from './cluster-tables.ts';
import { hostJobLeftOutTable, hostJobTable, hostJobWorkTable, hostLeaseTable } from './host-job-tables.ts';

export const clusterPart: StorePart = {
  name: 'cluster',
  version: 1,
  tables: [nodeTable, handedRunTable, hostJobTable, hostJobWorkTable, hostJobLeftOutTable, hostLeaseTable],
  steps: {
    1: async (db, { isShared }) => {
      // On one machine there are no host jobs, and indexes for them would only cost.
      if (!isShared) return;
      // Who begins with a host job reads the pages of its host.
      await sql`CREATE INDEX page_of_host ON page (project_id, host, id)`.execute(db);
      // To count what is not taken: taken offers stay until the run ends.
      await sql`CREATE INDEX offer_waiting ON offer (run_id) WHERE taken = 0`.execute(db);
    },
  },
};
