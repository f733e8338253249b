import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProjectFile } from './markdown.ts';
import { projectRoot } from './planted-tree.ts';

// One name for two things sends a reader who searches for it to the wrong file.

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) +(\w+)/;

interface Place {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** What a file declares and exports. An `index.ts` passes on what is declared elsewhere, some of it when it is first called. */
function exportsOf(file: string, text: string): readonly Place[] {
  if (file.endsWith('/index.ts')) return [];
  return text.split('\n').flatMap((code, index) => {
    const name = DECLARATION.exec(code)?.[1];
    return name === undefined ? [] : [{ name, file, line: index + 1 }];
  });
}

/** `name: file:line, file:line` of every name that several files declare. */
function sharedNames(places: readonly Place[]): readonly string[] {
  return [...Map.groupBy(places, ({ name }) => name)]
    .filter(([, found]) => new Set(found.map(({ file }) => file)).size > 1)
    .map(([name, found]) => `${name}: ${found.map(({ file, line }) => `${file}:${line}`).join(', ')}`)
    .sort();
}

describe('exported names', () => {
  const places = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => join('src', file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => exportsOf(file, readProjectFile(file)));

  it('a name that two files export is found, with both places', () => {
    const planted = [
      ...exportsOf('src/a.ts', 'const outcome = 1;\nexport const one = 1;\nexport interface Outcome {}\n'),
      ...exportsOf('src/b.ts', 'export type Outcome = string;\nexport async function* outcome() {}\n'),
    ];
    expect(sharedNames(planted)).toEqual(['Outcome: src/a.ts:3, src/b.ts:1']);
  });

  it('a type and a value of one name in one file, and names that are passed on, are fine', () => {
    const planted = [
      ...exportsOf('src/a.ts', 'export const Kind = {};\nexport type Kind = string;\n'),
      ...exportsOf('src/index.ts', "export const Kind = async () => (await import('./a.ts')).Kind;\n"),
    ];
    expect(sharedNames(planted)).toEqual([]);
  });

  it('each is declared by one file of src/', () => {
    expect(places.length).toBeGreaterThan(1000);
    expect(sharedNames(places)).toEqual([]);
  });
});
