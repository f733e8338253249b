import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The program as users install it. */
export interface BuiltProgram {
  readonly launcher: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Builds it as it is published, but without the web interface and in `folder`, so that the checkout's own dist/ does not change. As for users, all starts
 * but the first find it compiled.
 */
export function buildProgram(folder: string): BuiltProgram {
  for (const name of ['src', 'bin', 'package.json', 'tsconfig.json', 'tsconfig.build.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const build = [join(root, 'scripts/build.ts'), '--program'];
  const { status, stdout, stderr } = spawnSync(process.execPath, build, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`);
  // The launcher would run the sources if there were any.
  rmSync(join(folder, 'src'), { recursive: true });
  const environment = { NODE_COMPILE_CACHE: join(folder, 'compile-cache') };
  return { launcher: join(folder, 'bin/tidemark.js'), environment };
}
