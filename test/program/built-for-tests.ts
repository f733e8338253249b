import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What the program is made of. */
const parts = ['src/**/*.ts', 'scripts/*.ts', 'bin/*', 'package.json', 'package-lock.json'];

/**
 * The launcher of the program as users install it, for tests that start it: they try what is published, and it starts in an eighth of the processor time
 * that the sources take. It is built again when a source has changed. The web interface is the one in dist/.
 */
export function builtForTests(): string {
  const known = process.env['TIDEMARK_BUILT_FOR_TESTS'];
  if (known !== undefined) return known;
  const folder = join(root, 'node_modules/.cache/tidemark', fingerprintOf(parts));
  if (!existsSync(folder)) build(folder);
  return join(folder, 'bin/tidemark.js');
}

/** In a process of its own: bundling is asynchronous, and those who start a program are not. */
function build(folder: string): void {
  mkdirSync(join(folder, '..'), { recursive: true });
  const script = fileURLToPath(new URL('build-for-tests.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The program could not be built:\n${stderr}`);
}

function fingerprintOf(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()) {
    const { mtimeMs, size } = statSync(join(root, path));
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
