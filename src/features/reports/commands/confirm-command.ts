import { userInfo } from 'node:os';
import { Command } from 'commander';
import { wholeNumberFrom } from '../../../cli/crawl/option-values.ts';
import { CliError } from '../../../cli/errors.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { openToWrite } from '../../../cli/open-data.ts';
import { outputOf } from '../../../cli/output.ts';

export function confirmCommand(): Command {
  return withExamples(new Command('confirm'), examples)
    .description('say that the results of a run have been looked at')
    .argument('<project>', 'name of the project')
    .option('--run <n>', 'number of the run (default: the newest)', wholeNumberFrom('--run', 1))
    .action(run);
}

async function run(
  name: string,
  { run: number }: { readonly run?: number },
  command: Command,
): Promise<void> {
  const { confirmRun } = await import('../../../crawl/projects/confirmation.ts');
  const { unknownProject } = await import('../../../crawl/projects/unknown-project.ts');
  const { runNumbered } = await import('../../../crawl/history/page-versions.ts');
  const output = outputOf(command);
  const { store } = await openToWrite(command, 'confirm');
  try {
    const project = await store.projects.find(name);
    if (project === null) throw new CliError('CLI_PROJECT_UNKNOWN', await unknownProject(store, name));
    const chosen = runNumbered(await store.runs.list(project.id), number);
    await confirmRun(store, chosen, userInfo().username);
    const { confirmed } = runNumbered(await store.runs.list(project.id), chosen.number);
    const at = new Date(confirmed?.at ?? 0).toISOString();
    if (output.json)
      await output.object({ project: name, run: chosen.number, confirmed: { ...confirmed, at } });
    else
      await output.line(
        `Run ${chosen.number} of ${name}: confirmed by ${confirmed?.by} at ${at.slice(0, 16).replace('T', ' ')} UTC.`,
      );
  } finally {
    await store.close();
  }
}

const examples: Examples = {
  confirm: [
    ['tidemark confirm example.org', 'the results of the newest run have been looked at'],
    ['tidemark confirm example.org --run 3', 'those of run 3'],
  ],
};
