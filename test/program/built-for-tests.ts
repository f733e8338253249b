import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../guards/planted-tree.ts';
import { keptFolder } from './kept-folder.ts';

/** What the program is made of. */
const sources = ['src/**/*.ts', 'scripts/*.ts', 'bin/*.js', 'package.json', 'package-lock.json'];

/**
 * The launcher of the program as users install it, for tests that start it: they try what is published, and it starts in an eighth of the processor time
 * that the sources take. It is built again when a source has changed. The web interface is the one in dist/.
 */
export function builtForTests(): string {
  const known = process.env['TIDEMARK_BUILT_FOR_TESTS'];
  if (known !== undefined) return known;
  const folder = keptFolder('tidemark', sources);
  if (!existsSync(folder)) build(folder);
  return join(folder, 'bin/tidemark.js');
}

/** In a process of its own: bundling is asynchronous, and those who start a program are not. */
function build(folder: string): void {
  const script = join(import.meta.dirname, 'build-for-tests.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, folder], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The program could not be built:\n${stderr}`);
}
