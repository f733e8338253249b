import { expect, test } from 'vitest';
import { packContent } from '../../../src/database/content/packed-content.ts';
import { openStore } from '../../../src/database/open-store.ts';
import { discovered, startRun, visit } from '../../kernel/database/sample-records.ts';
import { startDatabases } from '../../kernel/database/store-databases.ts';
import { serverForThisTest } from '../../kernel/http/server-for-this-test.ts';

/** Two archive pages that differ in a word, each with so many links. */
const archive = (links: number, edition: number): Buffer =>
  Buffer.from(
    `<title>Archive</title><h1>Edition ${edition}</h1><ul>${Array.from(
      { length: links },
      (_, n) => `<li><a href="/articles/${n}">Article number ${n}</a>`,
    ).join('')}</ul>`,
  );

test('a server answers the report of a run with two near-duplicates of 300,000 links each within its budget', {
  timeout: 600_000,
}, async ({ onTestFinished }) => {
  const databases = await startDatabases('sqlite');
  onTestFinished(() => databases.stop());
  const place = await databases.fresh();
  const folder = place.kind === 'sqlite' ? place.folder : '';
  const store = await openStore({
    kind: 'sqlite',
    folder,
    access: 'write',
    command: 'test',
    thread: false,
  });
  const run = await startRun(store, 'archive');
  await run.commit({ discovered: [1, 2].map((edition) => discovered(`/archive/${edition}`)) });
  const pages = await store.frontier.next(run.runId, 'example.org', null, 2);
  const contents = pages.map((_, place) => packContent(archive(300_000, place + 1), 'text/html'));
  await run.commit({
    contents,
    visits: pages.map(({ id }, place) =>
      visit(id, { flag: 'NEW', reason: 'first visit', sha256: contents[place]?.sha256 ?? null }),
    ),
  });
  await store.runs.change(run.runId, { state: 'finished', at: 3 });
  await store.close();
  const server = await serverForThisTest(place);
  const answer = await server.ask('/api/projects/archive/runs/1/report');
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { nearDuplicates: [{ pages: [{ url: 'https://example.org/archive/2' }] }] },
  ]);
});
