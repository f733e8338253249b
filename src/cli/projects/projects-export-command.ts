import { Command } from 'commander';
import { openToRead } from '../crawl/open-to-read.ts';
import { CliError } from '../errors.ts';
import { outputOf } from '../output.ts';

export function projectsExportCommand(): Command {
  return new Command('export')
    .description('print the file of a project, as it was added')
    .argument('<name>', 'the project')
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
      throw new CliError('CLI_OPTION_INVALID', `"${name}" was started by a URL and has no file to export.`);
    }
    if (output.json) await output.object(writtenProject(definition));
    else await output.line(file.replace(/\n$/, ''));
  } finally {
    await store.close();
  }
}
