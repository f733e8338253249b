import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../../src/database/open-store.ts';
import { parseProjectFile } from '../../../src/project/index.ts';
import { type Finished, objectsOf } from '../../kernel/cli/run-tidemark.ts';
import { linkPage, pagesOf, serveSite } from '../../sites/plain/site-server.ts';
import { runCommand } from './run-command.ts';

const examples = join(import.meta.dirname, '../../../docs/examples/projects');
const exampleFiles = readdirSync(examples).map((name) => join(examples, name));

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'tidemark-keeping-'));
});
afterEach(() => rm(data, { recursive: true, force: true }));

const tidemark = (...args: readonly string[]): Promise<Finished> => runCommand([...args, '--data', data]);

async function added(text: string): Promise<string> {
  const file = join(data, 'news.yaml');
  await writeFile(file, text);
  const { exitCode, stderr } = await tidemark('projects', 'add', file, '--replace');
  expect(exitCode, stderr).toBe(0);
  return file;
}

const news = '# my news\nname: news\nsource: https://news.example.org/ # where\nlimits: { pages: 5 }\n';
const exported = async () => (await tidemark('projects', 'export', 'news')).stdout;

describe('export and import', () => {
  test.each(exampleFiles)('%s is unchanged after a round trip, as YAML and as JSON', async (file) => {
    const text = readFileSync(file, 'utf8');
    const { name } = parseProjectFile(text);
    await tidemark('projects', 'add', file);
    const yaml = await tidemark('projects', 'export', name);
    expect(yaml.stdout).toBe(text);
    const json = await tidemark('projects', 'export', name, '--json');
    const second = join(data, 'second.json');
    await writeFile(second, json.stdout);
    expect((await tidemark('projects', 'import', second, '--replace')).stdout).toBe(`${name}: changed.\n`);
    const again = await tidemark('projects', 'export', name);
    expect(parseProjectFile(again.stdout)).toEqual(parseProjectFile(text));
  });

  test('several at once; an existing project is kept, unless --replace is given', async () => {
    expect(objectsOf(await tidemark('projects', 'import', ...exampleFiles, '--json'))).toHaveLength(
      exampleFiles.length,
    );
    const again = await tidemark('projects', 'import', ...exampleFiles);
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toMatch(/there is a project "[^"]+" already. Use --replace/);
  });

  test('when one file cannot be used, none is kept', async () => {
    const wrong = join(data, 'wrong.yaml');
    await writeFile(wrong, 'name: wrong\n');
    expect((await tidemark('projects', 'import', ...exampleFiles, wrong)).exitCode).toBe(2);
    expect((await tidemark('projects', 'ls')).stdout).toBe('');
    const twice = await tidemark('projects', 'import', exampleFiles[0] ?? '', exampleFiles[0] ?? '');
    expect(twice.stderr).toContain('are both called');
  });
});

describe('edit', () => {
  test('--set changes values and keeps comments', async () => {
    await added(news);
    const set = await tidemark('projects', 'edit', 'news', '--set', 'limits.pages=9', '--set', 'comment=x');
    expect(set.stdout).toBe('news: changed.\n');
    expect(await exported()).toContain('# my news');
    expect(parseProjectFile(await exported())).toMatchObject({ limits: { pages: 9 }, comment: 'x' });
  });

  test('an editor changes the file; without a change nothing happens', async () => {
    await added(news);
    const edit = (editor: string) =>
      runCommand(['projects', 'edit', 'news', '--json', '--data', data], { VISUAL: editor });
    expect(objectsOf(await edit('sed -i.old s/5/7/'))).toEqual([{ project: 'news', changed: true }]);
    expect(await exported()).toBe(news.replace('5', '7'));
    expect(objectsOf(await edit('true'))).toEqual([{ project: 'news', changed: false }]);
    expect((await edit('false')).stderr).toContain('CLI_EDITOR_FAILED');
  });

  test.each([
    ['s/limits/limit/', 'unknown key', 'PROJECT_FILE_INVALID'],
    ['s/name: news/name: other/', 'cannot become', 'APP_PROJECT_RENAMED'],
  ])('an invalid change (%s) is refused, and kept in its file', async (change, words, code) => {
    await added(news);
    const editor = `sed -i.old '${change}'`;
    const refused = await runCommand(['projects', 'edit', 'news', '--data', data], {
      EDITOR: editor,
      VISUAL: '',
    });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(words);
    expect(refused.stderr).toContain(code);
    const kept = /What you wrote is kept in (.+)/.exec(refused.stderr)?.[1] ?? '';
    expect(existsSync(kept)).toBe(true);
    await rm(join(kept, '..'), { recursive: true });
    expect(await exported()).toBe(news);
  });
});

describe('rm', () => {
  test('--yes removes the project and what it collected', async () => {
    const server = await serveSite(pagesOf({ '/': linkPage('/a'), '/a': linkPage() }));
    try {
      await added(`name: news\nsource: ${server.origin}/\n`);
      await tidemark('crawl', '--project', 'news');
    } finally {
      await server.close();
    }
    const asked = await tidemark('projects', 'rm', 'news');
    expect([asked.exitCode, asked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    const writing = await openStore({ kind: 'sqlite', folder: data, access: 'write', command: 'a crawl' });
    expect((await tidemark('projects', 'rm', 'news', '--yes')).stderr).toMatch(/"a crawl".*STORE_LOCKED/s);
    await writing.close();
    expect((await tidemark('projects', 'rm', 'news', '--yes')).stdout).toBe('news: removed, with 1 run.\n');
    expect((await tidemark('ls')).stdout).toBe('');
    expect((await tidemark('projects', 'rm', 'news', '--yes')).stderr).toContain('CLI_PROJECT_UNKNOWN');
  });
});

test('the schema for editors accepts every example', async () => {
  const { stdout } = await tidemark('projects', 'schema');
  const schema = z.fromJSONSchema(JSON.parse(stdout));
  for (const file of exampleFiles) {
    await tidemark('projects', 'add', file);
    const { name } = parseProjectFile(readFileSync(file, 'utf8'));
    const { stdout: json } = await tidemark('projects', 'export', name, '--json');
    expect(schema.safeParse(JSON.parse(json)).error).toBeUndefined();
  }
});
