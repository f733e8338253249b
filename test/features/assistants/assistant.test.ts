import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtForTests } from '../../fixtures/program/built-for-tests.ts';
import { type EditedSite, editedSite } from '../../kernel/database/edited-site.ts';
import { type Databases, startDatabases } from '../../kernel/database/store-databases.ts';
import { endedRun, type StartedServer, startedServer } from '../../kernel/http/started-server.ts';

let databases: Databases;
let site: EditedSite;
let server: StartedServer;
let folder = '';

beforeAll(async () => {
  databases = await startDatabases('sqlite');
  site = await editedSite();
  const place = await databases.fresh();
  folder = place.kind === 'sqlite' ? place.folder : '';
  server = await startedServer(place);
  await server.post('/api/projects', { url: site.url, name: 'tides' });
  await server.post('/api/projects/tides/runs');
  await endedRun(server, 'tides', 1);
  site.edit();
  await server.post('/api/projects/tides/runs');
  await endedRun(server, 'tides', 2);
});
afterAll(async () => {
  await server.close();
  await site.close();
  await databases.stop();
});

async function connected(transport: unknown): Promise<Client> {
  const client = new Client({ name: 'a test', version: '1' });
  await client.connect(transport as Transport);
  return client;
}

async function reported(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = (await client.callTool({ name, arguments: args })) as { content: { text: string }[] };
  return content.map(({ text }) => text).join('\n');
}

/** What every way to connect must answer. */
async function tryTools(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'search',
    'read_page',
    'what_changed',
    'explain',
    'projects',
  ]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  expect(await reported(client, 'projects', {})).toBe(`tides: ${site.url}`);
  const found = await reported(client, 'search', { query: 'gauge' });
  expect(found).toContain(`${site.url}gauge`);
  const changed = await reported(client, 'what_changed', { project: 'tides' });
  expect(changed).toMatch(/^Run 2 of tides: 2 changed, 1 new, 1 gone\.\n/);
  expect(changed).toContain('The height is[- 3.1-]{+ 4.2+} metres at gauge.');
  const file = /file (\d+) \S+\/gauge/.exec(changed)?.[1];
  expect(await reported(client, 'read_page', { project: 'tides', file })).toContain(
    'The height is 4.2 metres',
  );
  expect(await reported(client, 'explain', { project: 'tides', file })).toMatch(/- run 2, .*: UPD: /);
  expect(await reported(client, 'read_page', { project: 'tides', file: '4242' })).toMatch(
    /\[API_NOT_FOUND\]$/,
  );
  await client.close();
}

test('an assistant asks over HTTP, with a token', async () => {
  const address = new URL(`${server.url}/mcp`);
  const headers = { authorization: `Bearer ${server.token}` };
  await tryTools(await connected(new StreamableHTTPClientTransport(address, { requestInit: { headers } })));
  await expect(connected(new StreamableHTTPClientTransport(address))).rejects.toThrow(
    /API_NOT_LOGGED_IN|401/,
  );
});

test('an assistant starts the program itself, beside a server', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [builtForTests(), 'mcp', '--data', folder],
  });
  await tryTools(await connected(transport));
});
