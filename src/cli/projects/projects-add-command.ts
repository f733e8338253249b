import { Command } from 'commander';
import { type GlobalOptions, outputOf } from '../output.ts';
import { projectFileAt } from './read-project-file.ts';

export function projectsAddCommand(): Command {
  return new Command('add')
    .description('keep a project file; one of the same name takes the place of the old one')
    .argument('<file>', 'YAML or JSON')
    .action(run);
}

async function run(path: string, _options: unknown, command: Command): Promise<void> {
  const { addProject, openDataFolder } = await import('../../app/index.ts');
  const { readConfig } = await import('../../config/index.ts');
  const output = outputOf(command);
  const file = await projectFileAt(path);
  const { data } = command.optsWithGlobals<GlobalOptions>();
  const config = readConfig(data === undefined ? {} : { data });
  const store = await openDataFolder(config, 'write', 'tidemark projects add');
  try {
    const { project, isNew } = await addProject(store, file);
    if (output.json) await output.object({ project: project.name, url: project.startUrl, new: isNew });
    else {
      await output.line(`${project.name}: ${isNew ? 'added' : 'changed'}.`);
      output.note(`Run it with: tidemark crawl --project ${project.name}`);
    }
  } finally {
    await store.close();
  }
}
