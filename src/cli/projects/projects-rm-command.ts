import { Command } from 'commander';
import { openToRead } from '../crawl/open-to-read.ts';
import { CliError } from '../errors.ts';
import { counted } from '../human-numbers.ts';
import { outputOf } from '../output.ts';
import { askYesNo, canAsk } from './ask.ts';
import { openToWrite } from './open-to-write.ts';

export function projectsRmCommand(): Command {
  return new Command('rm')
    .description('remove a project with all that it collected; asks first')
    .argument('<name>', 'the project')
    .option('--yes', 'do not ask')
    .action(run);
}

async function run(
  name: string,
  { yes = false }: { readonly yes?: boolean },
  command: Command,
): Promise<void> {
  const { removeProject } = await import('../../app/index.ts');
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
      throw new CliError('CLI_NOT_CONFIRMED', `say --yes to remove "${name}" with all that it collected.`);
    const question = `Remove "${name}" (${project.startUrl}) with ${counted(runs, 'run')} and all their pages?`;
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
