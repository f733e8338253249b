import { Command } from 'commander';
import { CliError } from '../errors.ts';
import { openToRead } from '../open-data.ts';
import { outputOf } from '../output.ts';

export function projectsExportCommand(): Command {
  return new Command('export')
    .description('print the file of a project as it was added')
    .argument('<name>', 'name of the project')
    .action(run);
}

async function run(name: string, _options: unknown, command: Command): Promise<void> {
  const { readStored } = await import('../../app/index.ts');
  const { writtenProject } = await import('../../project/index.ts');
  const output = outputOf(command);
  const { store, projectNamed } = await openToRead(command);
  try {
    const { file, definition } = await readStored((await projectNamed(name)).settings);
    if (file === null || definition === null) {
      throw new CliError(
        'CLI_OPTION_INVALID',
        `"${name}" was started with a URL, so it has no file to export.`,
      );
    }
    if (output.json) await output.object(writtenProject(definition));
    else await output.line(file.replace(/\n$/, ''));
  } finally {
    await store.close();
  }
}
