import { Command } from 'commander';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { outputOf, shellWord } from '../../../cli/output.ts';
import { type DetectorOptions, detectorIn, withDetectorOptions } from './detector-options.ts';
import { type DetectorTotalsContext, detectorsLsCommand } from './detectors-ls-command.ts';
import { detectorsTestCommand } from './detectors-test-command.ts';
import { useDetectors } from './open-detectors.ts';

export function detectorsCommand(context: DetectorTotalsContext): Command {
  return withExamples(new Command('detectors'), examples)
    .description('what a project looks for')
    .addCommand(detectorsLsCommand(context))
    .addCommand(detectorsAddCommand())
    .addCommand(detectorsTestCommand())
    .addCommand(detectorsRmCommand());
}

function detectorsAddCommand(): Command {
  const command = new Command('add')
    .description('add a detector to a project; the comments and the layout of its file stay')
    .argument('<project>', 'name of the project, or its file')
    .argument(
      '<condition>',
      "what to look for: 'price < 30', '\"bird flu\"', or keys of a project file in braces: '{ stems: [virus, flu] }'",
    )
    .option('--name <name>', 'shown in messages and reports (default: the condition, if it is short)');
  return withDetectorOptions(command).action(add);
}

async function add(
  project: string,
  condition: string,
  options: DetectorOptions,
  command: Command,
): Promise<void> {
  const { addDetector } = await import('../change-detectors.ts');
  const { printable } = await import('../../../presentation/printable.ts');
  const output = outputOf(command);
  const definition = await detectorIn(condition, options);
  await useDetectors(project, command, 'write', async ({ place, stored }) => {
    const { name, condition: compiled } = await addDetector(place, definition);
    if (output.json)
      return output.object({ project: place.shown, detector: name, looksFor: compiled.inWords, added: true });
    await output.line(`${place.shown}: detector added: ${printable(name)}`);
    output.note(`It looks for ${printable(compiled.inWords)}, from the next run on.`);
    const typed = [project, name].map(shellWord).join(' ');
    if (stored !== null) output.note(`What would it have found so far?  tidemark detectors test ${typed}`);
  });
}

function detectorsRmCommand(): Command {
  return new Command('rm')
    .description('remove a detector from a project; what it has found stays')
    .argument('<project>', 'name of the project, or its file')
    .argument('<name>', 'name of the detector, as tidemark detectors ls shows it')
    .action(remove);
}

async function remove(project: string, name: string, _options: unknown, command: Command): Promise<void> {
  const { removeDetector } = await import('../change-detectors.ts');
  const { printable } = await import('../../../presentation/printable.ts');
  const output = outputOf(command);
  await useDetectors(project, command, 'write', async ({ place }) => {
    await removeDetector(place, name);
    if (output.json) return output.object({ project: place.shown, detector: name, removed: true });
    await output.line(`${place.shown}: detector removed: ${printable(name)}`);
  });
}

const examples: Examples = {
  detectors: [
    ['tidemark detectors ls shop', 'what the project looks for, and how often it was there'],
    ["tidemark detectors test shop --detector 'price < 30'", 'try before you add it'],
    ["tidemark detectors add shop 'price < 30'", 'be told from the next run on'],
  ],
  'detectors ls': [
    ['tidemark detectors ls shop', 'of a stored project'],
    ['tidemark detectors ls shop.yaml --json', 'of a project file, for programs'],
  ],
  'detectors add': [
    ["tidemark detectors add shop 'price < 30' --name cheap", 'a price'],
    ["tidemark detectors add news.yaml '{ stems: [virus, flu] }' --match /health/", 'words in any form'],
  ],
  'detectors test': [
    ['tidemark detectors test shop cheap', 'when would it have matched in the last month?'],
    [`tidemark detectors test news --detector '"bird flu"' --since 2026-01-01`, 'one that is not added yet'],
  ],
  'detectors rm': [
    ['tidemark detectors rm shop cheap', 'by its name'],
    ["tidemark detectors rm shop.yaml 'price < 30'", 'one without a name of its own has its condition'],
  ],
};
