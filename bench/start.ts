/** How long a user waits for `tidemark --help`: the built program, as an installed package has it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, printFigures } from './figure.ts';
import { measureRounds } from './rounds.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** What `npm install tidemark` would put on a disk. Built aside, so that the checkout's own dist/ stays as it is. */
function installPackage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-start-'));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const args = [compiler, '--project', join(root, 'tsconfig.build.json'), '--outDir', join(folder, 'dist')];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}`);
  for (const name of ['bin', 'package.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

export function startFigures(): readonly Figure[] {
  const folder = installPackage();
  const environment = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compile-cache') };
  const timed = (name: string, floor: number | null, ...args: readonly string[]): Figure => {
    const run = () => {
      const { status, stderr } = spawnSync(process.execPath, args, { env: environment, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
    };
    const { wall } = measureRounds(run, { warmUp: 3, rounds: 20 });
    return {
      name,
      value: wall.median,
      unit: 'ms',
      floor: floor === null ? null : { atMost: floor },
      note: `${wall.shortest.toFixed(0)} to ${wall.longest.toFixed(0)} ms`,
    };
  };
  try {
    return [
      timed('node -e 0', null, '-e', '0'),
      timed('node dist/cli/main.js --help', 150, join(folder, 'dist/cli/main.js'), '--help'),
      timed('tidemark --help, through the launcher', 150, join(folder, 'bin/tidemark.js'), '--help'),
      timed('tidemark --version, through the launcher', 150, join(folder, 'bin/tidemark.js'), '--version'),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) printFigures('start', startFigures(), process.argv.includes('--json'));
