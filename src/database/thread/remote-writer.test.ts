import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { discovered, startRun, visit } from '../../../test/kernel/database/sample-records.ts';
import { type Databases, type Place, startDatabases } from '../../../test/kernel/database/store-databases.ts';
import { packContent } from '../content/packed-content.ts';
import { openStore } from '../open-store.ts';
import type { CommitPoint } from '../store-options.ts';
import { loadParts } from '../store-part.ts';
import { methodOf, writerCalls } from './store-calls.ts';

describe('a store that writes in a thread of its own', () => {
  let databases: Databases;
  let place: Place;
  const open = (onPoint?: (point: CommitPoint) => void) =>
    openStore({
      ...place,
      access: 'write',
      ...(place.kind === 'sqlite' ? { thread: true } : {}),
      ...(onPoint === undefined ? {} : { onPoint }),
    });

  beforeAll(async () => {
    databases = await startDatabases('sqlite');
  });
  afterAll(() => databases.stop());
  beforeEach(async () => {
    place = await databases.fresh();
  });

  test('reads what it wrote, and after reopening too', async () => {
    let store = await open();
    const { projectId, runId, commit } = await startRun(store);
    await commit({ discovered: [discovered('/a'), discovered('/b')] });
    const [a] = await store.frontier.next(runId, 'example.org', null, 1);
    const content = packContent(randomBytes(2_000_000), null);
    await commit({ visits: [visit(a?.id ?? 0, { sha256: content.sha256 })], contents: [content] });
    await store.projects.change(projectId, { startUrl: 'new', settings: '{}' });
    await store.runs.change(runId, { state: 'paused', at: 1, pauseReason: 'stopped' });
    await store.close();
    store = await open();
    expect(await store.frontier.count(runId)).toBe(1);
    expect((await store.contents.read(content.sha256)).length).toBe(2_000_000);
    expect(await store.runs.latest(projectId)).toMatchObject({ pauseReason: 'stopped' });
    expect(await store.projects.find('sample')).toMatchObject({ startUrl: 'new' });
    await store.close();
  });

  test('a commit passes its points here, and what is thrown at one undoes it', async () => {
    const seen: CommitPoint[] = [];
    let failing: CommitPoint | null = null;
    const store = await open((point) => {
      seen.push(point);
      if (point === failing) throw new Error('pulled the plug');
    });
    const { runId, commit } = await startRun(store);
    await commit({ discovered: [discovered('/a')] });
    expect(seen).toHaveLength(6);
    failing = 'before commit';
    await expect(commit({ discovered: [discovered('/b')] })).rejects.toThrow('pulled the plug');
    failing = null;
    expect(await store.frontier.count(runId)).toBe(1);
    await commit({ discovered: [discovered('/b')] });
    expect(await store.frontier.count(runId)).toBe(2);
    await store.close();
  });

  test('takes bodies over, unless others use their memory too', async () => {
    const store = await open();
    const { runId, commit } = await startRun(store);
    await commit({ discovered: ['/a', '/b', '/c', '/d'].map((path) => discovered(path)) });
    const ids = (await store.frontier.next(runId, 'example.org', null, 4)).map(({ id }) => id);
    const shared = new TextEncoder().encode('first second');
    const own = new TextEncoder().encode('own');
    const parts = [shared.subarray(0, 5), shared.subarray(6), own, new Uint8Array()];
    const bodies = ids.map((pageId, n) => ({ pageId, body: parts[n] ?? own, type: null }));
    await commit({ visits: ids.map((id) => visit(id)), bodies });
    expect(own.byteLength).toBe(0);
    expect(new TextDecoder().decode(shared)).toBe('first second');
    const texts = [];
    for (const { sha256 } of await store.visits.ofRun(runId, { limit: 9 })) {
      texts.push(Buffer.from(await store.contents.read(sha256 ?? new Uint8Array())).toString());
    }
    expect(texts).toEqual(['first', 'second', 'own', '']);
    await store.close();
  });

  test('failures keep their code and decision', async () => {
    const store = await open();
    const { commit } = await startRun(store);
    await commit({ visits: [visit(1)] });
    const twice = commit({ visits: [visit(1)] });
    await expect(twice).rejects.toMatchObject({ name: 'StoreError', code: 'STORE_FENCED', decision: 'stop' });
    await expect(open()).rejects.toMatchObject({ code: 'STORE_LOCKED' });
    await store.close();
    await expect(commit({})).rejects.toMatchObject({ code: 'STORE_FAILED' });
  });

  test('another thread of the process writes through the same writer', async () => {
    const store = await open();
    const { projectId } = await startRun(store);
    if (place.kind !== 'sqlite') throw new Error('a folder is needed');
    const port = store.connect();
    if (port === null) throw new Error('a store that writes in a thread is needed');
    const worker = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       const { folder, port, index, features, projectId } = workerData;
       (async () => {
         (await import(features)).useFeatures();
         const { openStore } = await import(index);
         const store = await openStore({ kind: 'sqlite', folder, access: 'write', writer: port });
         const claim = await store.projects.claim(projectId);
         await store.projects.change(projectId, { startUrl: 'of a thread', settings: '{}' });
         parentPort.postMessage((await store.projects.find('sample')).startUrl);
         // It never gives the claim back: it is killed.
         setInterval(() => claim, 1000);
       })();`,
      {
        eval: true,
        workerData: {
          folder: place.folder,
          port,
          index: new URL('../open-store.ts', import.meta.url).href,
          features: new URL('../../features/index.ts', import.meta.url).href,
          projectId,
        },
        transferList: [port],
      },
    );
    const seen = await new Promise((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
    expect(seen).toBe('of a thread');
    expect(await store.projects.find('sample')).toMatchObject({ startUrl: 'of a thread' });
    await expect(store.projects.claim(projectId)).rejects.toMatchObject({ code: 'STORE_LOCKED' });
    await worker.terminate();
    await vi.waitFor(async () => (await store.projects.claim(projectId)).release(), { timeout: 300_000 });
    await store.close();
  });

  test('what is done without the writer writes nothing, and what the writer does needs one', async () => {
    if (place.kind !== 'sqlite') throw new Error('a folder is needed');
    await (await open()).close();
    const reader = await openStore({ ...place, access: 'read' });
    /** They read for long, or look first whether there is something to write. */
    const others = [
      'changes.order',
      'retention.amounts',
      'retention.survey',
      'retention.apply',
      'retention.compact',
    ];
    const calls = writerCalls(await loadParts()).filter(({ part }) => part !== null);
    const named = (isClaim: boolean) =>
      calls.filter((call) => call.isClaim === isClaim).map(({ part, method }) => `${part}.${method}`);
    const methods = Object.entries(reader).flatMap(([part, owner]) =>
      typeof owner === 'object' ? Object.keys(owner ?? {}).map((method) => [part, method] as const) : [],
    );
    expect(methods.length).toBeGreaterThan(named(false).length);
    const refused: string[] = [];
    for (const [part, method] of methods) {
      const name = `${part}.${method}`;
      if (named(true).includes(name)) continue;
      // All others ask for the right to write before they look at what they are given.
      const given = [{ limit: 1, changes: [], documents: [], length: 0 }, [], 1, []];
      const code = await Promise.resolve()
        .then(() => methodOf(reader, part, method)(...given))
        .then(
          () => null,
          (error: { readonly code?: string }) => error.code,
        );
      if (code === 'STORE_READ_ONLY') refused.push(name);
    }
    await reader.close();
    expect(refused.toSorted()).toEqual(
      named(false)
        .filter((name) => !others.includes(name))
        .toSorted(),
    );
  });
});
