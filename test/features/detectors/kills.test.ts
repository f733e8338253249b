import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config/index.ts';
import { addProject } from '../../../src/crawl/projects/add-project.ts';
import { openStore } from '../../../src/database/open-store.ts';
import { sendMessages } from '../../../src/features/notifications/send-messages.ts';
import { exitCodeOf, startTidemark } from '../../kernel/cli/run-tidemark.ts';
import { runSite } from '../../kernel/crawl/runs/run-site.ts';
import { receiverForThisTest } from '../notifications/receiver.ts';
import { runCommand } from '../projects/run-command.ts';
import { lamp, shopForThisTest } from './shop-site.ts';

const LEASE = 5 * 60_000;

test('a message of a process that was killed while it sent is sent again under the same key', async () => {
  const shop = await shopForThisTest();
  const asked = Promise.withResolvers<void>();
  const hook = await receiverForThisTest((_, response, index) => {
    if (index === 0) asked.resolve();
    else response.end('ok');
  });
  shop.project(`detectors: [{ when: "price < 30" }]\nnotify: ["${hook.origin}/hook"]\n`);
  shop.show('/', lamp('34.90'));
  await runCommand(['track', shop.file, '--data', shop.data]);
  shop.show('/', lamp('29.90'));
  const child = startTidemark(['track', shop.file, '--data', shop.data]);
  const ended = exitCodeOf(child);
  await asked.promise;
  child.kill('SIGKILL');
  await ended;

  const store = await openStore({ kind: 'sqlite', folder: shop.data, access: 'write' });
  const config = readConfig({ data: shop.data });
  for (const now of [() => Date.now(), () => Date.now() + 2 * LEASE, () => Date.now() + 4 * LEASE])
    await sendMessages(store, config, { now });
  await store.close();
  expect(hook.requests).toHaveLength(2);
  expect(new Set(hook.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test.each(['after visits', 'before commit', 'after commit'] as const)(
  'a run that ends %s loses no message and makes none twice',
  async (point) => {
    const shop = await shopForThisTest();
    shop.project(
      `detectors: [{ when: "price < 30" }, { pattern: 'bargain \\d' }]\nnotify: [file:told.jsonl]\n`,
    );
    let commitsLeft = Number.POSITIVE_INFINITY;
    const store = await openStore({
      kind: 'sqlite',
      folder: shop.data,
      access: 'write',
      onPoint: (reached) => {
        if (reached === point && --commitsLeft === 0) throw new Error('killed');
      },
    });
    const text = readFileSync(shop.file, 'utf8');
    await addProject(store, { text, fileName: shop.file, folder: '.' });
    const run = () => runSite(store, { project: 'lamps', url: null });
    const reported: number[] = [];
    let kills = 0;
    // The visit is in one of the first commits of a run.
    for (let commit = 1; commit <= 4; commit++) {
      shop.show('/', lamp('34.90'));
      await run();
      shop.show('/', `${lamp('29.90')}<p>It is bargain ${commit} of this month.</p>`);
      commitsLeft = commit;
      await run().catch(() => kills++);
      commitsLeft = Number.POSITIVE_INFINITY;
      await run();
      const { id = 0 } = (await store.projects.find('lamps')) ?? {};
      reported.push((await store.outbox.list({ projectId: id, limit: 100 })).length);
    }
    await store.close();
    expect(kills).toBeGreaterThan(1);
    expect(reported).toEqual([2, 4, 6, 8]);
  },
);
