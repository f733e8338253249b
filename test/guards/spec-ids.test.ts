import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProjectFile, tableRows } from './markdown.ts';
import { projectRoot } from './planted-tree.ts';

const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const id = /\b[A-EX]\d{1,2}\b/g;

/** The ids that the comments of a source text cite. */
function citedIn(source: string): readonly string[] {
  return (source.match(comment) ?? []).flatMap((text) => text.match(id) ?? []);
}

describe('docs/spec-ids.md', () => {
  const explained = tableRows(readProjectFile('docs/spec-ids.md'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && existsSync(join(projectRoot, file)));

  it('explains every id that a comment cites', () => {
    const known = new Set(explained.map(([name]) => name));
    const unknown = files.flatMap((file) =>
      citedIn(readProjectFile(file))
        .filter((cited) => !known.has(cited))
        .map((cited) => `${cited} in ${file}`),
    );
    expect(unknown).toEqual([]);
    expect(files.flatMap((file) => citedIn(readProjectFile(file))).length).toBeGreaterThan(50);
  });

  it('has each id once, in order, with its meaning', () => {
    const counts = { A: 8, B: 15, C: 11, D: 12, E: 8, X: 7 };
    const all = Object.entries(counts).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, i) => `${letter}${i + 1}`),
    );
    expect(explained.map(([name]) => name)).toEqual(all);
    for (const [name, meaning] of explained) expect(meaning, name).toMatch(/^[A-Z].*\.(?:\*\*)?$/);
  });

  it.each([
    ['/** Gives every visit its flag (A4, B13). */', ['A4', 'B13']],
    ['/**\n * See X6.\n */', ['X6']],
    ['const a = 1; // the paper, D12', ['D12']],
    ["const a = 'http://B4/'; const B5 = 1; /* C9x xE1 */", []],
  ])('finds the ids of the comments in %j', (source, ids) => {
    expect(citedIn(source)).toEqual(ids);
  });
});
