import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import { ProblemError, type TidemarkClient, tidemarkClient } from '../../../src/main/client.ts';
import { runCommand } from '../../features/projects/run-command.ts';
import { type Databases, startDatabases } from '../database/store-databases.ts';
import { endedRun, type StartedServer, startedServer } from './started-server.ts';

interface Site {
  readonly origin: string;
  readonly asked: string[];
  close(): Promise<void>;
}

/** A site at one address of this machine. */
async function siteAt(
  host: string,
  answer: (path: string, response: ServerResponse, request: IncomingMessage) => void,
): Promise<Site> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request.url ?? '', response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as { port: number };
  return {
    origin: `http://${host}:${port}`,
    asked,
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}

const html = (response: ServerResponse, body: string) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>x</title>${body}`);

/** What a refused request says. */
async function refusal(asked: Promise<unknown>): Promise<readonly [string, string]> {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ProblemError)) throw error ?? new Error('it was allowed');
  return [error.problem.code, error.problem.detail];
}

let databases: Databases;
let folder: string;
let server: StartedServer;
let client: TidemarkClient;
/** Nobody allowed this address. */
let inside: Site;
beforeAll(async () => {
  databases = await startDatabases('sqlite');
});
afterAll(() => databases.stop());
beforeEach(async () => {
  inside = await siteAt('127.0.0.2', (_, response) => html(response, '<p>only for us</p>'));
  const place = await databases.fresh();
  folder = place.kind === 'sqlite' ? place.folder : '';
  await mkdir(folder, { recursive: true });
});
afterEach(async () => {
  await server.close();
  await inside.close();
});

async function serve(networks: string): Promise<void> {
  server = await startedServer({ kind: 'sqlite', folder }, { TIDEMARK_ALLOWED_NETWORKS: networks });
  client = tidemarkClient(server);
}

/** Writes a project as whoever runs the server does. */
async function asOperator(name: string, text: string): Promise<void> {
  const file = join(folder, `${name}.yaml`);
  await writeFile(file, `name: ${name}\n${text}`);
  const { exitCode, stderr } = await runCommand(['projects', 'add', file, '--data', folder]);
  expect([exitCode, stderr]).toMatchObject([0, expect.anything()]);
}

const run = async (project: string, number: number) => {
  await client.startRun({ project, body: {} });
  return endedRun(server, project, number);
};

test('pages are not larger than the operator allows: refused when it is written, and cut down when it runs', async () => {
  const site = await siteAt('127.0.0.3', (path, response) =>
    html(response, path === '/' ? '<a href="/large">large</a>' : 'x'.repeat(200_000)),
  );
  try {
    await serve('127.0.0.3/32');
    const file = `name: big\nsource: ${site.origin}/\nrender: never\ncrawl: { maxPageSize: 90M }\n`;
    const [code, detail] = await refusal(client.addProject({ body: { file: file.replace('90M', '100G') } }));
    expect([code, detail]).toEqual([
      'APP_OPERATOR_ONLY',
      expect.stringMatching(/more than 100M \(crawl\.maxPageSize\).*TIDEMARK_MAX_PAGE_SIZE/),
    ]);
    const long = `${file}states: { maxTime: 300d }\n`;
    expect(await refusal(client.addProject({ body: { file: long } }))).toEqual([
      'APP_OPERATOR_ONLY',
      expect.stringMatching(/more than 1 day at a time \(states\.maxTime\): write a shorter time/),
    ]);
    await client.addProject({ body: { file } });
    await server.close();
    server = await startedServer(
      { kind: 'sqlite', folder },
      { TIDEMARK_ALLOWED_NETWORKS: '127.0.0.3/32', TIDEMARK_MAX_PAGE_SIZE: '100k' },
    );
    client = tidemarkClient(server);
    expect(await run('big', 1)).toBe('finished');
    expect(site.asked).toContain('/large');
    const { items } = await client.listPages({ project: 'big' });
    expect(items.map(({ url }) => url)).toEqual([`${site.origin}/`]);
  } finally {
    await site.close();
  }
});

test('what is not for users is refused when it is written, in words that say what to do', async () => {
  await serve('');
  for (const [source, reason] of [
    ['http://127.0.0.1:9/', 'loopback'],
    ['http://0x7f.1/', 'loopback'],
    ['http://localhost/', 'loopback'],
    ['http://[::1]/', 'loopback'],
    ['https://10.0.0.1/', 'private network'],
    // The metadata of a cloud.
    ['http://169.254.169.254/latest/', 'link-local'],
    ['ftp://192.168.1.1/', 'private network'],
    ['sftp://192.168.1.1/', 'private network'],
    ['file:///etc/', 'the folder file:///etc/'],
  ] as const) {
    const [code, detail] = await refusal(
      client.addProject({ body: { file: `name: x\nsource: '${source}'\n` } }),
    );
    expect([code, detail], source).toEqual(['APP_OPERATOR_ONLY', expect.stringContaining(reason)]);
    expect(detail).toContain('write the project on the command line');
  }
  for (const [entry, what] of [
    ['notify: [{ to: "command:/bin/true" }]', 'command:/bin/true'],
    ['notify: [{ to: "file:x.log" }]', 'file:x.log'],
    ['notify: [{ to: "atom:x.atom" }]', 'atom:x.atom'],
    ['notify: [{ to: "desktop:" }]', 'desktop:'],
    ['notify: [{ to: "apprise:tgram://1/2" }]', 'apprise:tgram'],
    ['notify: [{ to: { env: PATH } }]', 'environment variable PATH'],
    ['preference: { user: me, password: { env: PATH } }', 'environment variable PATH'],
    ['preference: { user: me, password: { file: secret.key } }', 'the file secret.key'],
    ['session: { cookies: secret.key }', 'the file secret.key'],
    ['compare: [{ plugin: ./x.mjs }]', 'the plug-in ./x.mjs'],
    ['states: { start: file:///etc/passwd }\ncrawl: { robots: ignore }', 'file:///etc/passwd'],
    ['states: { start: "http://127.0.0.1:9/" }', 'loopback'],
    ['session: { logout: { open: file:///etc/passwd } }', 'file:///etc/passwd'],
    ['crawl: { proxy: "http://10.0.0.1:8080" }', 'private network'],
    ['notify: ["http://127.0.0.1:9/hook"]', 'loopback'],
  ] as const) {
    const file = `name: x\nsource: https://example.org/\n${entry}\n`;
    const [code, detail] = await refusal(client.addProject({ body: { file } }));
    expect([code, detail], entry).toEqual(['APP_OPERATOR_ONLY', expect.stringContaining(what)]);
  }
  expect((await client.listProjects({})).items).toEqual([]);
});

