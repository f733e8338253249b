/** The command line. Only what every command needs is loaded here; a command loads its own parts when it runs. */
import { CommanderError } from 'commander';
import { exitCodes, reportFailure } from '../cli/exit-codes.ts';
import { eraseLiveLine } from '../cli/output.ts';
import { tidemarkProgram } from './program.ts';

// `tidemark ... | head` closes the pipe early, which is not a failure.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (stream === process.stdout) eraseLiveLine();
    process.exit(exitCodes.ok);
  });

try {
  await tidemarkProgram().parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError)
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  else process.exitCode = reportFailure(error, process.argv.includes('--json'));
}
