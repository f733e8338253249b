import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../../src/config/index.ts';
import { startRun } from '../../../src/crawl/run/start-run.ts';
import { openStore } from '../../../src/database/open-store.ts';
import type { Store } from '../../../src/database/store.ts';
import { s3Keys, startS3 } from '../../kernel/database/s3-server.ts';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';
import { changingHosts } from './changing-hosts.ts';
import { clusterForThisTest } from './cluster-for-this-test.ts';
import { manyHosts } from './many-hosts.ts';
import { whatIsStored } from './what-is-stored.ts';

const postgres = sharedPostgres();
beforeAll(() => {
  for (const [name, value] of Object.entries(s3Keys)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await postgres.stop();
});

/** The texts of all versions, without what differs in every answer. */
async function storedTexts(store: Store): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const { id } of await store.runs.list(1))
    for (const { url, sha256 } of await store.visits.ofRun(id, { limit: 10_000 }))
      if (sha256 !== null)
        texts.push(
          `${url} ${Buffer.from(await store.contents.read(sha256))}`.replace(/visitor \d+/, 'visitor'),
        );
  return texts.toSorted();
}

describe('workers whose bodies go to a store of objects', { timeout: 300_000 }, () => {
  test('wait while it is away, and store the same as one machine', async () => {
    const s3 = await startS3();
    onTestFinished(() => s3.stop());
    const hosts = await manyHosts(4, 0, changingHosts(false));
    onTestFinished(() => hosts.close());
    const folder = await mkdtemp(join(tmpdir(), 'tidemark-one-machine-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const config = readConfig({ data: folder }, { TIDEMARK_ALLOWED_NETWORKS: '127.0.0.0/8' });
    const here = await openStore({ kind: 'sqlite', folder, access: 'write' });
    onTestFinished(() => here.close());
    const cluster = await clusterForThisTest(await postgres.createDatabase(), 2, s3.environment);
    const request = {
      project: 'hosts',
      url: `${hosts.origins[0]}/`,
      settings: { scope: hosts.scope, render: 'never' },
    } as const;
    for (const isEdited of [false, true]) {
      hosts.show(changingHosts(isEdited));
      await (await startRun({ store: here, config }, request)).ended;
      const run = await cluster.start(request);
      const { tried } = await s3.goAway();
      await tried;
      await s3.comeBack();
      expect(await run.ended).toMatchObject({ state: 'finished' });
    }
    const there = cluster.store.store;
    expect(await whatIsStored(there, 'hosts')).toEqual(await whatIsStored(here, 'hosts'));
    expect(await storedTexts(there)).toEqual(await storedTexts(here));
    const { length: objects } = await s3.keys();
    expect(objects).toBeGreaterThan(0);
    expect(objects).toBeLessThan((await storedTexts(here)).length);
  });
});
