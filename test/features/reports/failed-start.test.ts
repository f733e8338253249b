import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TidemarkClient, tidemarkClient } from '../../../src/main/client.ts';
import { runTidemark } from '../../kernel/cli/run-tidemark.ts';
import { type Databases, startDatabases } from '../../kernel/database/store-databases.ts';
import { endedRun, type StartedServer, startedServer } from '../../kernel/http/started-server.ts';
import { linkPage, pagesOf, type SiteServer, serveSite } from '../../sites/plain/site-server.ts';

let databases: Databases;
let server: StartedServer;
let client: TidemarkClient;
let site: SiteServer;

beforeAll(async () => {
  databases = await startDatabases('sqlite');
  server = await startedServer(await databases.fresh());
  client = tidemarkClient(server);
  site = await serveSite(
    pagesOf({
      '/silent': () => undefined,
      '/garbage': (response) => response.socket?.end('certainly no HTTP\r\n\r\n'),
      '/endless': (response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const more = () => {
          while (response.write('<p>more of it'.repeat(1000)));
          response.once('drain', more);
        };
        more();
      },
      '/good': linkPage('/broken', '/failing'),
      '/failing': (response) => {
        response.writeHead(500);
        response.end();
      },
      '/login': (response) => {
        response.writeHead(403);
        response.end();
      },
    }),
  );
});
afterAll(async () => {
  await server.close();
  await databases.stop();
  await site.close();
});

async function visited(project: string, url: string): Promise<void> {
  const file = `name: ${project}\nsource: { url: '${url}' }\ncrawl: { attempts: 1, timeout: 1s, maxPageSize: 1M }\n`;
  await client.addProject({ body: { file } });
  const { number } = await client.startRun({ project, body: {} });
  expect(await endedRun(server, project, number ?? 0)).toBe('finished');
}

const kinds = [
  ['refused', () => 'http://127.0.0.2:1/', /ECONNREFUSED/],
  ['missing', () => `${site.origin}/nowhere`, /not found \(404\)/],
  ['forbidden', () => `${site.origin}/login`, /access refused \(403\)/],
  ['silent', () => `${site.origin}/silent`, /FETCH_TIMEOUT/],
  ['garbage', () => `${site.origin}/garbage`, /FETCH_/],
  ['endless', () => `${site.origin}/endless`, /FETCH_/],
] as const;

test.each(kinds)(
  'a start address that is %s is failing everywhere from the first run on',
  async (project, url, why) => {
    await visited(project, url());
    const sentence = expect.stringMatching(/^The start address could not be fetched: (?!http).*\.$/);
    const summary = await client.showSummary({ project, run: 1 });
    expect(summary).toMatchObject({
      failedCount: 1,
      failed: [{ reason: expect.stringMatching(why) }],
      startFailure: sentence,
    });
    const pages = await client.listRunPages({ project, run: 1 });
    expect(pages).toMatchObject({ totals: { ERR: 1 }, items: [{ flag: 'ERR' }], startFailure: sentence });
    const { items } = await client.listPages({ project, which: 'all' });
    expect(items).toMatchObject([{ flag: 'ERR' }]);
    const { failing } = await client.showHome({});
    expect(failing.find((each) => each.project === project)).toMatchObject({
      kind: 'pages',
      pageCount: 1,
      reason: expect.stringMatching(why),
    });
  },
);

test('a page behind the start that cannot be read is failing; a broken link is no page', async () => {
  await visited('partly', `${site.origin}/good`);
  expect(await client.showSummary({ project: 'partly', run: 1 })).toMatchObject({
    startFailure: null,
    newCount: 1,
    failed: [{ url: `${site.origin}/failing`, reason: 'the server failed (500)' }],
  });
});

test('the command says it in words and by its exit code', async () => {
  const place = await databases.fresh();
  const data = place.kind === 'sqlite' ? place.folder : '';
  const url = `${site.origin}/nowhere`;
  const first = await runTidemark(['track', url, '--project', 'gone', '--data', data]);
  expect(first).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('The start address could not be fetched: not found (404).'),
  });
  expect(first.stdout).toMatch(/Cannot be read:\n {2}http\S+\/nowhere {2}not found \(404\)/);
  const crawled = await runTidemark(['crawl', '--project', 'gone', '--data', data, '--json']);
  expect(crawled.exitCode).toBe(1);
  const events = crawled.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(events.find((event) => 'event' in event && event.event === 'summary')).toMatchObject({
    startFailure: 'The start address could not be fetched: not found (404).',
    lasting: { failing: 1, failingSince: 1 },
  });
  const report = await runTidemark(['report', 'gone', '--run', '1', '--data', data]);
  expect(report.stdout).toContain('The start address could not be fetched: not found (404).');
});
