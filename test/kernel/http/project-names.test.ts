import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import { type Databases, startDatabases } from '../database/store-databases.ts';
import { newUser } from './people-of-a-server.ts';
import { fromOwnPage, type StartedServer, startedServer } from './started-server.ts';

let databases: Databases;
let server: StartedServer;
let folder: string;
beforeAll(async () => {
  databases = await startDatabases('sqlite');
});
afterAll(() => databases.stop());
beforeEach(async () => {
  const place = await databases.fresh();
  folder = place.kind === 'sqlite' ? place.folder : '';
  // As an older version made them.
  const store = await openStore({ kind: 'sqlite', folder, access: 'write' });
  for (const name of ['..', 'a\u202eb', 'Tides'])
    await store.projects.create({
      ...{ name, startUrl: 'https://example.org/', createdAt: 0 },
      settings: JSON.stringify({
        file: `name: ${JSON.stringify(name)}\nsource: https://example.org/\n`,
        folder,
        userWrote: { operatorFile: null },
      }),
    });
  await store.close();
  server = await startedServer({ kind: 'sqlite', folder });
});
afterEach(() => server.close());

const add = async (name: string) => {
  const file = `name: ${JSON.stringify(name)}\nsource: https://example.org/\n`;
  const answer = await server.ask('/api/projects', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ file }),
  });
  return [answer.status, ((await answer.json()) as { readonly code?: string }).code];
};

test('a new project has a name that can be opened and read, and that no other has but for capitals', async () => {
  for (const name of ['.', 'x\u202ey', 'x\u200by', 'x\u0085y', 'x\u2028y', '\u2066x'])
    expect([name, ...(await add(name))]).toEqual([name, 422, 'APP_PROJECT_NAME_INVALID']);
  for (const name of ['tides', 'TIDES', 'Tides'])
    expect([name, ...(await add(name))]).toEqual([name, 409, 'APP_PROJECT_EXISTS']);
  for (const name of ['...', '.well-known', 'プロジェクト', 'Größe', 'a b'])
    expect([name, ...(await add(name))]).toEqual([name, 201, undefined]);
});

test('older ones are still opened, changed and removed', async () => {
  const path = `/api/projects/${encodeURIComponent('a\u202eb')}`;
  const { file } = await server.json<{ file: string }>(path);
  const change = { method: 'PUT', headers: { 'content-type': 'application/json' } };
  const body = JSON.stringify({ file: `${file}limits: { pages: 5 }\n` });
  expect((await server.ask(path, { ...change, body })).status).toBe(200);
  expect((await server.ask(path, { method: 'DELETE' })).status).toBe(204);
});

test('who may not change a project does not see the keys in the addresses of its channels', async () => {
  const hook = 'https://hooks.example.org/T0KENINURL?key=SUPERKEY';
  const file = `name: shop\nsource: https://example.org/\n# of the team\nnotify:\n  - ${hook}\n  - { to: '${hook}2', cap: 3 }\n  - mailto:me@example.org\n`;
  await server.post('/api/projects', { file });
  const ada = await newUser(server, 'ada', 'editor');
  const share = (access: string) =>
    fromOwnPage(server.url, '/api/projects/shop/access/ada', { access }, { cookie: server.cookie }, 'PUT');
  const seen = async (cookie: string) =>
    (
      (await (await fetch(`${server.url}/api/projects/shop`, { headers: { cookie } })).json()) as {
        file: string;
      }
    ).file;
  await share('read');
  const shown = await seen(ada);
  expect(shown).not.toMatch(/T0KEN|SUPERKEY/);
  expect(shown).toContain('https://hooks.example.org/… (');
  expect(shown).toContain('# of the team');
  expect(shown).toContain('mailto:me@example.org');
  await share('write');
  expect(await seen(ada)).toBe(file);
  // Those who write it are told to use a secret.
  const { problems } = await server.post<{ problems: { message: string }[] }>('/api/project-files/check', {
    file,
  });
  expect(problems.map(({ message }) => message)).toContain(
    'everyone who sees this address can send messages to it',
  );
});

test('a comment or an anchor does not show them either', async () => {
  const hook = 'https://hooks.example.org/T0KENINURL?key=SUPERKEY';
  for (const [name, notify] of [
    ['repeated', `# ${hook}\nnotify: ['${hook}']\n`],
    ['taken out', `notify:\n  - https://hooks.example.org/other\n  # - ${hook}\n`],
    ['taken out behind', `notify: ['https://hooks.example.org/other'] # was ${hook}\n`],
    ['anchored', `comment: &hook ${hook}\nnotify: [*hook]\n`],
  ] as const) {
    await server.post('/api/projects', { file: `name: ${name}\nsource: https://example.org/\n${notify}` });
    const eve = await newUser(server, `eve-${name.replaceAll(' ', '-')}`, 'reader');
    await fromOwnPage(
      server.url,
      `/api/projects/${encodeURIComponent(name)}/access/eve-${name.replaceAll(' ', '-')}`,
      { access: 'read' },
      { cookie: server.cookie },
      'PUT',
    );
    const answer = await fetch(`${server.url}/api/projects/${encodeURIComponent(name)}`, {
      headers: { cookie: eve },
    });
    expect([name, answer.status, await answer.text()]).toEqual([
      name,
      200,
      expect.not.stringMatching(/SUPERKEY/),
    ]);
  }
});
