import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The program as a user has it installed. */
export interface BuiltProgram {
  readonly launcher: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Builds it as it is published, but in `folder`, so that the checkout's own dist/ stays as it is. Starts after the first
 * find it compiled, as a user's do.
 */
export function buildProgram(folder: string): BuiltProgram {
  for (const name of ['src', 'bin', 'package.json', 'tsconfig.json', 'tsconfig.build.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`);
  // Where there are sources, the launcher runs those.
  rmSync(join(folder, 'src'), { recursive: true });
  const environment = { NODE_COMPILE_CACHE: join(folder, 'compile-cache') };
  return { launcher: join(folder, 'bin/tidemark.js'), environment };
}