test.each(['ignore', 'obey'])(
  'a file that an older version stored as the start of an application is not read (robots: %s)',
  async (robots) => {
    const outside = await siteAt('127.0.0.1', (_, response) => html(response, '<p>Told.</p>'));
    try {
      const file = `name: x\nsource: '${outside.origin}/'\ncrawl: { robots: ${robots} }\nstates: { start: file:///etc/passwd }\n`;
      const store = await openStore({ kind: 'sqlite', folder, access: 'write' });
      const settings = { file, folder, userWrote: { operatorFile: null } };
      await store.projects.create({
        ...{ name: 'x', startUrl: `${outside.origin}/`, createdAt: 0 },
        settings: JSON.stringify(settings),
      });
      await store.close();
      await serve('127.0.0.1');
      const [code] = await refusal(client.startExploration({ project: 'x', body: {} }));
      expect(code).toBe('APP_OPERATOR_ONLY');
      expect((await client.listExplorations({ project: 'x' })).items).toEqual([]);
    } finally {
      await outside.close();
    }
  },
);

describe('what is not public stays out of reach', () => {
  test('by redirects, links, robots.txt, sitemaps, forms, pictures of a rendered page and messages', {
    timeout: 300_000,
  }, async () => {
    const outside = await siteAt('127.0.0.1', (path, response) => {
      if (path === '/robots.txt')
        return response.end(`User-agent: *\nAllow: /\nSitemap: ${inside.origin}/sitemap.xml\n`);
      if (path === '/moved') return response.writeHead(302, { location: `${inside.origin}/moved` }).end();
      if (path === '/application')
        return html(
          response,
          `<div id="root"></div><script>
              document.getElementById('root').innerHTML = '<p>Shown by a script.</p><img src="${inside.origin}/picture">';
              fetch('${inside.origin}/script', { mode: 'no-cors' });
              </script>`,
        );
      return html(
        response,
        `<p>Told.</p><a href="/moved">a</a><a href="/application">b</a><a href="${inside.origin}/linked">c</a>
            <form action="${inside.origin}/form"><input name="q"><button>go</button></form>`,
      );
    });
    try {
      await serve('127.0.0.1');
      const host = new URL(inside.origin).host;
      const file = `name: x\nsource: ${outside.origin}/\ncrawl: { scope: ['${new URL(outside.origin).host}', '${host}'], assets: all }
forms: [{ fill: { q: tides } }]
notify: [{ to: { secret: hook } }]\n`;
      await client.addProject({ body: { file } });
      // What a secret holds is not known when the project is written.
      await client.keepProjectSecret({
        project: 'x',
        secret: 'hook',
        body: { value: `${inside.origin}/hook` },
      });
      expect(await run('x', 1)).toBe('finished');
      const { items } = await client.listPages({ project: 'x', which: 'all' });
      expect(items.map(({ url, flag }) => `${new URL(url).pathname} ${flag}`)).toEqual(
        expect.arrayContaining(['/ NEW', '/application NEW']),
      );
      const { text } = await client.readText({
        project: 'x',
        file: items.find(({ url }) => url.endsWith('/application'))?.file ?? '',
      });
      expect(text).toContain('Shown by a script.');
      const [hook] = (await client.testChannels({ project: 'x' })).items;
      expect(hook?.error).toMatch(/TIDEMARK_ALLOWED_NETWORKS.*\[FETCH_FORBIDDEN_ADDRESS\]/);
      expect(inside.asked).toEqual([]);
    } finally {
      await outside.close();
    }
  });

  test('as a proxy', async () => {
    await serve('');
    const file = `name: x\nsource: http://example.org/\ncrawl: { proxy: { secret: proxy }, attempts: 1 }\n`;
    await client.addProject({ body: { file } });
    await client.keepProjectSecret({ project: 'x', secret: 'proxy', body: { value: inside.origin } });
    await run('x', 1);
    const { items } = await client.listPages({ project: 'x', which: 'all' });
    expect(items).toMatchObject([{ flag: 'ERR', status: null }]);
    expect(inside.asked).toEqual([]);
  });
});

