// A separate process that visits a site of files and kills itself at the given commit, before or after it is on the disk.

import '../../../fixtures/program/use-features.ts';
import { openStore } from '../../../../src/database/open-store.ts';
import type { CommitPoint } from '../../../../src/database/store-options.ts';
import { runSite } from '../runs/run-site.ts';

const [, , folder = '', url = '', commit = '', deadly = ''] = process.argv;
let left = Number(commit);
const store = await openStore({
  kind: 'sqlite',
  folder,
  access: 'write',
  onPoint(point: CommitPoint) {
    if (point === deadly && --left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
await runSite(store, { project: 'files', url, visits: 'changes' });
