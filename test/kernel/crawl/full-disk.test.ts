import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import { linkPage, type SiteServer, serveSite } from '../../sites/plain/site-server.ts';
import { type Databases, startDatabases } from '../database/store-databases.ts';
import { crawl, readBack } from './crawl-scenario.ts';

let databases: Databases;
let server: SiteServer;

beforeAll(async () => {
  databases = await startDatabases('sqlite');
});
afterAll(() => databases.stop());
afterEach(() => server.close());

const number = 300;
/** Bytes that do not compress, so that the disk fills as fast as they arrive. */
const filler = Array.from({ length: number }, () => randomBytes(6000).toString('hex'));

async function serveFiller(): Promise<void> {
  server = await serveSite(({ target }, response) => {
    const at = Number(target.slice(1));
    const links = [at * 3 + 1, at * 3 + 2, at * 3 + 3].filter((link) => link < number);
    response.writeHead(target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    response.end(`${linkPage(...links.map((link) => `/${link}`))}<p>${filler[at]}`);
  });
}

test.each([false, true])(
  'a full disk stops the crawl, what is stored can be read, and the crawl resumes when there is room (writer thread: %s)',
  async (thread) => {
    await serveFiller();
    const place = await databases.fresh();
    if (place.kind !== 'sqlite') throw new Error('asked for SQLite');
    const settings = { concurrency: 8 };
    const full = await openStore({ ...place, access: 'write', maxPageCount: 400, thread });
    const failure = await crawl({ store: full, url: `${server.origin}/0`, settings }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 'STORE_FULL', decision: 'stop' });
    const reader = await openStore({ ...place, access: 'read' });
    const { kept, visits } = await readBack(reader, 'site');
    expect(kept.size).toBeGreaterThan(20);
    expect(kept.size).toBeLessThan(number);
    expect(visits.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    await reader.close();
    await full.close();

    const roomy = await openStore({ ...place, access: 'write' });
    const outcome = await crawl({ store: roomy, url: null });
    expect(outcome.events[0]).toMatchObject({ event: 'started', resumed: true, run: 1 });
    expect(outcome.ending).toMatchObject({ state: 'finished', errors: 0 });
    expect(outcome.kept.size).toBe(number);
    expect(outcome.ending.pages).toBe(number - kept.size);
    await roomy.close();
  },
);
