import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../guards/planted-tree.ts';

/** Everything that the pages are made of. */
const sources = ['web/**/*.{ts,tsx,css,html,svg}', 'src/publish/contract/*.ts', 'package-lock.json'];

/** The web interface built from the sources as they are now. Built once for each state of them, and kept for the next test. */
export async function builtWeb(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((pattern) => globSync(pattern, { cwd: projectRoot })).sort())
    hash.update(file).update(readFileSync(join(projectRoot, file)));
  const folder = join(projectRoot, 'node_modules/.cache/web', hash.digest('hex').slice(0, 16));
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
