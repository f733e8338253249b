import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blocksOf } from '../../extending/blocks-of-page.ts';
import { type EditedSite, editedSite } from '../database/edited-site.ts';
import { databaseKinds, type Place } from '../database/store-databases.ts';
import { storePlaceForEachTest } from '../database/store-for-each-test.ts';
import { endedRun, type StartedServer, startedServer } from './started-server.ts';

describe.each(databaseKinds)('a knowledge management system, on %s', (kind) => {
  let place: Place;
  let site: EditedSite;
  let server: StartedServer;
  let folder: string;
  storePlaceForEachTest(kind, (fresh) => {
    place = fresh;
  });
  beforeEach(async () => {
    site = await editedSite();
    server = await startedServer(place);
    folder = await mkdtemp(join(tmpdir(), 'tidemark-kms-'));
    await writeFile(join(folder, 'mirror.mjs'), blocksOf('docs/kms.md', 'js')[0] ?? '');
  });
  afterEach(async () => {
    await server.close();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  const copies = () => join(folder, 'copies');

  /** The client of docs/kms.md. */
  const mirror = (): ChildProcess =>
    spawn(process.execPath, [join(folder, 'mirror.mjs'), server.url, copies()], {
      env: { ...process.env, TIDEMARK_TOKEN: server.token },
      stdio: 'inherit',
    });

  const stopped = async (client: ChildProcess) => {
    client.kill('SIGKILL');
    if (client.exitCode === null && client.signalCode === null) await once(client, 'exit');
  };

  /** Waits until nothing of the feed comes after the place that the client has noted. */
  async function caughtUp(): Promise<void> {
    const isThere = async () => {
      const after = await readFile(join(copies(), 'place'), 'utf8').catch(() => '0');
      return (await server.json<{ items: object[] }>(`/api/changes?after=${after}`)).items.length === 0;
    };
    const leaving = new AbortController();
    const events = watch(folder, { recursive: true, signal: leaving.signal });
    if (await isThere()) return leaving.abort();
    for await (const _ of events) if (await isThere()) return leaving.abort();
  }

  /** What the copies say, by the page that they are of. */
  async function mirrored(): Promise<readonly string[]> {
    const names = (await readdir(copies())).filter((name) => name.startsWith('tides-'));
    const texts = await Promise.all(names.map((name) => readFile(join(copies(), name), 'utf8')));
    return texts
      .map((text) => `${/<title>(.*?)<\/title>/.exec(text)?.[1]} ${/\d\.\d/.exec(text)?.[0] ?? ''}`.trim())
      .toSorted();
  }

  const run = async (number: number) => {
    await server.post('/api/projects/tides/runs');
    expect(await endedRun(server, 'tides', number)).toBe('finished');
  };

  const first = ['/', '/chart 3.1', '/gauge 3.1', '/harbour 3.1', '/moon 3.1', '/storm 3.1', '/tides 3.1'];
  const second = ['/', '/chart 3.1', '/gauge 4.2', '/harbour 3.1', '/moon 3.1', '/pier 3.1', '/tides 3.1'];

  test('mirrors everything, whoever is restarted when', async () => {
    await server.post('/api/projects', { url: site.url, name: 'tides' });
    await run(1);
    const early = mirror();
    await caughtUp();
    expect(await mirrored()).toEqual(first);
    await stopped(early);
    // What changes while the client is away reaches it later; so does what it had not noted before it was killed.
    site.edit();
    await run(2);
    await server.close();
    server = await startedServer(place);
    const { next } = await server.json<{ next: string }>('/api/changes?limit=3');
    await writeFile(join(copies(), 'place'), next);
    const late = mirror();
    await caughtUp();
    expect(await mirrored()).toEqual(second);
    await stopped(late);
  });

  test('a project that waits for confirmation runs again only after it', async () => {
    await server.post('/api/projects', { file: `name: tides\nsource: ${site.url}\nconfirm: yes\n` });
    await run(1);
    const refused = await server.ask('/api/projects/tides/runs', { method: 'POST' });
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'APP_NOT_CONFIRMED' }]);
    expect(await server.post('/api/projects/tides/runs/1/confirm')).toMatchObject({
      confirmed: { by: 'admin' },
    });
    await run(2);
  });
});
