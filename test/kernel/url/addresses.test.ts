import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { certificate } from '../../fixtures/servers/certificates.ts';
import { serveThisTest } from '../../fixtures/servers/for-this-test.ts';
import type { ScriptedRequest } from '../../fixtures/servers/scripted-server.ts';
import { pagesOf } from '../../sites/plain/site-server.ts';
import { siteForThisTest } from '../crawl/runs/site-for-this-test.ts';
import { dataForThisTest } from './data-for-this-test.ts';

const page = '<title>Tides</title><p>High water at six.';

const answerPage = ({ socket, target }: ScriptedRequest) => {
  const body = target === '/' ? page : '';
  const status = target === '/' ? '200 OK' : '404 Not Found';
  socket.write(
    `HTTP/1.1 ${status}\r\ncontent-type: text/html\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
};

/** A port where nobody listens. */
async function closedPort(): Promise<number> {
  const server = await serveThisTest(() => undefined);
  await server.close();
  return server.port;
}

test('an address without a scheme is http where https is not served, and then the name of a project', async () => {
  const { origin } = await siteForThisTest(pagesOf({ '/': page, '/a': page }));
  const address = origin.replace('http://', '');
  const data = dataForThisTest();
  const first = await data.run(['track', address]);
  expect(first.stderr).toContain(`${address}: taken for ${origin}/\n`);
  expect([first.exitCode, await data.projects()]).toEqual([0, [address]]);
  const second = await data.run(['track', address]);
  expect(second.stderr).not.toContain('taken for');
  expect(second.stderr).toContain('run 2');
  const elsewhere = await data.run(['crawl', `${address}/a`, '--project', 'other']);
  expect(elsewhere.stderr).toContain(`taken for ${origin}/a\n`);
});

test('it is https where that is served', async () => {
  const { port } = await serveThisTest(answerPage, { tls: certificate });
  const data = dataForThisTest();
  const caFile = join(data.folder, 'ca.pem');
  writeFileSync(caFile, certificate.cert);
  const { stderr, exitCode } = await data.run(['track', `127.0.0.1:${port}`], { TIDEMARK_CA_FILE: caFile });
  expect(stderr).toContain(`taken for https://127.0.0.1:${port}/\n`);
  expect(exitCode).toBe(0);
});

test('a certificate that nobody vouches for is no reason to do without encryption', async () => {
  const { port } = await serveThisTest(answerPage, { tls: certificate });
  const data = dataForThisTest();
  const { stderr, exitCode } = await data.run(['track', `127.0.0.1:${port}`]);
  expect(stderr).toMatch(/self-signed certificate.*TIDEMARK_CA_FILE; nothing saved\. .*\[FETCH_TLS\]\n$/);
  expect([exitCode, await data.projects()]).toEqual([1, []]);
});

test.each(['track http://PLACE/', 'crawl https://PLACE/', 'track PLACE', 'track ftp://PLACE/', 'init PLACE'])(
  '%s says that the port is closed, and leaves nothing behind',
  async (typed) => {
    const place = `127.0.0.1:${await closedPort()}`;
    const data = dataForThisTest();
    const { stdout, stderr, exitCode } = await data.run(typed.replace('PLACE', place).split(' '));
    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: '',
      stderr: `tidemark: ${place} refuses connections; nothing saved. Check the port, and whether the server is running. [FETCH_REFUSED]\n`,
      exitCode: 1,
    });
    if (!typed.startsWith('init')) expect(await data.projects()).toEqual([]);
  },
);

test('https where only http is served says so', async () => {
  const { origin } = await siteForThisTest(pagesOf({ '/': page }));
  const data = dataForThisTest();
  const { stderr } = await data.run(['track', origin.replace('http:', 'https:')]);
  expect(stderr).toMatch(
    / does not serve https; nothing saved\. Write the address with http:\/\/\. \[FETCH_TLS\]/,
  );
  expect(await data.projects()).toEqual([]);
});

test('a host that does not exist is told with the projects that do', async () => {
  const { origin } = await siteForThisTest(pagesOf({ '/': page }));
  const data = dataForThisTest();
  await data.run(['track', origin, '--project', 'tides.invalid']);
  const { stderr } = await data.run(['track', 'tide.invalid']);
  expect(stderr).toContain('there is no host called tide.invalid; nothing saved.');
  expect(stderr).toContain('there is no project "tide.invalid". Did you mean "tides.invalid"?');
  expect(await data.projects()).toEqual(['tides.invalid']);
});

test('a server that never answers leaves nothing behind', async () => {
  const { origin } = await serveThisTest(() => undefined);
  const data = dataForThisTest();
  const { stderr, exitCode } = await data.run(['track', origin, '--timeout', '1s', '--attempts', '1']);
  expect(stderr).toMatch(/ could not be read; nothing saved\. .*\[APP_SITE_UNREADABLE\]\n$/);
  expect([exitCode, await data.projects()]).toEqual([1, []]);
});

test('a page that is not found is an answer', async () => {
  const { origin } = await siteForThisTest(pagesOf({}));
  const data = dataForThisTest();
  await data.run(['track', origin, '--project', 'tides']);
  expect(await data.projects()).toEqual(['tides']);
});

test('a server that wants a log-in leaves nothing behind', async () => {
  const { port } = await serveThisTest(() => undefined);
  const data = dataForThisTest();
  const { stderr } = await data.run(['track', `sftp://127.0.0.1:${port}/`]);
  expect(stderr).toContain('FETCH_LOGIN');
  expect(await data.projects()).toEqual([]);
});

test('a site that was visited before keeps its project when it does not answer', async () => {
  const server = await siteForThisTest(pagesOf({ '/': page }));
  const data = dataForThisTest();
  await data.run(['track', server.origin, '--project', 'tides']);
  await server.close();
  await data.run(['track', 'tides', '--attempts', '1']);
  expect(await data.projects()).toEqual(['tides']);
});

test('a name and another name cannot be meant at once', async () => {
  const { stderr, exitCode } = await dataForThisTest().run(['crawl', 'tides', '--project', 'waves']);
  expect(stderr).toContain('"tides" would be the name of a project, but --project says "waves".');
  expect(exitCode).toBe(2);
});

test('a name that is no project lists those that are', async () => {
  const { origin } = await siteForThisTest(pagesOf({ '/': page }));
  const data = dataForThisTest();
  await data.run(['track', origin, '--project', 'tides']);
  for (const args of [
    ['crawl', 'tidse'],
    ['report', 'tidse'],
  ])
    expect((await data.run(args)).stderr).toContain(
      'there is no project "tidse". Did you mean "tides"? Known: tides.',
    );
});
