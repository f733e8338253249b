import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from './planted-tree.ts';

/** Words that are gone, with those of docs/glossary.md that took their place. */
const replaced: Readonly<Record<string, string>> = {
  told: 'reported',
  untold: 'recomputed',
  occasion: 'notification',
  newcomer: 'twin visitor',
  knock: 'request',
  entrance: 'log-in',
  manners: 'politeness',
  patiently: 'retry',
  tidy: 'retention',
  upkeep: 'retention',
  holdings: 'retention',
  tape: 'recording',
  taped: 'recording',
  fence: 'fencing token',
};

/** Ordinary English, not a name of something. */
const inOtherSenses = /\btold apart\b/g;

/** `path:line word` of each word that is gone; in names, its parts count. */
function goneWords(path: string, text: string): readonly string[] {
  return [path, ...text.split('\n')].flatMap((line, number) =>
    (line.replaceAll(inOtherSenses, '').match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [])
      .map((word) => word.toLowerCase())
      .map((word) => (Object.hasOwn(replaced, word) ? word : word.replace(/s$/, '')))
      .filter((word) => Object.hasOwn(replaced, word))
      .map((word) => `${path}:${number} "${word}": write "${replaced[word]}"`),
  );
}

const searched = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'web/src', 'docs', 'README.md'],
  { cwd: projectRoot, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => /[.](?:tsx?|css|md)$/.test(file) && !/[.]test[.]tsx?$/.test(file))
  .filter((file) => existsSync(join(projectRoot, file)));

test('one word stands for one thing: words that the glossary replaced do not come back', () => {
  expect(searched.length).toBeGreaterThan(1000);
  const found = searched.flatMap((file) => goneWords(file, readFileSync(join(projectRoot, file), 'utf8')));
  expect(found).toEqual([]);
});

test('a word that is gone is found in names of files, types and in sentences', () => {
  expect(goneWords('src/told/a.ts', 'interface TapedPage {}\n// It is told.\n// Not told apart.')).toEqual([
    'src/told/a.ts:0 "told": write "reported"',
    'src/told/a.ts:1 "taped": write "recording"',
    'src/told/a.ts:2 "told": write "reported"',
  ]);
});
