import { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { outputOf } from '../output.ts';
import { readLines } from '../read-lines.ts';
import { Table } from '../table.ts';
import { errorOf } from './normalize-command.ts';

export function identityCommand(): Command {
  return new Command('identity')
    .description('print each URL without session ids: the name of the page')
    .argument('[file]', 'file with one URL per line (default: standard input)')
    .action(run);
}

async function run(file: string | undefined, _options: unknown, command: Command): Promise<void> {
  const { identityOf, UrlError } = await import('../../url/index.ts');
  const output = outputOf(command);
  const table = new Table(output, ['removed', 'identity']);
  for await (const input of readLines(file)) {
    try {
      const { identity, removed } = identityOf(input);
      if (output.json) await output.object({ input, identity, removed });
      else await table.row(removed.map(({ text, rule }) => `${text} (${rule})`).join(', ') || '-', identity);
    } catch (error) {
      if (!(error instanceof UrlError)) throw error;
      process.exitCode = exitCodes.failed;
      if (output.json) await output.object({ input, error: errorOf(error) });
      else await table.row(output.style('red', 'error'), error.message);
    }
  }
  await table.end();
}
