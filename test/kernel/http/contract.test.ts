import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../../src/features/endpoints.ts';
import type { Endpoint } from '../../../src/http/contract/endpoint.ts';
import { openApi } from '../../../src/http/openapi.ts';
import { ProblemError, type TidemarkClient, tidemarkClient } from '../../../src/main/client.ts';
import { readProjectFile, tableRows } from '../../guards/markdown.ts';
import { type Databases, startDatabases } from '../database/store-databases.ts';
import { type StartedServer, startedServer } from './started-server.ts';

let databases: Databases;
let server: StartedServer;
let client: TidemarkClient;
beforeAll(async () => {
  databases = await startDatabases('sqlite');
  server = await startedServer(await databases.fresh());
  client = tidemarkClient(server);
});
afterAll(async () => {
  await server.close();
  await databases.stop();
});

const all = Object.entries(endpoints) as readonly (readonly [string, Endpoint])[];

test('the client asks as the contract says', async () => {
  expect(await client.isReady({})).toEqual({ isReady: true });
  const added = await client
    .addProject({ body: { url: 'https://example.org/', name: 'a/b ü' } })
    .catch((error) => error);
  expect(added).toBeInstanceOf(ProblemError);
  expect((added as ProblemError).problem).toMatchObject({ status: 422, code: 'PROJECT_FILE_INVALID' });
  const { name } = await client.addProject({ body: { url: 'https://example.org/', name: 'ü & co' } });
  expect((await client.showProject({ project: name })).url).toBe('https://example.org/');
  expect((await client.listProjects({ limit: 1 })).items.map((row) => row.name)).toEqual(['ü & co']);
  expect(await client.removeProject({ project: name })).toBeUndefined();
});

test('the description has every endpoint, with its parameters, and is served', async () => {
  const document = (await client.describeApi({})) as unknown as ReturnType<typeof openApi> & {
    paths: Record<
      string,
      Record<string, { operationId: string; parameters: { name: string; in: string }[] }>
    >;
  };
  expect(document).toEqual(
    JSON.parse(JSON.stringify(openApi(endpoints, (document['info'] as { version: string }).version))),
  );
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, parameters }]) => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(inPath);
      return `${operationId} ${method} ${path}`;
    }),
  );
  expect(described.toSorted()).toEqual(
    all
      .map(
        ([name, { method, path }]) => `${name} ${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
      )
      .sort(),
  );
});

test('the page to try the API runs only scripts of this server', async () => {
  const page = await fetch(`${server.url}/api/`);
  const policy = page.headers.get('content-security-policy') ?? '';
  const [, nonce = ''] = /script-src 'nonce-([\w-]{22})';/.exec(policy) ?? [];
  expect(policy).toContain(`style-src 'nonce-${nonce}';`);
  const html = await page.text();
  expect(html).toContain(`<script nonce="${nonce}" type="module" src="/page/`);
  expect(html).not.toMatch(/<script(?![^>]* src="\/page\/)|<style|\son\w+=|\sstyle=|https?:\/\//);
  const parts = [...html.matchAll(/(?:src|href)="(\/page\/[^"]+)"/g)].map(([, part]) => part ?? '');
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) expect((await fetch(`${server.url}${part}`)).status, part).toBe(200);
});

test('where the web interface is not built, every view says how to build it', async () => {
  for (const path of ['/', '/welcome', '/projects/tides']) {
    const page = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8']);
    expect(await page.text()).toContain('npm run build');
  }
  expect((await fetch(`${server.url}/nowhere`)).status).toBe(404);
});

test('docs/api.md has every endpoint, with who may call it, and none that is gone', () => {
  const rows = tableRows(readProjectFile('docs/api.md')).map(([what = '', who = '', says = '']) => [
    what,
    who,
    says,
  ]);
  const written = rows.filter(([what = '']) => /^`(?:GET|POST|PUT|DELETE) /.test(what));
  const declared = all.map(([, { method, path, access, says }]) => [
    `\`${method} ${path}\``,
    `${access.role}${access.project === 'of the path' ? ' of the project' : ''}, ${access.scope}`,
    says,
  ]);
  expect(written).toEqual(declared);
});
