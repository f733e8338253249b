import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandLine } from './contender.ts';

/** What a process took from start to end, children included. */
export interface Taken {
  readonly exitCode: number | null;
  readonly seconds: number;
  /** Null without GNU time. */
  readonly cpuSeconds: number | null;
  /** The largest resident memory of any of its processes. */
  readonly memoryMb: number | null;
  /** The end of its output. */
  readonly said: string;
}

const gnuTime = '/usr/bin/time';

export async function runCommand(
  { command, args, environment }: CommandLine,
  folder: string,
  onStart?: (at: number) => void,
): Promise<Taken> {
  const figures = join(folder, 'time.txt');
  const measured = existsSync(gnuTime);
  const [program, ...rest] = measured
    ? [gnuTime, '-o', figures, '-f', '%U %S %M', command, ...args]
    : [command, ...args];
  const started = performance.now();
  onStart?.(Date.now());
  const child = spawn(program ?? command, rest, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000);
    });
  }
  const [exitCode] = (await once(child, 'close')) as [number | null];
  const seconds = (performance.now() - started) / 1000;
  if (!measured) return { exitCode, seconds, cpuSeconds: null, memoryMb: null, said };
  // GNU time writes a line about a failed program before the figures.
  const last = readFileSync(figures, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  const [user = 0, system = 0, kilobytes = 0] = last.split(' ').map(Number);
  return { exitCode, seconds, cpuSeconds: user + system, memoryMb: kilobytes / 1024, said };
}
