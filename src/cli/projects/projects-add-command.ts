import { Command } from 'commander';
import { outputOf } from '../output.ts';
import { openToWrite } from './open-to-write.ts';
import { projectFileAt } from './read-project-file.ts';

export function projectsAddCommand(): Command {
  return new Command('add')
    .alias('import')
    .description('keep project files; when one cannot be used, none is kept')
    .argument('<file...>', 'YAML or JSON')
    .option('--replace', 'change projects that are there already')
    .action(run);
}

async function run(
  paths: readonly string[],
  { replace = false }: { readonly replace?: boolean },
  command: Command,
): Promise<void> {
  const { addProjects } = await import('../../app/index.ts');
  const output = outputOf(command);
  const files = await Promise.all(paths.map(projectFileAt));
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

/** A name as it has to be typed. */
function shellWord(name: string): string {
  return /^[\w.:@%+,-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}
