/** How long a user waits for the installed program: for `--help`, and for a crawl's first request. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltProgram, buildProgram } from './crawl/built-program.ts';
import { runCommand } from './crawl/run-command.ts';
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

/**
 * `tidemark crawl --depth 0` in an empty data folder, from its start until a server on loopback sees a request; the processor time that it takes to its
 * end, and that of a second visit, which finds the page unchanged.
 */
async function visitFigures(program: BuiltProgram, folder: string): Promise<readonly Figure[]> {
  let seen: number | null = null;
  const server = createServer((request, response) => {
    seen ??= Date.now();
    const isKnown = request.headers['if-none-match'] === '"a"';
    response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html', etag: '"a"' });
    response.end(isKnown ? '' : '<p>A page.');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const visit = async (command: 'crawl' | 'track', data: string) => {
    const options = ['--depth', '0', '--ignore-robots', '--quiet', '--data', data];
    const args = [program.launcher, command, url, ...options];
    seen = null;
    let started = 0;
    const taken = await runCommand(
      { command: process.execPath, args, environment: program.environment },
      folder,
      (at) => {
        started = at;
      },
    );
    if (taken.exitCode !== 0) throw new Error(`tidemark ${command} failed:\n${taken.said}`);
    return { wait: (seen ?? Number.NaN) - started, cpu: (taken.cpuSeconds ?? Number.NaN) * 1000 };
  };
  const waits: number[] = [];
  const first: number[] = [];
  const second: number[] = [];
  for (let round = -3; round < 20; round++) {
    const data = join(folder, `data${round}`);
    const crawled = await visit('crawl', data);
    const tracked = await visit('track', data);
    if (round < 0) continue;
    waits.push(crawled.wait);
    first.push(crawled.cpu);
    second.push(tracked.cpu);
  }
  server.close();
  const figure = (name: string, values: readonly number[], atMost: number): Figure => {
    const { median, shortest, longest } = timesOf(values);
    const note = `${shortest.toFixed(0)} to ${longest.toFixed(0)} ms`;
    return { name, value: median, unit: 'ms', floor: { atMost }, note };
  };
  return [
    figure('tidemark crawl, until the first request', waits, 150),
    figure('tidemark crawl --depth 0, processor time', first, 350),
    figure('tidemark track --depth 0 once more, processor time', second, 300),
  ];
}

export async function startFigures(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-start-'));
  try {
    const program = buildProgram(folder);
    const main = join(folder, 'dist/cli/main.js');
    return [
      timeOf('node -e 0', program, null, '-e', '0'),
      timeOf('node dist/cli/main.js --help', program, 100, main, '--help'),
      timeOf('tidemark --help, through the launcher', program, 100, program.launcher, '--help'),
      timeOf('tidemark --version, through the launcher', program, 100, program.launcher, '--version'),
      ...(await visitFigures(program, folder)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) printFigures('start', await startFigures(), process.argv.includes('--json'));
