import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ErrorTable } from '../../src/base/index.ts';
import { codeIn, readProjectFile, tableRows } from './markdown.ts';
import { projectRoot } from './planted-tree.ts';

/** `CODE decision` of all tables of all folders. */
async function declaredCodes(): Promise<readonly string[]> {
  const source = join(projectRoot, 'src');
  const files = globSync('**/errors.ts', { cwd: source }).map((file) => join(source, file));
  const modules = await Promise.all(
    files.map(async (file) => (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>),
  );
  return modules
    .flatMap((exported) => Object.entries(exported).filter(([name]) => name.endsWith('Errors')))
    .flatMap(([, table]) => Object.entries(table as ErrorTable))
    .map(([code, decision]) => `${code} ${decision}`);
}

const rows = tableRows(readProjectFile('docs/errors.md')).filter(([first]) => codeIn(first) !== null);

describe('docs/errors.md', () => {
  it('has every code with its decision, and none that is gone', async () => {
    const declared = await declaredCodes();
    expect(declared.length).toBeGreaterThan(0);
    expect(rows.map(([code, decision]) => `${codeIn(code)} ${decision}`).toSorted()).toEqual(
      declared.toSorted(),
    );
  });

  it('says of each what happened and what to do', () => {
    for (const row of rows) {
      expect(row, row.join(' | ')).toHaveLength(4);
      expect(row[2], row.join(' | ')).not.toBe('');
      expect(row[3], row.join(' | ')).not.toBe('');
    }
  });

  it('uses no code twice, and codes that name their folder', async () => {
    const codes = (await declaredCodes()).map((declared) => declared.split(' ')[0]);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^[A-Z]+(?:_[A-Z0-9]+)+$/);
  });
});
