import { Command } from 'commander';
import { outputOf } from '../output.ts';
import { useDetectors } from './open-detectors.ts';

export function detectorsRmCommand(): Command {
  return new Command('rm')
    .description('remove a detector from a project; what it has found stays')
    .argument('<project>', 'name of the project, or its file')
    .argument('<name>', 'name of the detector, as tidemark detectors ls shows it')
    .action(run);
}

async function run(project: string, name: string, _options: unknown, command: Command): Promise<void> {
  const { removeDetector } = await (await import('../../app/index.ts')).projectDetectors();
  const { printable } = await import('../../publish/index.ts');
  const output = outputOf(command);
  await useDetectors(project, command, 'write', async ({ place }) => {
    await removeDetector(place, name);
    if (output.json) return output.object({ project: place.shown, detector: name, removed: true });
    await output.line(`${place.shown}: detector removed: ${printable(name)}`);
  });
}
