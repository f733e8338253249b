import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoSite, startDemoSite } from '../../../src/features/demo/start-demo-site.ts';
import { type TidemarkClient, tidemarkClient } from '../../../src/main/client.ts';
import { type Databases, startDatabases } from '../../kernel/database/store-databases.ts';
import { newUser } from '../../kernel/http/people-of-a-server.ts';
import { endedRun, type StartedServer, startedServer, tokenOf } from '../../kernel/http/started-server.ts';
import { zipBytes } from '../import/zip-bytes.ts';

let databases: Databases;
let server: StartedServer;
let client: TidemarkClient;
let site: DemoSite;
beforeAll(async () => {
  databases = await startDatabases('sqlite');
  server = await startedServer(await databases.fresh(), {
    TIDEMARK_SMTP: 'smtp://127.0.0.1:25',
    TIDEMARK_MAIL_FROM: 'tidemark@example.org',
  });
  client = tidemarkClient(server);
  site = await startDemoSite();
});
afterAll(async () => {
  await server.close();
  await databases.stop();
  await site.close();
});

async function run(project: string): Promise<void> {
  const { number } = await client.startRun({ project, body: {} });
  if (number === null) throw new Error('a server alone never waits for a worker');
  expect(await endedRun(server, project, number)).toBe('finished');
}

test('a site is looked at before there is a project, and nothing is kept', async () => {
  const look = await client.lookAtSite({ body: { url: site.url } });
  expect(look).toMatchObject({ start: site.url, isHidden: false, account: null, isBuiltByScripts: false });
  expect(look.text).toContain('A small magazine about large movements of water.');
  expect(look.addresses).toBeGreaterThan(20);
  expect(look.robots.disallowed).toHaveLength(1);
  expect((await client.listProjects({})).items).toEqual([]);
  const asTyped = await client.lookAtSite({ body: { url: site.url.replace('http://', '') } });
  expect(asTyped.start).toBe(site.url);
  await expect(client.lookAtSite({ body: { url: 'http://127.0.0.1:9/' } })).rejects.toMatchObject({
    problem: { status: 422 },
  });
});

test('a look reaches only what projects of users may reach', async () => {
  const strict = await startedServer(await databases.fresh(), { TIDEMARK_ALLOWED_NETWORKS: '' });
  try {
    const { requests } = site.visitors();
    for (const url of [site.url, site.url.replace('http://', '')]) {
      const refused = tidemarkClient(strict).lookAtSite({ body: { url } });
      await expect(refused).rejects.toMatchObject({ problem: { code: 'APP_SITE_UNREADABLE' } });
    }
    expect(site.visitors().requests).toBe(requests);
  } finally {
    await strict.close();
  }
});

test('a wish becomes a project file, and the mistakes of a file are told with their places', async () => {
  const { name, file } = await client.draftProject({
    body: { url: `${site.url}tides`, onlyPage: true, every: '6h', notify: ['mailto:me@example.org'] },
  });
  expect(name).toContain('tides');
  expect(await client.checkProjectFile({ body: { file } })).toEqual({ name, problems: [] });
  const { problems } = await client.checkProjectFile({ body: { file: `${file}limits:\n  pages: many\n` } });
  const [problem] = problems;
  expect(problem).toMatchObject({
    severity: 'error',
    line: file.split('\n').length + 1,
    hint: 'write pages: 1000',
  });
  expect(await client.showProjectSchema({})).toHaveProperty('properties');
});

test('watches of another program become project files that can be added', async () => {
  const watches = `url: ${site.url}tides\nfilter: [{ css: main }]\n---\nname: moon\nurl: ${site.url}moon\n`;
  const imported = await client.importWatches({ body: { from: 'urlwatch', watches } });
  expect(imported.watches.map(({ url }) => url)).toEqual([`${site.url}tides`, `${site.url}moon`]);
  expect(imported.watches[0]?.settings[0]).toMatchObject({ became: 'imported' });
  const { file } = imported.watches[1] ?? {};
  expect(await client.checkProjectFile({ body: { file: file ?? '' } })).toMatchObject({ problems: [] });
  await expect(
    client.importWatches({ body: { from: 'changedetection', watches: 'no JSON' } }),
  ).rejects.toMatchObject({ problem: { status: 422, code: 'PROJECT_IMPORT_INVALID' } });
});

