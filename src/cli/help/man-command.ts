import { Command } from 'commander';
import { outputOf } from '../output.ts';

export function manCommand(): Command {
  return new Command('man').description('print the manual page, for man').action(run);
}

async function run(_options: unknown, command: Command): Promise<void> {
  const { manPage } = await import('./man-page.ts');
  const output = outputOf(command);
  const page = manPage(command.parent ?? command);
  if (output.json) await output.object({ page });
  else await output.line(page.trimEnd());
}
