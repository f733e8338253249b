// A separate process that commits a batch to the store given as JSON and kills itself at the given point.

import '../../fixtures/program/use-features.ts';
import { packContent } from '../../../src/database/content/packed-content.ts';
import { openStore } from '../../../src/database/open-store.ts';
import type { CommitPoint, StoreOptions } from '../../../src/database/store-options.ts';
import { discovered, visit } from './sample-records.ts';

const [, , options = '', deadly = ''] = process.argv;
const store = await openStore({
  ...(JSON.parse(options) as StoreOptions),
  onPoint(point: CommitPoint) {
    if (point === deadly) process.kill(process.pid, 'SIGKILL');
  },
});
const content = packContent(Buffer.alloc(1_500_000, 'large body '), 'text/plain');
const [page] = await store.frontier.next(1, 'example.org', null, 1);
await store.commit({
  projectId: 1,
  runId: 1,
  visits: [visit(page?.id ?? 0, { sha256: content.sha256 })],
  contents: [content],
  discovered: [discovered('/b'), discovered('/c')],
  leftOut: [{ reason: 'robots', count: 1, exampleUrl: 'https://example.org/d' }],
  savedState: '{"pages":1}',
});
