// A separate process that explores into the store given as JSON and kills itself at the given point of the given transaction.

import '../../fixtures/program/use-features.ts';
import { openStore } from '../../../src/database/open-store.ts';
import type { StoreOptions } from '../../../src/database/store-options.ts';
import { openExploration } from '../../../src/features/states/open-exploration.ts';
import { madeUpExploration, writeDown } from './made-up-exploration.ts';

const [, , options = '', deadly = '', transaction = ''] = process.argv;
let count = 0;
const store = await openStore({
  ...(JSON.parse(options) as StoreOptions),
  onPoint(point) {
    if (point === 'before begin') count += 1;
    if (point === deadly && count === Number(transaction)) process.kill(process.pid, 'SIGKILL');
  },
});
const { record } = await openExploration(store, {
  project: 'office',
  url: 'https://office.example/',
  settings: { setting: 'content', threshold: 0.03 },
});
await writeDown(record, madeUpExploration(12));
