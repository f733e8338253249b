import { Command } from 'commander';
import { openToRead } from '../crawl/open-to-read.ts';
import { outputOf } from '../output.ts';
import { pageNamed } from './page-named.ts';
import { terminalOf } from './terminal.ts';

export function explainCommand(): Command {
  return new Command('explain')
    .description('tell the life of a page: how it was found, its visits and flags, and why')
    .argument('<page>', 'its address, a path, or its file id in a report')
    .option('--project <name>', 'look in this project only')
    .action(run);
}

async function run(name: string, options: { readonly project?: string }, command: Command): Promise<void> {
  const { trackReports } = await import('../../app/index.ts');
  const { lifeJson, lifeText } = await import('../../publish/index.ts');
  const { explainPage } = await trackReports();
  const output = outputOf(command);
  const opened = await openToRead(command);
  try {
    const life = await explainPage(opened.store, await pageNamed(opened, name, options.project, output));
    if (output.json) return await output.object(lifeJson(life));
    for (const line of lifeText(life, terminalOf(output))) await output.line(line);
  } finally {
    await opened.store.close();
  }
}
