import { Command } from 'commander';
import { CliError } from '../../../cli/errors.ts';
import { askYesNo, canAsk } from '../../../cli/input.ts';
import { openToRead, openToWrite } from '../../../cli/open-data.ts';
import { outputOf } from '../../../cli/output.ts';

export function projectsRmCommand(): Command {
  return new Command('rm')
    .description('remove a project and everything it collected; asks first')
    .argument('<name>', 'name of the project')
    .option('--yes', 'do not ask')
    .action(run);
}

async function run(
  name: string,
  { yes = false }: { readonly yes?: boolean },
  command: Command,
): Promise<void> {
  const { removeProject } = await import('../../../crawl/projects/remove-project.ts');
  const { counted } = await import('../../../presentation/in-words.ts');
  const output = outputOf(command);
  const reading = await openToRead(command);
  let runs: number;
  let project: Awaited<ReturnType<typeof reading.projectNamed>>;
  try {
    project = await reading.projectNamed(name);
    runs = (await reading.store.runs.list(project.id)).length;
  } finally {
    await reading.store.close();
  }
  if (!yes) {
    if (!canAsk())
      throw new CliError('CLI_NOT_CONFIRMED', `use --yes to remove "${name}" and everything it collected.`);
    const question = `Remove "${name}" (${project.startUrl}) with ${counted(runs, 'run')} and all pages?`;
    if (!(await askYesNo(question))) throw new CliError('CLI_NOT_CONFIRMED', `"${name}" was not removed.`);
  }
  const { store, dataFolder } = await openToWrite(command, 'projects rm');
  try {
    await removeProject(store, project, dataFolder);
  } finally {
    await store.close();
  }
  if (output.json) await output.object({ project: name, removed: true, runs });
  else await output.line(`${name}: removed, with ${counted(runs, 'run')}.`);
}
