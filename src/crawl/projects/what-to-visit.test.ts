import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { projectFileAt, whatToVisit } from './what-to-visit.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-typed-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['https://example.org/', 'ftp://example.org'])(
  '%s is an address, whose host names the project',
  async (typed) =>
    expect(await whatToVisit(typed, undefined)).toEqual({
      project: 'example.org',
      url: typed,
      file: null,
      withoutScheme: null,
    }),
);

test.each(['news', '...', 'my site', 'a.b c'])('%s is the name of a project', async (typed) =>
  expect(await whatToVisit(typed, undefined)).toEqual({
    project: typed,
    url: null,
    file: null,
    withoutScheme: null,
  }),
);

test.each([
  ['example.org', 'example.org'],
  ['localhost', 'localhost'],
  ['wiki:8080', 'wiki:8080'],
  ['[::1]:8080', '[::1]:8080'],
  ['bücher.example', 'bücher.example'],
  ['example.org/shop?a=1', 'example.org'],
  ['127.0.0.1:80/', '127.0.0.1:80'],
])('%s may be an address without its scheme, or the name of a project', async (typed, project) =>
  expect(await whatToVisit(typed, undefined)).toEqual({
    project,
    url: null,
    file: null,
    withoutScheme: typed,
  }),
);

test('a name that the user chooses wins', async () => {
  expect(await whatToVisit('https://example.org/', 'mine')).toMatchObject({ project: 'mine' });
});

test.each([
  ['my reports', 'my reports'],
  ['100%', '100%'],
])('a folder becomes a URL that ends with a slash, and gives the project its name: %s', async (name) => {
  const path = join(folder, name);
  mkdirSync(path);
  const url = pathToFileURL(path + sep).href;
  expect(await whatToVisit(path, undefined)).toEqual({ project: name, url, file: null, withoutScheme: null });
});

test.each(['./nowhere', 'a\\b', 'a/b'])('%s is neither an address nor a folder', async (typed) => {
  await expect(whatToVisit(typed, undefined)).rejects.toMatchObject({
    code: 'APP_SETTING_INVALID',
    message: `"${typed}" is neither an address nor a folder: write it with https://, ftp://, sftp:// or file://. If it is the name of a project, write --project "${typed}"`,
  });
});

test.each(['https://example.org/feed.json', 'HTTP://example.org/a.yaml'])(
  '%s is not a project file',
  async (typed) => expect((await whatToVisit(typed, undefined)).url).toBe(typed),
);

test.each(['news.yaml', 'news.YML', 'news.json'])(
  '%s is a project file, which names the project',
  async (name) => {
    const path = join(folder, name);
    writeFileSync(path, '{ "name": "tech news", "source": "https://example.org/" }');
    const { project, url, file } = await whatToVisit(path, undefined);
    expect([project, url, file?.fileName, file?.folder]).toEqual(['tech news', null, name, folder]);
    await expect(whatToVisit(path, 'mine')).rejects.toMatchObject({ code: 'APP_SETTING_INVALID' });
  },
);

test('a project file that cannot be read says why', async () => {
  await expect(projectFileAt(join(folder, 'gone.yaml'))).rejects.toMatchObject({
    code: 'APP_FILE_UNREADABLE',
    message: `cannot read ${join(folder, 'gone.yaml')}: there is no such file`,
  });
});
