import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { rawDatabase } from '../../../../test/kernel/database/raw-database.ts';
import { sharedPostgres } from '../../../../test/kernel/database/shared-postgres.ts';
import { projects } from '../../../crawl/tables/project.ts';
import type { Database } from '../../../database/database.ts';
import { StoreError } from '../../../database/errors.ts';
import type { WriteLease } from '../../../database/postgres/write-lease.ts';
import { fencedDatabase } from './fenced-database.ts';
import { GroupCommits } from './group-commits.ts';
import { type ClusterStore, openClusterStore } from './open-cluster-store.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

const away = () => new StoreError('STORE_UNREACHABLE', 'The database is away.');
const shop = { name: 'shop', startUrl: 'https://example.org/', settings: '{}', createdAt: 1 };

describe('the database of a cluster run', () => {
  let cluster: ClusterStore;

  beforeEach(async () => {
    const opened = await openClusterStore({ url: await postgres.createDatabase() });
    onTestFinished(() => opened.close());
    cluster = opened;
    await cluster.runs.add({ jobId: 'job', project: 'shop', request: '{}' }, async () => undefined);
  });

  /** A lease that answers in turn; the last answer stays. */
  function leaseThat(...answers: readonly (boolean | 'away')[]): WriteLease {
    let asked = 0;
    return {
      signal: new AbortController().signal,
      confirm: async (leases) => {
        const answer = answers[Math.min(asked++, answers.length - 1)];
        if (answer === 'away') throw away();
        return new Set(answer === true ? leases : []);
      },
      renewed: () => undefined,
      wait: async () => {
        await setTimeout(1);
      },
    };
  }

  test('nothing is written without the lease', async () => {
    const { store } = cluster.forRun('job', 0, leaseThat(false), { id: 'job', retryCount: 0 });
    await expect(store.projects.create(shop)).rejects.toMatchObject({ code: 'STORE_LEASE_LOST' });
    expect(await cluster.store.projects.list()).toEqual([]);
  });

  test('a server that is away is waited for', async () => {
    const { store } = cluster.forRun('job', 0, leaseThat('away', 'away', true), { id: 'job', retryCount: 0 });
    await store.projects.create(shop);
    expect(await cluster.store.projects.list()).toMatchObject([{ name: 'shop' }]);
    expect(await cluster.runs.find('job')).toMatchObject({ lastCommit: 1 });
  });

  test('a transaction whose end was not seen does not take place twice', async () => {
    const url = await postgres.createDatabase();
    const opened = await openClusterStore({ url });
    onTestFinished(() => opened.close());
    await opened.runs.add({ jobId: 'job', project: 'shop', request: '{}' }, async () => undefined);
    const database = rawDatabase({ kind: 'postgres', url });
    onTestFinished(() => database.close());
    let cuts = 1;
    const cutOff: Database = {
      ...database,
      write: async (work) => {
        const value = await database.write(work);
        if (cuts-- > 0) throw away();
        return value;
      },
    };
    const fenced = fencedDatabase(cutOff, {
      ...{ lease: leaseThat(true), writer: { kind: 'run', jobId: 'job' }, last: 0 },
      group: new GroupCommits(cutOff),
    });
    const made = await projects(fenced).create(shop);
    expect(await opened.store.projects.list()).toEqual([made]);
  });
});
