import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './planted-tree.ts';

export function readProjectFile(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8');
}

/** The rows of every table in a Markdown text, without heads. `\|` is a bar inside a cell. */
export function tableRows(markdown: string): readonly (readonly string[])[] {
  const lines = markdown.split('\n');
  return lines.flatMap((line, i) => {
    const isHead = /^\|[ :|-]+\|$/.test(lines[i + 1] ?? '');
    if (!line.startsWith('|') || isHead || /^\|[ :|-]+\|$/.test(line)) return [];
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    return [cells.map((cell) => cell.trim().replaceAll('\\|', '|'))];
  });
}

/** The text under each heading (without backticks), up to the next one of any level. */
export function sections(markdown: string): ReadonlyMap<string, string> {
  const parts = markdown.split(/^#+ +(.+)$/m);
  const found = new Map<string, string>();
  for (let i = 1; i < parts.length; i += 2)
    found.set(parts[i]?.replaceAll('`', '').trim() ?? '', parts[i + 1] ?? '');
  return found;
}

/** `x` of a cell that consists of x between backticks, else null. */
export function codeIn(cell: string | undefined): string | null {
  return /^`([^`]*)`$/.exec(cell ?? '')?.[1] ?? null;
}
