import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discovered, startRun } from '../../../test/kernel/database/sample-records.ts';
import {
  type Databases,
  databaseKinds,
  startDatabases,
} from '../../../test/kernel/database/store-databases.ts';
import { openStore } from '../../database/open-store.ts';
import type { CommitPoint } from '../../database/store-options.ts';

const dying = fileURLToPath(new URL('../../../test/kernel/database/die-in-commit.ts', import.meta.url));

describe.each(databaseKinds)('kill -9 inside a commit on %s', (kind) => {
  let databases: Databases;

  beforeAll(async () => {
    databases = await startDatabases(kind);
  });
  afterAll(() => databases.stop());

  const moments: [CommitPoint, 'nothing' | 'all'][] = [
    ['after contents', 'nothing'],
    ['after visits', 'nothing'],
    ['before commit', 'nothing'],
    ['after commit', 'all'],
  ];
  const cases = moments.map(([point, left]) => ({ point, left, thread: false }));
  const threaded = { point: 'before commit', left: 'nothing', thread: true } as const;

  test.each(kind === 'sqlite' ? [...cases, threaded] : cases)(
    '$point leaves $left of it (thread: $thread)',
    async ({ point, left, thread }) => {
      const place = await databases.freshStore();
      let store = await openStore({ ...place, access: 'write' });
      const { projectId, runId, commit } = await startRun(store);
      await commit({ discovered: [discovered('/a')] });
      await store.close();

      const options = JSON.stringify({ ...place, thread, access: 'write' });
      const child = spawn(process.execPath, [dying, options, point], { stdio: 'inherit' });
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);

      store = await openStore({ ...place, access: 'write' });
      const done = left === 'all';
      const queued = await store.frontier.next(runId, 'example.org', null, 9);
      expect(queued.map(({ url }) => new URL(url).pathname)).toEqual(done ? ['/b', '/c'] : ['/a']);
      expect(await store.visits.ofRun(runId, { limit: 9 })).toHaveLength(done ? 1 : 0);
      expect(await store.runs.leftOut(runId)).toHaveLength(done ? 1 : 0);
      expect((await store.runs.latest(projectId))?.savedState).toBe(done ? '{"pages":1}' : null);
      await store.close();
    },
  );
});
