import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { folderName, isAddress, isProjectFile, projectFileAt, typedAddress } from './typed-address.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-typed-'));
writeFileSync(join(folder, 'news.yaml'), 'name: news');
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['https://example.org/', 'ftp://host', './reports', 'a/b', 'a\\b', '.', '..'])(
  '%s is an address',
  (typed) => expect(isAddress(typed)).toBe(true),
);

test.each(['news', 'example.org', 'news.yaml', '...'])('%s may be the name of a project', (typed) =>
  expect(isAddress(typed)).toBe(false),
);

test('a folder becomes a URL that ends with a slash; anything else stays as it was typed', () => {
  expect(typedAddress(folder)).toBe(pathToFileURL(folder + sep).href);
  expect(typedAddress(join(folder, 'news.yaml'))).toBe(join(folder, 'news.yaml'));
  expect(typedAddress('https://example.org/')).toBe('https://example.org/');
  expect(typedAddress('nowhere')).toBe('nowhere');
});

test.each([
  ['/home/maria/my%20reports/', 'my reports'],
  ['/data', 'data'],
  ['/', 'files'],
  ['/100%/', '100%'],
])('the project for %s is called %s', (pathname, name) => expect(folderName(pathname)).toBe(name));

test.each([
  ['news.yaml', true],
  ['news.YML', true],
  ['./a/news.json', true],
  ['https://example.org/feed.json', false],
  ['HTTP://example.org/a.yaml', false],
  ['news', false],
  ['news.yaml.txt', false],
])('%s is a project file: %s', (typed, expected) => expect(isProjectFile(typed)).toBe(expected));

test('a project file comes with its name and folder; one that cannot be read says why', async () => {
  const { text, fileName, folder: from } = await projectFileAt(join(folder, 'news.yaml'));
  expect([String(text), fileName, from]).toEqual(['name: news', 'news.yaml', folder]);
  await expect(projectFileAt(join(folder, 'gone.yaml'))).rejects.toMatchObject({
    code: 'CLI_INPUT_UNREADABLE',
    message: `cannot read ${join(folder, 'gone.yaml')}: there is no such file`,
  });
});
