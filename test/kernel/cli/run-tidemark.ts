import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { builtForTests } from '../../fixtures/program/built-for-tests.ts';

const launcher = builtForTests();

export interface Finished {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts the program as a user would, from anywhere: settings of the machine that runs the tests do not count. */
export function startTidemark(args: readonly string[], environment: Surroundings['environment'] = {}) {
  const { CI, NO_COLOR, FORCE_COLOR, TIDEMARK_DATA, DATABASE_URL, ...inherited } = process.env;
  return spawn(process.execPath, [launcher, ...args], {
    env: { ...inherited, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

export async function runTidemark(
  args: readonly string[],
  { input = '', environment }: Surroundings = {},
): Promise<Finished> {
  const child = startTidemark(args, environment);
  child.stdin.on('error', () => undefined); // a program that reads nothing may end before we write
  child.stdin.end(input);
  const [stdout, stderr, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    exitCodeOf(child),
  ]);
  return { exitCode, stdout, stderr };
}

export function exitCodeOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('close', (code) => resolve(code)));
}

/** The JSON objects that a command printed, one per line. */
export function objectsOf({ stdout }: Finished): readonly unknown[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

/** A file of the project. */
export function projectFile(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}
