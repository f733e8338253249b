import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runCommand } from '../../features/projects/run-command.ts';
import type { Finished } from '../cli/run-tidemark.ts';

/** Runs commands with a data folder of this test's own. */
export interface DataForThisTest {
  readonly folder: string;
  run(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Finished>;
  /** The names of the stored projects. */
  projects(): Promise<readonly string[]>;
}

export function dataForThisTest(): DataForThisTest {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-manners-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const run: DataForThisTest['run'] = (args, environment) =>
    runCommand([...args, '--data', folder], environment);
  return {
    folder,
    run,
    async projects() {
      const { stdout } = await run(['ls', '--json']);
      const lines = stdout.split('\n').filter((line) => line !== '');
      return lines.map((line) => (JSON.parse(line) as { readonly project: string }).project);
    },
  };
}
