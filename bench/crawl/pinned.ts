import { availableParallelism } from 'node:os';
import { findProgram } from './find-program.ts';

/** A command line that runs on the last core only, so that the server is the same for all contenders; null when not possible. */
export function pinnedToOneCore(
  command: string,
  args: readonly string[],
): readonly [string, string[]] | null {
  const taskset = findProgram('taskset');
  if (taskset === null || availableParallelism() < 2) return null;
  return [taskset, ['-c', String(availableParallelism() - 1), command, ...args]];
}
