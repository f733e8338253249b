import { availableParallelism } from 'node:os';
import { findProgram } from './find-program.ts';

/** A command line that keeps to the last core, so that all contenders meet the same server; null where that cannot be. */
export function pinnedToOneCore(
  command: string,
  args: readonly string[],
): readonly [string, string[]] | null {
  const taskset = findProgram('taskset');
  if (taskset === null || availableParallelism() < 2) return null;
  return [taskset, ['-c', String(availableParallelism() - 1), command, ...args]];
}
