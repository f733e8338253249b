/** Writes `dist/`: the program and its types, as they are published. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
const compiler = 'node_modules/typescript/bin/tsc';
const compiled = spawnSync(process.execPath, [compiler, '--project', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
process.exitCode = compiled.status ?? 1;
