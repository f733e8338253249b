import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { projectFile } from '../cli/run-tidemark.ts';

/** A folder with a sample in it, gone with the test. `origin` stands where the sample has ORIGIN. */
export function folderWithSamples(origin: string, ...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-coming-over-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) writeFileSync(join(folder, name), sample(name).replaceAll('ORIGIN', origin));
  return folder;
}

export const sample = (name: string): string =>
  readFileSync(projectFile(`test/coming-over/samples/${name}`), 'utf8');
