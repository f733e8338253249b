import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keptFolder } from '../fixtures/program/kept-folder.ts';
import { projectRoot } from '../guards/planted-tree.ts';

/** Everything that the pages are made of. */
const sources = [
  'web/**/*.{ts,tsx,css,html,svg}',
  'src/http/contract/*.ts',
  'src/features/*/*-endpoints.ts',
  'src/features/states/graph-view/*.ts',
  'src/presentation/{in-words,place-in-words}.ts',
  'package-lock.json',
];

/** The web interface built from the sources as they are now. Built once for each state of them, and kept for the next test. */
export async function builtWeb(): Promise<string> {
  const folder = keptFolder('web', sources);
  if (existsSync(folder)) return folder;
  const { build } = await import('vite');
  const made = `${folder}.${process.pid}`;
  await build({
    configFile: join(projectRoot, 'web/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: made, emptyOutDir: true },
  });
  // Another test may have been first.
  await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }));
  return folder;
}
