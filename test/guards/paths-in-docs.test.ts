import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProjectFile } from './markdown.ts';
import { projectRoot } from './planted-tree.ts';

/** Pages that say where things are. Decisions are not among them: they tell of their day. */
const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/{*,extending/*}.md', { cwd: projectRoot })];

/** Files of the project that a page names, as `src/x/y.ts` or, within src, `x/y.ts`. */
function filesNamedIn(text: string): readonly string[] {
  return [...text.matchAll(/`((?:[a-z0-9-]+\/)+[a-z0-9-]+(?:\.test)?\.(?:ts|js|md))`/g)].map(
    ([, path = '']) => path,
  );
}

const exists = (path: string) =>
  ['', 'src', 'docs'].some((root) => existsSync(join(projectRoot, root, path)));

test.each(pages)('%s names only files that are there', (page) => {
  expect(filesNamedIn(readProjectFile(page)).filter((path) => !exists(path))).toEqual([]);
});

test('a file that is not there would be found', () => {
  expect(
    filesNamedIn('see `crawl/standard-plan.ts` and `src/no/such-file.ts`').filter((path) => !exists(path)),
  ).toEqual(['src/no/such-file.ts']);
});
