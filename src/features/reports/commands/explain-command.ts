import { Command } from 'commander';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { stateCommands } from '../../../cli/of-other-features.ts';
import { terminalOf } from '../../../cli/output.ts';
import { readData } from '../../../cli/with-data.ts';
import { pageNamed } from './page-named.ts';

export function explainCommand(): Command {
  return withExamples(new Command('explain'), examples)
    .description('show the history of a page: how it was found, its visits, flags and reasons')
    .argument('<page>', 'URL, the end of one, or file id in a report; or a state, as in state:3')
    .option('--project <name>', 'look only in this project')
    .action(run);
}

interface Options {
  readonly project?: string;
}

async function run(name: string, options: Options, command: Command): Promise<void> {
  const { lifeJson } = await import('../life/page-life.ts');
  const { lifeText } = await import('../life/life-text.ts');
  const { explainPage } = await import('../explain-page.ts');
  await readData(command, async ({ output, ...data }) => {
    if (name.startsWith('state:'))
      return (await stateCommands.required()).explainState(data, name, options, output);
    const life = await explainPage(data.store, await pageNamed(data, name, options.project, output));
    if (output.json) return output.object(lifeJson(life));
    for (const line of lifeText(life, terminalOf(output))) await output.line(line);
  });
}

const examples: Examples = {
  explain: [
    ['tidemark explain https://example.org/prices', 'when it was visited, and why it got which flag'],
    ['tidemark explain /prices --project example.org', 'by its path, in one project'],
  ],
};