test('so does a whole backup of another program, unless it was made to do harm', async () => {
  const watches = { one: { url: `${site.url}tides`, title: 'tides' } };
  const entry = { name: 'url-watches.json', bytes: Buffer.from(JSON.stringify({ watching: watches })) };
  const send = (...entries: Parameters<typeof zipBytes>[0]) =>
    client.importWatches({
      body: { from: 'changedetection', form: 'zip', watches: zipBytes(entries).toString('base64') },
    });
  expect((await send(entry)).watches.map(({ url }) => url)).toEqual([`${site.url}tides`]);
  await expect(send({ ...entry, size: 2 ** 30 })).rejects.toMatchObject({
    problem: { status: 422, code: 'APP_ARCHIVE_UNSAFE' },
  });
  await expect(
    client.importWatches({ body: { from: 'changedetection', form: 'zip', watches: 'no archive' } }),
  ).rejects.toMatchObject({ problem: { status: 422, code: 'APP_ARCHIVE_INVALID' } });
});

test('the rules of a file are tried on an address before there is a project', async () => {
  const file = 'name: x\nsource: https://a.example/\nrules:\n  - allow: /news/\n  - default: deny\n';
  const tried = (url: string) => client.tryAddress({ body: { file, url } });
  expect(await tried('https://a.example/news/1')).toEqual({
    url: 'https://a.example/news/1',
    verdict: 'accept',
    reason: 'rule 1 allows it: URL matches /news/',
  });
  expect(await tried('https://a.example/sports')).toMatchObject({ verdict: 'reject' });
  await expect(tried('no address')).rejects.toMatchObject({ problem: { status: 422 } });
  await expect(
    client.tryAddress({ body: { file: 'name: [', url: 'https://a.example/' } }),
  ).rejects.toMatchObject({
    problem: { code: 'PROJECT_FILE_INVALID' },
  });
});

test('what runs reported is unread until it is marked, for each user alone, and marking can be taken back', async () => {
  await client.addProject({ body: { file: `name: magazine\nsource: ${site.url}\nschedule: every 6h\n` } });
  await run('magazine');
  const quiet = await client.showHome({});
  expect(quiet).toMatchObject({ projects: 1, unread: [], marks: [], failing: [] });
  expect(quiet.due).toEqual([{ project: 'magazine', at: expect.any(String), waitsForConfirmation: false }]);

  site.publish('second');
  await run('magazine');
  const { unread, marks } = await client.showHome({});
  expect(marks).toEqual([{ project: 'magazine', run: 2 }]);
  expect(unread.map(({ kind }) => kind)).toEqual([...Array(6).fill('changed'), 'new', 'gone']);
  const reported = unread.flatMap(({ change }) => change?.words ?? []);
  expect(reported).toContainEqual({ kind: 'removed', text: expect.stringContaining('six') });

  const ada = await newUser(server, 'ada', 'administrator');
  const wish = { name: 'tests', scope: 'admin' };
  const others = tidemarkClient({ url: server.url, token: await tokenOf(server.url, ada, wish) });
  const { before } = await client.markRead({ body: { marks: [...marks, { project: 'nothing', run: 9 }] } });
  expect(before).toEqual([{ project: 'magazine', run: 1 }]);
  expect((await client.showHome({})).unread).toEqual([]);
  expect((await others.showHome({})).unread).toHaveLength(8);
  await client.markRead({ body: { marks: [...before] } });
  expect((await client.showHome({})).unread).toHaveLength(8);
});

test('the pages of a run come part by part, with all totals whatever is asked for', async () => {
  const first = await client.listRunPages({ project: 'magazine', run: 2, flags: 'UPD', limit: 4 });
  expect(first.items).toHaveLength(4);
  expect(first.totals).toMatchObject({ UPD: 6, NEW: 1, MIS: 1, ERR: 0 });
  const second = await client.listRunPages({
    project: 'magazine',
    run: 2,
    flags: 'UPD',
    after: first.next ?? '',
  });
  expect(second).toMatchObject({ next: null, totals: first.totals });
  const rows = [...first.items, ...second.items];
  expect(new Set(rows.map(({ file }) => file)).size).toBe(6);
  expect(rows.every(({ flag, reason }) => flag === 'UPD' && reason !== '')).toBe(true);
});
