import { Command } from 'commander';
import { openToWrite } from '../open-data.ts';
import { outputOf, shellWord } from '../output.ts';

export function projectsAddCommand(): Command {
  return new Command('add')
    .alias('import')
    .description('add project files; if one is invalid, none is added')
    .argument('<file...>', 'project file, YAML or JSON')
    .option('--replace', 'change projects that already exist')
    .action(run);
}

async function run(
  paths: readonly string[],
  { replace = false }: { readonly replace?: boolean },
  command: Command,
): Promise<void> {
  const { addProjects, projectFileAt } = await import('../../app/index.ts');
  const output = outputOf(command);
  const files = await Promise.all(paths.map((path) => projectFileAt(path)));
  const { store } = await openToWrite(command, 'projects add');
  try {
    for (const { project, isNew } of await addProjects(store, files, { replace })) {
      if (output.json) await output.object({ project: project.name, url: project.startUrl, new: isNew });
      else {
        await output.line(`${project.name}: ${isNew ? 'added' : 'changed'}.`);
        output.note(`Run it with: tidemark crawl --project ${shellWord(project.name)}`);
      }
    }
  } finally {
    await store.close();
  }
}
