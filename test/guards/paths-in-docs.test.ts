import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { readProjectFile } from './markdown.ts';
import { projectRoot } from './planted-tree.ts';

/** Pages that say where things are, and how figures are measured. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync('docs/{*,extending/*,decisions/*,measurements/*}.md', { cwd: projectRoot }),
];

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

/** Lines that a merge left behind, also those that a formatter took for quotations or rows of a table. */
const marksOfMerge = /^(?:\| )?(?:<{7}|={7}|>{7})(?: |$)|^(?:> ){6}>/m;

test.each(pages)('%s has no marks of a merge', (page) => {
  expect(readProjectFile(page)).not.toMatch(marksOfMerge);
});

test('marks of a merge would be found', () => {
  for (const line of ['<<<<<<< HEAD', '| ======= |', '> > > > > > > bdfaf94d (More)'])
    expect(`before\n${line}\nafter`).toMatch(marksOfMerge);
});

test('a file that is not there would be found', () => {
  expect(
    filesNamedIn('see `crawl/visit-page.ts` and `src/no/such-file.ts`').filter((path) => !exists(path)),
  ).toEqual(['src/no/such-file.ts']);
});

const { scripts } = JSON.parse(readProjectFile('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** Commands of the project that a page names, and that are not there. */
function missingCommandsIn(text: string): readonly string[] {
  const named = [...text.matchAll(/\bnpm run (?:--silent )?([a-z][a-z:]*)(?: -- ([a-z][a-z-]*))?/g)].filter(
    ([, script = '', argument]) =>
      !(script in scripts) ||
      (script === 'bench' && argument !== undefined && !exists(`bench/${argument}.ts`)),
  );
  const tested = [...text.matchAll(/\bvitest run ((?:(?:src|test)\/[^\s`)]+ ?)+)/g)].flatMap(
    ([, paths = '']) =>
      paths
        .trim()
        .split(' ')
        .filter((path) => !exists(path)),
  );
  return [...named.map(([command]) => command), ...tested];
}

test.each(pages)('%s names only commands that are there', (page) => {
  expect(missingCommandsIn(readProjectFile(page))).toEqual([]);
});

test('a command that is not there would be found', () => {
  const text =
    '`npm run bench -- url`, `npm run bench -- nothing`, `npm run nowhere`, `npx vitest run test/guards test/none`';
  expect(missingCommandsIn(text)).toEqual(['npm run bench -- nothing', 'npm run nowhere', 'test/none']);
});

test.each(['decisions', 'measurements'])('the index of docs/%s links each of its notes once', (folder) => {
  const notes = globSync(`docs/${folder}/*.md`, { cwd: projectRoot }).map((file) => basename(file));
  const linked = [...readProjectFile(`docs/${folder}/README.md`).matchAll(/^\| \[[^\]]+\]\(([^)]+)\)/gm)].map(
    ([, file = '']) => file,
  );
  expect(linked.toSorted()).toEqual(notes.filter((file) => file !== 'README.md').toSorted());
});

test.each(globSync('docs/decisions/[!R]*.md', { cwd: projectRoot }))(
  '%s has a status, the question, the choice, why, the consequence, and what would change it',
  (note) => {
    const parts = [...readProjectFile(note).matchAll(/^(?:Status: |\*\*([^*]+)\.\*\*)/gm)].map(
      ([all, name]) => name ?? all.trim(),
    );
    expect(parts).toEqual(['Status:', 'Question', 'Choice', 'Why', 'Consequence', 'What would change it']);
  },
);
