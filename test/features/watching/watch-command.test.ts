import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { exitCodeOf, objectsOf, runTidemark, startTidemark } from '../../kernel/cli/run-tidemark.ts';
import { siteForThisTest } from '../../kernel/crawl/runs/site-for-this-test.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'tidemark-watch-command-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('an address is written as a project, visited at once, and then at its times', async () => {
  const site = await siteForThisTest(({ target }, response) => {
    if (target === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<a href="/other">Lamp: € 34.90</a>');
  });
  const data = await folder();
  const watch = (...given: readonly string[]) => runTidemark(['--data', data, 'watch', '--once', ...given]);
  const first = await watch(
    `${site.origin}/lamp`,
    '--page',
    '--every',
    '2h',
    '--when',
    'price < 30',
    '--json',
  );
  expect(first).toMatchObject({ exitCode: 0 });
  const { host } = new URL(site.origin);
  expect(objectsOf(first).at(-1)).toMatchObject({ event: 'planned', project: `${host} lamp` });
  expect(site.pages().filter((target) => target !== '/lamp')).toEqual([]);

  const file = await runTidemark(['--data', data, 'projects', 'export', `${host} lamp`]);
  expect(file.stdout).toContain('schedule: every 2h');
  expect(file.stdout).toContain('depth: 0');

  site.forget();
  expect(await watch()).toMatchObject({ exitCode: 0, stdout: '' });
  expect(site.pages()).toEqual([]);

  const other = await watch(`${site.origin}/lamp`, '--page', '--every', '3h');
  expect(other).toMatchObject({ exitCode: 2 });
  expect(other.stderr).toContain('there is a project');
});

test('whoever wants mail is told at once that no mail server is set', async () => {
  const site = await siteForThisTest((_, response) => void response.writeHead(404).end());
  const typed = ['watch', `${site.origin}/`, '--once', '--notify', 'mailto:me@example.org'];
  const { stderr } = await runTidemark(['--data', await folder(), ...typed]);
  expect(stderr).toContain('No mail server is set, so mails will wait: set TIDEMARK_SMTP');
});

test('conditions need an address', async () => {
  const result = await runTidemark(['--data', await folder(), 'watch', 'news', '--when', 'price < 30']);
  expect(result).toMatchObject({ exitCode: 2 });
  expect(result.stderr).toContain('go with one address');
});

test('a condition that is not understood says how to write one, and nothing is written', async () => {
  const data = await folder();
  const result = await runTidemark(['--data', data, 'watch', 'https://shop.example/', '--when', 'price <']);
  expect(result).toMatchObject({ exitCode: 2 });
  expect((await runTidemark(['--data', data, 'ls'])).stdout).toBe('');
});

test.each([[['--once']], [[]]])('with nothing to watch it ends and says so %j', async (more) => {
  const result = await runTidemark(['--data', await folder(), 'watch', ...more]);
  expect(result).toMatchObject({ exitCode: 2, stdout: '' });
  expect(result.stderr).toContain('There is nothing to watch: no project has a schedule.');
});

test('Ctrl-C and a closed pipe end a watch without half a line', async () => {
  const site = await siteForThisTest((_, response) => void response.writeHead(404).end());
  const data = await folder();
  for (const stop of ['SIGINT', 'pipe'] as const) {
    const child = startTidemark(['--data', data, 'watch', `${site.origin}/`, '--every', '1h']);
    const ended = exitCodeOf(child);
    let printed = '';
    for await (const piece of child.stderr) {
      printed += String(piece);
      if (!printed.includes('runs next at')) continue;
      if (stop === 'pipe') break;
      if (!child.killed) child.kill('SIGINT');
    }
    // Leaving the loop closes the pipe; the next line that is printed meets it.
    if (stop === 'pipe') child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(printed.endsWith('\n')).toBe(true);
    expect(printed).not.toContain('\u001b');
  }
});

test('a watch writes a log of JSON lines where its operator asks for it', async () => {
  const site = await siteForThisTest((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('Lamp');
  });
  const watch = (environment: Readonly<Record<string, string>>, data: string) =>
    runTidemark(['--data', data, 'watch', '--once', `${site.origin}/lamp`, '--page'], { environment });
  const { stderr, stdout, exitCode } = await watch({ TIDEMARK_LOG_FORMAT: 'json' }, await folder());
  expect([exitCode, stdout]).toEqual([0, '']);
  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { event?: string; level: number });
  expect(lines.map(({ event }) => event)).toEqual(expect.arrayContaining(['started', 'ended', 'planned']));
  expect(new Set(lines.map(({ level }) => level))).toEqual(new Set([30]));
  const { stderr: text } = await watch({}, await folder());
  expect(text).toMatch(/: run 1\n/);
});
