import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The program as a user has it installed. */
export interface BuiltProgram {
  readonly launcher: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Builds aside, so that the checkout's own dist/ stays as it is, and starts it once: later starts find it compiled. */
export function buildProgram(folder: string): BuiltProgram {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const args = [compiler, '--project', join(root, 'tsconfig.build.json'), '--outDir', join(folder, 'dist')];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}`);
  for (const name of ['bin', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const environment = { NODE_COMPILE_CACHE: join(folder, 'compile-cache') };
  return { launcher: join(folder, 'bin/tidemark.js'), environment };
}
