import { Readable } from 'node:stream';
import { CommanderError } from 'commander';
import { vi } from 'vitest';
import { reportFailure } from '../../../src/cli/exit-codes.ts';
import { tidemarkProgram } from '../../../src/main/program.ts';
import type { Finished } from '../../kernel/cli/run-tidemark.ts';

/**
 * Runs a command in this process, since starting one takes half a second. Commands must run one after the other: they print
 * to the same streams.
 */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Finished> {
  const printed = { stdout: '', stderr: '' };
  const typing = vi
    .spyOn(process, 'stdin', 'get')
    .mockReturnValue(Readable.from([input]) as typeof process.stdin);
  const catching = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text, ...rest) => {
      printed[stream] += typeof text === 'string' ? text : Buffer.from(text).toString();
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    }),
  );
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await tidemarkProgram().parseAsync(['node', 'tidemark', ...args]);
  } catch (error) {
    process.exitCode = error instanceof CommanderError ? 2 : reportFailure(error, args.includes('--json'));
  } finally {
    for (const stream of [...catching, typing]) stream.mockRestore();
    vi.unstubAllEnvs();
  }
  const exitCode = Number(process.exitCode);
  process.exitCode = before;
  return { ...printed, exitCode };
}
