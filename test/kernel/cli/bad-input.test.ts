import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../features/projects/run-command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-bad-input-'));
  await writeFile(join(folder, 'robots.txt'), 'User-agent: *\nDisallow: /private\n');
  await writeFile(join(folder, 'page.html'), '<p>The ferry sails at noon.</p>');
  await writeFile(join(folder, 'shop.yaml'), 'name: shop\nsource: https://example.org/\n');
  expect((await run('projects', 'add', join(folder, 'shop.yaml'))).exitCode).toBe(0);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]) => runCommand([...args, '--data', join(folder, 'data')]);

test.each([
  [['robots', 'robots.txt'], /robots\.txt, line 1 is not JSON\. Each line is an object such as \{"robots"/],
  [['url', 'equivalence', 'robots.txt'], /line 1 is not JSON\. Each line is a page: \{"url"/],
  [['backup', 'missing/backup'], /cannot write \S+missing.backup: its folder does not exist \[/],
  [
    ['detect', 'page.html', '--project', 'shop'],
    /no such file\. For a project that is stored: tidemark projects export/,
  ],
  [['watch', 'shpo'], /there is no project "shpo"\. Did you mean "shop"\? Known: shop\./],
  [['users', 'rm', 'bob'], /no user "bob"; "tidemark users ls" lists them/],
  [['tokens', 'rm', '5'], /no token 5; "tidemark tokens ls" lists them/],
  [['track', 'gopher://example.org/'], /"gopher:" is not a scheme that Tidemark can fetch/],
  [['restore', 'page.html'], /There is data here already/],
])('%j is a mistake of the user, and the answer says what to do', async (args, said) => {
  const typed = args.map((word) =>
    /^(?:robots|page|missing)\b.*[./]/.test(word) ? join(folder, word) : word,
  );
  const { exitCode, stdout, stderr } = await run(...typed);
  expect(stderr).toMatch(said);
  expect([exitCode, stdout]).toEqual([2, '']);
});

test('a data folder that is a file is a wrong setting', async () => {
  const { exitCode, stderr } = await runCommand(['ls', '--data', join(folder, 'page.html')]);
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining('is a file, or is inside one. Choose another one'),
  ]);
});

test('one is not many', async () => {
  const page = join(folder, 'page.html');
  expect((await run('url', 'pair', page, page)).stdout).toContain('1 pair, 0 only in a');
});
