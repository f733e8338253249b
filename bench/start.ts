/** How long a user waits for the installed program: for `--help`, and for a crawl's first request. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltProgram, buildProgram } from './crawl/built-program.ts';
import { type Figure, printFigures } from './figure.ts';
import { measureRounds, timesOf } from './rounds.ts';

function timeOf(
  name: string,
  program: BuiltProgram,
  floor: number | null,
  ...args: readonly string[]
): Figure {
  const env = { ...process.env, ...program.environment };
  const run = () => {
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
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
}

/** From the start of `tidemark crawl` in an empty data folder until a server on loopback sees a request. */
async function firstRequest(program: BuiltProgram, folder: string): Promise<Figure> {
  let seen: number | null = null;
  const server = createServer((_, response) => {
    seen ??= performance.now();
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>A page.');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const env = { ...process.env, ...program.environment };
  const waits: number[] = [];
  for (let round = -3; round < 20; round++) {
    const data = join(folder, `data${round}`);
    const args = [
      program.launcher,
      'crawl',
      url,
      '--depth',
      '0',
      '--ignore-robots',
      '--quiet',
      '--data',
      data,
    ];
    seen = null;
    const started = performance.now();
    const [status] = await once(spawn(process.execPath, args, { env, stdio: 'ignore' }), 'exit');
    if (status !== 0) throw new Error(`tidemark crawl ended with ${status}`);
    if (round >= 0) waits.push((seen ?? Number.POSITIVE_INFINITY) - started);
  }
  server.close();
  const { median, shortest, longest } = timesOf(waits);
  return {
    name: 'tidemark crawl, until the first request',
    value: median,
    unit: 'ms',
    floor: { atMost: 300 },
    note: `${shortest.toFixed(0)} to ${longest.toFixed(0)} ms`,
  };
}

export async function startFigures(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-start-'));
  try {
    const program = buildProgram(folder);
    const main = join(folder, 'dist/cli/main.js');
    return [
      timeOf('node -e 0', program, null, '-e', '0'),
      timeOf('node dist/cli/main.js --help', program, 150, main, '--help'),
      timeOf('tidemark --help, through the launcher', program, 150, program.launcher, '--help'),
      timeOf('tidemark --version, through the launcher', program, 150, program.launcher, '--version'),
      await firstRequest(program, folder),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) printFigures('start', await startFigures(), process.argv.includes('--json'));
