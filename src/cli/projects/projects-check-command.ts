import { Command } from 'commander';
import { outputOf } from '../output.ts';

export function projectsCheckCommand(): Command {
  return new Command('check')
    .description('check whether a project file is valid, and warn about what looks wrong; fetches nothing')
    .argument('<file>', 'project file, YAML or JSON')
    .action(run);
}

async function run(path: string, _options: unknown, command: Command): Promise<void> {
  const { projectFileAt, readProject } = await import('../../app/index.ts');
  const { reportFileProblems } = await import('../../project/index.ts');
  const output = outputOf(command);
  const { text: given, fileName } = await projectFileAt(path);
  const { definition, warnings, text } = await readProject(given, { fileName });
  if (output.json) {
    await output.object({ project: definition.name, warnings });
    return;
  }
  if (warnings.length > 0) await output.line(`${reportFileProblems(warnings, text, fileName)}\n`);
  await output.line(`${definition.name}: valid.`);
}
