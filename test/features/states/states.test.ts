import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import { openExploration } from '../../../src/features/states/open-exploration.ts';
import { tidemarkClient } from '../../../src/main/client.ts';
import { type EditedSite, editedSite } from '../../kernel/database/edited-site.ts';
import { type Databases, startDatabases } from '../../kernel/database/store-databases.ts';
import { endedRun, type StartedServer, startedServer } from '../../kernel/http/started-server.ts';
import { serveSite } from '../../sites/plain/site-server.ts';

const project = 'app';
let databases: Databases;
let site: EditedSite;
let server: StartedServer;

beforeAll(async () => {
  databases = await startDatabases('sqlite');
  const place = await databases.fresh();
  const store = await openStore({ ...place, access: 'write' });
  const url = 'https://app.example.org/';
  const { record, close } = await openExploration(store, {
    project,
    url,
    settings: { setting: 'content', threshold: 0.1 },
  });
  const state = (number: number, title: string) => ({
    state: { number, url, title, hash: String(number), depth: number },
    html: `<title>${title}</title><script>alert(1)</script>`,
    stripped: `<title>${title}</title>`,
    screenshot: number === 0 ? Buffer.from('a picture') : null,
    distances: number === 0 ? [] : [0.5],
    candidates: [],
    avoided: [],
  });
  await record.index(state(0, 'Home'), []);
  await close('complete');
  await store.close();
  site = await editedSite();
  server = await startedServer(place);
});
afterAll(async () => {
  await server.close();
  await site.close();
  await databases.stop();
});

test('explorations, their graphs and the documents of their states are read', async () => {
  const client = tidemarkClient(server);
  const { items } = await client.listExplorations({ project });
  expect(items).toMatchObject([{ number: 1, ending: 'complete', states: 1 }]);
  const graph = await (await client.readStateGraph({ project, exploration: 1 })).json();
  expect(graph).toMatchObject({
    setting: 'content',
    states: [{ number: 0, title: 'Home' }],
    transitions: [],
  });
  for (const format of ['graphml', 'dot'] as const)
    expect(await (await client.readStateGraph({ project, exploration: 1, format })).text()).toContain('Home');
  expect(await client.showStateSummary({ project, exploration: 1 })).toMatchObject({
    exploration: 1,
    since: null,
    states: [{ flag: 'NEW', is: 0, was: null }],
  });
  const html = await client.readState({ project, exploration: 1, state: 0, part: 'html' });
  expect(html.headers.get('content-security-policy')).toMatch(/^sandbox/);
  expect(await html.text()).toContain('<title>Home');
  const picture = await client.readState({ project, exploration: 1, state: 0, part: 'screenshot' });
  expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/png', 'a picture']);
  for (const [exploration, state] of [
    [2, 0],
    [1, 7],
  ] as const) {
    const missing = await client
      .readState({ project, exploration, state, part: 'html' })
      .catch(({ problem }) => problem);
    expect(missing).toMatchObject({ status: 404 });
  }
});

test('a run is exported as WARC, and its report has near-duplicates when asked', async () => {
  const client = tidemarkClient(server);
  await client.addProject({ body: { url: site.url, name: 'tides' } });
  await client.startRun({ project: 'tides', body: {} });
  expect(await endedRun(server, 'tides', 1)).toBe('finished');
  const warc = await client.exportRun({ project: 'tides', run: 1 });
  const text = gunzipSync(Buffer.from(await warc.arrayBuffer())).toString();
  expect(text).toMatch(/^WARC\/1\.1/);
  expect(text).toContain(`WARC-Target-URI: ${site.url}moon`);
  const report = await client.reportRun({ project: 'tides', run: 1, nearDuplicates: 'true' });
  expect(await report.json()).toHaveProperty('nearDuplicates');
});

test('an application is explored over the API: never twice at once, and stopped when somebody says so', async () => {
  const client = tidemarkClient(server);
  const lamps = await serveSite(({ target }, response) => {
    if (target === '/robots.txt') return response.writeHead(404).end();
    const button = (name: string) =>
      `<button onclick="document.querySelector('p').textContent = 'There are many ${name}.'">${name}</button>`;
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<title>Shop</title><link rel="icon" href="data:,"><p></p>${['Lamps', 'Shades', 'Wires'].map(button).join('')}`,
      );
  });
  try {
    await client.addProject({ body: { url: `${lamps.origin}/`, name: 'shop' } });
    const begun = await client.startExploration({ project: 'shop', body: {} });
    expect(begun).toMatchObject({ number: 1, ending: null, progress: { states: expect.any(Number) } });
    const refused = await client.startRun({ project: 'shop', body: {} }).catch(({ problem }) => problem);
    expect(refused).toMatchObject({ status: 409, code: 'STORE_LOCKED' });
    expect(await client.stopExploration({ project: 'shop', exploration: 1 })).toMatchObject({
      ending: 'stopped',
      progress: null,
    });
    expect(await client.startExploration({ project: 'shop', body: {} })).toMatchObject({ number: 1 });
    await vi.waitFor(
      async () => {
        const { items } = await client.listExplorations({ project: 'shop' });
        expect(items).toMatchObject([{ number: 1, ending: 'complete', states: 4 }]);
      },
      { timeout: 300_000, interval: 200 },
    );
  } finally {
    await lamps.close();
  }
});
