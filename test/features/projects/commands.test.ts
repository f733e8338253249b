import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import { exitCodeOf, type Finished, startTidemark } from '../../kernel/cli/run-tidemark.ts';
import { keptPaths, readBack } from '../../kernel/crawl/crawl-scenario.ts';
import { type ForumSite, forumSite, member, truth } from './forum-site.ts';
import { runCommand } from './run-command.ts';

const environment = { FORUM_PASSWORD: member.password };
let data: string;
let forum: ForumSite;
let file: string;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'tidemark-projects-cli-'));
  forum = await forumSite();
  const template = readFileSync(join(import.meta.dirname, 'private-forum.yaml'), 'utf8');
  file = join(data, 'forum.yaml');
  await writeFile(file, template.replaceAll('https://forum.example.org', forum.origin));
});
afterAll(async () => {
  await forum.close();
  await rm(data, { recursive: true, force: true });
});

const tidemark = (...args: readonly string[]): Promise<Finished> =>
  runCommand([...args, '--data', data], environment);

async function keptIn(folder: string): Promise<readonly string[]> {
  const store = await openStore({ kind: 'sqlite', folder, access: 'read' });
  try {
    return keptPaths(await readBack(store, 'java-generics'));
  } finally {
    await store.close();
  }
}

test('a project file is added, shown, exported as it was, its rules tried, and run', async () => {
  const added = await tidemark('projects', 'add', file);
  expect(added).toMatchObject({ exitCode: 0, stdout: 'java-generics: added.\n' });
  const shown = await tidemark('projects', 'show', 'java-generics');
  expect(shown.stdout).toMatch(/3 +search +fills q +only \/article\//);
  const exported = await tidemark('projects', 'export', 'java-generics');
  expect(exported.stdout).toBe(readFileSync(file, 'utf8'));
  const listed = await tidemark('projects', 'ls');
  expect(listed.stdout).toMatch(/java-generics +3 +3 +never/);
  const asked = [`${forum.origin}/boards/java/article/1`, `${forum.origin}/account`];
  const tested = await tidemark('rules', 'test', ...asked, '--project', 'java-generics');
  expect(tested.stdout).toMatch(/^in .*article\/1\n.*rule 3 allows it/);
  expect(tested.stdout).toMatch(/out .*account\n.*the default denies it/);

  const ran = await tidemark('crawl', '--project', 'java-generics');
  expect(ran.exitCode, ran.stderr).toBe(0);
  const wanted = truth('java', 'generics');
  expect(ran.stdout).toMatch(new RegExp(`^Finished\\. ${wanted.length} pages, 0 errors`));
  expect(ran.stdout).toMatch(/rule +let in +kept out/);
  expect(ran.stdout).toMatch(new RegExp(`\\n3 +${wanted.length} +0 `));
  expect(await keptIn(data)).toEqual(wanted);
});

test('a file can be run at once; a wrong password stops it with the step and what was seen', async () => {
  const other = join(data, 'other');
  const failed = await runCommand(['crawl', file, '--json', '--data', other], {
    FORUM_PASSWORD: 'something else',
  });
  expect(failed.exitCode).toBe(1);
  const { error } = JSON.parse(failed.stderr) as { error: { code: string; message: string } };
  expect(error.code).toBe('CRAWL_STEP_FAILED');
  expect(error.message).toContain('step 1 ("log in")');
  expect(error.message).toContain('Members only');
  expect(failed.stdout + failed.stderr).not.toContain('something else');
  const seen = readFileSync(join(other, 'failed-steps/java-generics.html'), 'utf8');
  expect(seen).toContain('That was not right');
});

test('kill -9 in the middle of a step: the next run resumes there and completes the set', async () => {
  const killed = join(data, 'killed');
  const child = startTidemark(['crawl', file, '--data', killed], environment);
  child.stdout.resume();
  child.stderr.resume();
  const exit = exitCodeOf(child);
  forum.onRequest((target) => {
    if (target === '/boards/java/article/19') child.kill('SIGKILL');
  });
  await exit;
  forum.onRequest(() => undefined);
  const searches = () =>
    forum.requests.filter((request) => request.startsWith('GET /boards/java/search?q')).length;
  const before = searches();
  const resumed = await runCommand(['crawl', '--project', 'java-generics', '--data', killed], environment);
  expect(resumed.stderr).toContain('going on with run 1');
  expect(resumed.exitCode).toBe(0);
  expect(searches() - before).toBeLessThanOrEqual(1);
  expect(await keptIn(killed)).toEqual(truth('java', 'generics'));
});

test('a file is checked, and an invalid one is refused before anything is kept', async () => {
  const wrong = join(data, 'wrong.yaml');
  await writeFile(wrong, 'name: wrong\nsource: http://localhost/\nstep: []\n');
  const checked = await tidemark('projects', 'check', file);
  expect(checked).toMatchObject({ exitCode: 0, stdout: 'java-generics: valid.\n' });
  for (const args of [
    ['projects', 'check', wrong],
    ['crawl', wrong],
  ]) {
    const { exitCode, stderr } = await tidemark(...args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('steps');
  }
});