describe('a project of the operator', () => {
  test('visits what the operator wrote, also after a user changed other parts of it', async () => {
    const source = `source: ${inside.origin}/docs/\n`;
    await asOperator('x', source);
    await serve('');
    expect(await run('x', 1)).toBe('finished');
    expect(inside.asked).toContain('/docs/');
    await client.addDetector({ project: 'x', body: { words: ['tides'] } });
    inside.asked.length = 0;
    expect(await run('x', 2)).toBe('finished');
    expect(inside.asked).toContain('/docs/');
    const change = (file: string) =>
      client.changeProject({ project: 'x', body: { file: `name: x\n${file}` } });
    const [code, detail] = await refusal(change(`source: ${inside.origin}/secret/\n`));
    expect([code, detail]).toEqual(['APP_OPERATOR_ONLY', expect.stringContaining('127.0.0.2')]);
    // Nor does the same host become reachable from another source.
    const [step] = await refusal(
      change(`source: https://example.org/\nsteps: [{ open: '${inside.origin}/' }]\n`),
    );
    expect(step).toBe('APP_OPERATOR_ONLY');
  });

  test('keeps its channels and secrets, which a user cannot send elsewhere', async () => {
    const log = join(folder, 'told.log');
    const channel = `notify: [{ to: 'file:${log}' }]\n`;
    await asOperator(
      'x',
      `source: ${inside.origin}/\npreference: { user: me, password: { env: PATH } }\n${channel}`,
    );
    await serve('');
    const kept = `name: x\nsource: ${inside.origin}/\npreference: { user: me, password: { env: PATH } }\n`;
    const change = (file: string) => client.changeProject({ project: 'x', body: { file } });
    await change(`${kept}${channel}limits: { pages: 5 }\n`);
    expect((await client.testChannels({ project: 'x' })).items).toMatchObject([{ error: null }]);
    expect(await run('x', 1)).toBe('finished');
    expect((await refusal(change(`${kept}notify: [{ to: 'file:/tmp/elsewhere' }]\n`)))[1]).toContain(
      '/tmp/elsewhere',
    );
    const stolen = kept.replace(inside.origin, 'https://example.org');
    expect((await refusal(change(stolen)))[1]).toContain('the environment variable PATH');
  });
});

test('a project of a user has secrets of its own, and no others', async () => {
  const sent: string[] = [];
  const site = await siteAt('127.0.0.1', (_, response, { headers }) => {
    if (headers.authorization === undefined)
      return response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
    sent.push(Buffer.from(headers.authorization.slice(6), 'base64').toString());
    return html(response, '<p>Told.</p>');
  });
  try {
    await serve('127.0.0.1');
    await client.keepSecret({ secret: 'password', body: { value: 'of the operator' } });
    const file = `name: x\nsource: ${site.origin}/\npreference: { user: me, password: { secret: password } }\n`;
    await client.addProject({ body: { file } });
    const [code, detail] = await refusal(client.startRun({ project: 'x', body: {} }));
    expect([code, detail]).toEqual(['ACCESS_SECRET_MISSING', expect.stringContaining('x/password')]);
    await client.keepProjectSecret({ project: 'x', secret: 'password', body: { value: 'of the project' } });
    expect((await client.listProjectSecrets({ project: 'x' })).items).toMatchObject([{ name: 'password' }]);
    expect(await run('x', 1)).toBe('finished');
    expect(new Set(sent)).toEqual(new Set(['me:of the project']));
    await client.removeProject({ project: 'x' });
    expect((await client.listSecrets({})).items.map(({ name }) => name)).toEqual(['password']);
  } finally {
    await site.close();
  }
});
