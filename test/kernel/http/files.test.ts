import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EditedSite, editedSite } from '../database/edited-site.ts';
import { type Databases, startDatabases } from '../database/store-databases.ts';
import { endedRun, type StartedServer, startedServer } from './started-server.ts';

let databases: Databases;
let site: EditedSite;
let server: StartedServer;
let gauge: string;

beforeAll(async () => {
  databases = await startDatabases('sqlite');
  site = await editedSite();
  server = await startedServer(await databases.fresh());
  await server.post('/api/projects', { url: site.url, name: 'tides' });
  await server.post('/api/projects/tides/runs');
  await endedRun(server, 'tides', 1);
  site.edit();
  await server.post('/api/projects/tides/runs');
  await endedRun(server, 'tides', 2);
  const report = await server.json<{ pages: { file: string; url: string }[] }>(
    '/api/projects/tides/runs/2/report?flags=UPD',
  );
  const row = report.pages.find(({ url }) => url.endsWith('/gauge'));
  gauge = `/api/projects/tides/files/${row?.file}`;
});
afterAll(async () => {
  await server.close();
  await site.close();
  await databases.stop();
});

test('a file comes by the id in the report, as it was fetched', async () => {
  const answer = await server.ask(gauge);
  expect(answer.headers.get('content-type')).toBe('text/html');
  expect(await answer.text()).toContain('4.2 metres');
  expect(await (await server.ask(`${gauge}?run=1`)).text()).toContain('3.1 metres');
  const missing = await server.ask('/api/projects/tides/files/424242');
  expect([missing.status, await missing.json()]).toMatchObject([404, { code: 'API_NOT_FOUND' }]);
});

test('its validators save the second transfer', async () => {
  const answer = await server.ask(gauge);
  const etag = answer.headers.get('etag') ?? '';
  const date = answer.headers.get('last-modified') ?? '';
  const length = (await answer.arrayBuffer()).byteLength;
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
  const asked = async (headers: Record<string, string>) => (await server.ask(gauge, { headers })).status;
  expect(await asked({ 'if-none-match': etag })).toBe(304);
  expect(await asked({ 'if-none-match': `"x", W/${etag}` })).toBe(304);
  expect(await asked({ 'if-none-match': '"x"', 'if-modified-since': date })).toBe(200);
  expect(await asked({ 'if-modified-since': date })).toBe(304);
  expect(await asked({ 'if-modified-since': 'Tue, 01 Jan 2013 00:00:00 GMT' })).toBe(200);
  const head = await server.ask(gauge, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(length)]);
});

test('a range of it, or what is wrong with the range', async () => {
  const whole = Buffer.from(await (await server.ask(gauge)).arrayBuffer());
  const range = async (bytes: string, headers: Record<string, string> = {}) => {
    const answer = await server.ask(gauge, { headers: { range: `bytes=${bytes}`, ...headers } });
    return [answer.status, answer.headers.get('content-range'), await answer.text()];
  };
  const { length } = whole;
  expect(await range('0-8')).toEqual([206, `bytes 0-8/${length}`, whole.toString('utf8', 0, 9)]);
  expect(await range('-5')).toEqual([
    206,
    `bytes ${length - 5}-${length - 1}/${length}`,
    whole.toString('utf8', length - 5),
  ]);
  expect(await range(`9-${length + 99}`)).toEqual([
    206,
    `bytes 9-${length - 1}/${length}`,
    whole.toString('utf8', 9),
  ]);
  expect(await range(`${length}-`)).toEqual([416, `bytes */${length}`, '']);
  expect((await range('8-2'))[0]).toBe(200);
  expect((await range('0-1,4-5'))[0]).toBe(200);
  expect((await range('0-8', { 'if-range': '"another"' }))[0]).toBe(200);
});

test('shown in a browser, it runs nothing', async () => {
  const { headers } = await server.ask(gauge);
  expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('the report has a row for each file, in every format', async () => {
  const report = await server.json<{ pages: object[] }>('/api/projects/tides/runs/2/report');
  const csv = await (await server.ask('/api/projects/tides/runs/2/report?format=csv')).text();
  const xml = await (await server.ask('/api/projects/tides/runs/2/report?format=xml&flags=MIS')).text();
  expect(csv.trim().split('\r\n')).toHaveLength(report.pages.length + 1);
  expect(xml).toMatch(
    /^<\?xml[\s\S]*<totals NEW="1" SAM="4" UPD="2" MIS="1" ERR="0"\/>[\s\S]*<page file="\d+" flag="MIS"/,
  );
});

test('the change feed has what the runs found, part by part', async () => {
  const kinds: string[] = [];
  let after = '0';
  for (let parts = 0; parts < 20; parts++) {
    const part: { items: { kind: string; url: string }[]; next: string; hasMore: boolean } =
      await server.json(`/api/changes?limit=3&after=${after}`);
    kinds.push(...part.items.map(({ kind, url }) => `${kind} ${new URL(url).pathname}`));
    after = part.next;
    if (!part.hasMore) break;
  }
  expect(kinds.slice(0, 7).every((each) => each.startsWith('new /'))).toBe(true);
  expect(kinds.slice(7).toSorted()).toEqual(['gone /storm', 'new /pier', 'updated /', 'updated /gauge']);
  // A number would say how much happened in projects that a reader may not see.
  expect(after).toMatch(/^[\w-]{48}$/);
  const { items } = await server.json<{ items: object[] }>('/api/changes');
  expect(items.every((item) => !('place' in item))).toBe(true);
  expect(await server.json(`/api/changes?after=${after}`)).toMatchObject({ items: [], hasMore: false });
});
