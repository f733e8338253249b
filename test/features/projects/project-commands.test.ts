import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagesOf, serveSite } from '../../sites/plain/site-server.ts';
import { runCommand } from './run-command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-projects-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('init does not overwrite a file that appears while it looks at the site', async () => {
  const file = join(folder, 'late.yaml');
  const server = await serveSite(
    pagesOf({
      '/': (response) => {
        writeFileSync(file, 'mine');
        response.end('<p>Hello');
      },
    }),
  );
  try {
    const refused = await runCommand(['init', `${server.origin}/`, '-o', file]);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(`${file} already exists. Use --force to overwrite it`);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect((await runCommand(['init', `${server.origin}/`, '-o', file, '--force'])).exitCode).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('source:');
  } finally {
    await server.close();
  }
});

it('projects show says what each step collects, and how deep', async () => {
  const file = join(folder, 'news.yaml');
  writeFileSync(
    file,
    `name: news
source: https://example.org/
steps:
  - open: https://example.org/a
  - { name: deep, open: https://example.org/b, depth: 2 }
  - { open: https://example.org/c, collect: no }
rules:
  - deny: /print$
`,
  );
  const data = join(folder, 'data');
  const added = await runCommand(['projects', 'add', file, '--data', data]);
  expect(added.stdout, added.stderr).toBe('news: added.\n');
  const { stdout } = await runCommand(['projects', 'show', 'news', '--data', data]);
  const cells = stdout.split('\n').map((line) => line.split(/ {2,}/));
  expect(cells).toContainEqual(['1', '-', 'opens https://example.org/a', 'all']);
  expect(cells).toContainEqual(['2', 'deep', 'opens https://example.org/b', 'all, to depth 2']);
  expect(cells).toContainEqual(['3', '-', 'opens https://example.org/c', 'nothing']);
  expect(stdout).toContain('1 rule: test URLs with tidemark rules test\n');
});
