import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { projectFile } from '../../kernel/cli/run-tidemark.ts';

/** A folder with a sample in it, gone with the test. `origin` stands where the sample has ORIGIN. */
export function folderWithSamples(origin: string, ...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) writeFileSync(join(folder, name), sample(name).replaceAll('ORIGIN', origin));
  return folder;
}

export const sample = (name: string): string =>
  readFileSync(projectFile(`test/features/import/samples/${name}`), 'utf8');

export const SHOP = 'https://shop.example';

/** A watch as `import --json` tells it. */
export interface Imported {
  readonly watch: string;
  readonly file: string | null;
  readonly settings: readonly { readonly what: string; readonly became: string }[];
}

export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
}
