import { afterAll, beforeAll, expect, test } from 'vitest';
import { tidemarkClient } from '../../../src/main/client.ts';
import { type MemberSite, memberSite } from '../../fixtures/servers/member-site.ts';
import { type EditedSite, editedSite } from '../../kernel/database/edited-site.ts';
import { type Databases, startDatabases } from '../../kernel/database/store-databases.ts';
import { endedRun, type StartedServer, startedServer } from '../../kernel/http/started-server.ts';

let databases: Databases;
let site: EditedSite;
let members: MemberSite;
let server: StartedServer;
let client: ReturnType<typeof tidemarkClient>;

beforeAll(async () => {
  databases = await startDatabases('sqlite');
  site = await editedSite();
  members = await memberSite({ echoes: true });
  server = await startedServer(await databases.fresh());
  client = tidemarkClient(server);
});
afterAll(async () => {
  await server.close();
  await members.close();
  await site.close();
  await databases.stop();
});

const fileWith = (password: string) => `name: members
source: ${members.origin}/home
session:
  login: { step: enter }
  logout: { follow: Log out }
steps:
  - { name: look, open: /login, collect: false }
  - name: enter
    collect: false
    form: { fill: { user: maria, password: ${password} } }
  - { name: read, follow: One }
`;

test('a step of a draft shows its page, and the forms that the next step can fill in', async () => {
  const file = fileWith('wrong');
  const trial = await client.tryDraftStep({ body: { file, step: 1 } });
  expect(trial).toMatchObject({ name: 'step 1 ("look")', failure: null });
  const [page] = trial.pages;
  expect(page).toMatchObject({ url: `${members.origin}/login`, status: 200, title: 'Members only' });
  const [form] = page?.forms ?? [];
  expect(form).toMatchObject({ kind: 'log-in', find: {}, method: 'post' });
  expect(form?.fields.map(({ name, type }) => [name, type])).toEqual([
    ['csrf', 'hidden'],
    ['user', 'text'],
    ['password', 'password'],
    ['stay', 'checkbox'],
  ]);
  const refused = await client.tryDraftStep({ body: { file, step: 3 } });
  expect(refused.failure).toMatchObject({ code: 'CRAWL_STEP_FAILED' });
  expect(refused.pages[0]?.text).toContain('Wrong password');
  await expect(client.tryDraftStep({ body: { file, step: 4 } })).rejects.toMatchObject({
    problem: { status: 422, code: 'APP_SETTING_INVALID' },
  });
});

test('a step of a project uses its secrets, leads on, logs out, and shows no secret', async () => {
  const file = fileWith('{ secret: pass }');
  await client.addProject({ body: { file } });
  await client.keepProjectSecret({ project: 'members', secret: 'pass', body: { value: 'correct horse' } });
  const trial = await client.tryStep({ project: 'members', body: { step: 3 } });
  expect(trial.failure).toBeNull();
  expect(trial.pages[0]).toMatchObject({ url: `${members.origin}/articles/1`, hasAddress: true });
  expect(trial.pages[0]?.links).toContainEqual({ text: 'Two', url: `${members.origin}/articles/2` });
  expect(members.requests.at(-2)?.target).toBe('/session/end');
  // Somebody else's draft of that name does not get them.
  await expect(client.tryDraftStep({ body: { file, step: 2 } })).rejects.toMatchObject({
    problem: { code: 'ACCESS_SECRET_MISSING' },
  });
  const changed = file.replace('follow: One', 'follow: Nowhere');
  const lost = await client.tryStep({ project: 'members', body: { step: 3, file: changed } });
  expect(lost.failure?.message).toContain('no link of');
  await client.keepProjectSecret({ project: 'members', secret: 'pass', body: { value: 'tell nobody' } });
  const wrong = await client.tryStep({ project: 'members', body: { step: 2 } });
  expect(wrong.pages[0]?.text).toContain('Wrong password. You typed');
  expect(JSON.stringify(wrong)).not.toContain('tell nobody');
  expect((await client.listRuns({ project: 'members' })).items).toEqual([]);
});

test('what a selector matches is shown for each version of a page', async () => {
  await client.addProject({ body: { url: site.url, name: 'tides' } });
  for (const number of [1, 2]) {
    await client.startRun({ project: 'tides', body: {} });
    expect(await endedRun(server, 'tides', number)).toBe('finished');
    site.edit();
  }
  const { items } = await client.listPages({ project: 'tides' });
  const { file = '' } = items.find(({ url }) => url.endsWith('/gauge')) ?? {};
  const page = { project: 'tides', file };
  const both = await client.showRegions({ ...page, selector: 'p' });
  expect(both.items.map(({ run, count }) => [run, count])).toEqual([
    [2, both.items[0]?.regions.length],
    [1, both.items[1]?.regions.length],
  ]);
  expect(both.items[0]?.regions.some(({ text }) => text.includes('4.2'))).toBe(true);
  expect(both.items[1]?.regions.some(({ text }) => text.includes('4.2'))).toBe(false);
  const newest = await client.showRegions({ ...page, selector: 'title', limit: 1 });
  expect(newest).toMatchObject({ items: [{ run: 2, count: 1 }], next: '2' });
  await expect(client.showRegions({ ...page, selector: 'p[' })).rejects.toMatchObject({
    problem: { status: 400, detail: expect.stringContaining('is not a CSS selector') },
  });
  const { pages, all } = await client.showStatistics({ by: 'day' });
  expect(pages.sources).toContainEqual({ project: 'tides', pages: [expect.any(Number)] });
  expect(all.total).toEqual({ pages: 0, matches: 0 });
});
