/** Writes `dist/`: the program and its types, as they are published. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
const compiled = spawnSync('tsc', ['--project', 'tsconfig.build.json'], { stdio: 'inherit', shell: true });
process.exitCode = compiled.status ?? 1;
