import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { takeViewsFrom } from '../../src/presentation/html/exported-file.ts';
import { keptFolder } from '../fixtures/program/kept-folder.ts';

/** Everything that the views are made of. */
const sources = [
  'web/**/*.{ts,tsx,css}',
  'src/features/*/exported-data.ts',
  'src/features/states/graph-view/*.ts',
  'src/presentation/{in-words,place-in-words}.ts',
  'package-lock.json',
];

/** Has exported files made with the views as the sources are now. Built once for each state of them, and kept for the next test. */
export async function useBuiltViews(): Promise<void> {
  const folder = keptFolder('views', sources);
  if (!existsSync(folder)) {
    const made = `${folder}.${process.pid}`;
    const script = join(import.meta.dirname, 'build-views.ts');
    const env = { ...process.env, NODE_ENV: 'production' };
    await promisify(execFile)(process.execPath, [script, made], { env });
    // Another test may have been first.
    await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }));
  }
  takeViewsFrom(folder);
}
