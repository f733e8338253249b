import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../guards/planted-tree.ts';

/** Where a build of these sources, as they are now, is kept for the next test. Whoever finds the folder finds it whole. */
export function keptFolder(kind: string, sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((pattern) => globSync(pattern, { cwd: projectRoot })).sort())
    hash.update(file).update(readFileSync(join(projectRoot, file)));
  return join(projectRoot, 'node_modules/.cache', kind, hash.digest('hex').slice(0, 16));
}
