import { userInfo } from 'node:os';
import { Command } from 'commander';
import { wholeNumberFrom } from '../../../cli/crawl/option-values.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { changeData } from '../../../cli/with-data.ts';

export function confirmCommand(): Command {
  return withExamples(new Command('confirm'), examples)
    .description('confirm the results of a run')
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
  const { runNumbered } = await import('../../../crawl/history/page-versions.ts');
  await changeData(command, 'confirm', async ({ store, projectNamed, output }) => {
    const project = await projectNamed(name);
    const chosen = runNumbered(await store.runs.list(project.id), number);
    await confirmRun(store, chosen, userInfo().username);
    const { confirmedAt, confirmedBy: by } = runNumbered(await store.runs.list(project.id), chosen.number);
    const at = new Date(confirmedAt ?? 0).toISOString();
    if (output.json) await output.object({ project: name, run: chosen.number, confirmed: { at, by } });
    else
      await output.line(
        `Run ${chosen.number} of ${name}: confirmed by ${by} at ${at.slice(0, 16).replace('T', ' ')} UTC.`,
      );
  });
}

const examples: Examples = {
  confirm: [
    ['tidemark confirm example.org', 'the results of the newest run are checked'],
    ['tidemark confirm example.org --run 3', 'those of run 3'],
  ],
};
