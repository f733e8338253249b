import { Command } from 'commander';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { detectorTotals } from '../../../cli/of-other-features.ts';
import { outputOf, shellWord } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import type { NamedDetector } from '../detectors-place.ts';
import { detectorsTestCommand } from './detectors-test-command.ts';
import {
  aboutProject,
  type DetectorOptions,
  detectorIn,
  type OpenDetectors,
  useDetectors,
  withDetectorOptions,
} from './open-detectors.ts';

export function detectorsCommand(): Command {
  return withExamples(new Command('detectors'), examples)
    .description('what a project looks for')
    .addCommand(detectorsLsCommand())
    .addCommand(detectorsAddCommand())
    .addCommand(detectorsTestCommand())
    .addCommand(detectorsRmCommand());
}

function detectorsAddCommand(): Command {
  const command = new Command('add')
    .description('add a detector to a project; the comments and the layout of its file stay')
    .argument('<project>', aboutProject)
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
  const { addDetector } = await import('../detectors-place.ts');
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
    .argument('<project>', aboutProject)
    .argument('<name>', 'name of the detector, as tidemark detectors ls shows it')
    .action(remove);
}

async function remove(project: string, name: string, _options: unknown, command: Command): Promise<void> {
  const { removeDetector } = await import('../detectors-place.ts');
  const { printable } = await import('../../../presentation/printable.ts');
  const output = outputOf(command);
  await useDetectors(project, command, 'write', async ({ place }) => {
    await removeDetector(place, name);
    if (output.json) return output.object({ project: place.shown, detector: name, removed: true });
    await output.line(`${place.shown}: detector removed: ${printable(name)}`);
  });
}

function detectorsLsCommand(): Command {
  return new Command('ls')
    .description('list the detectors of a project, and how often each has matched')
    .argument('<project>', aboutProject)
    .action((project: string, _options: unknown, command: Command) =>
      useDetectors(project, command, 'read', (detectors) => list(detectors, command)),
    );
}

async function list({ place, stored }: OpenDetectors, command: Command): Promise<void> {
  const { namedDetectors } = await import('../detectors-place.ts');
  const { moment } = await import('../../../presentation/in-words.ts');
  const { printable } = await import('../../../presentation/printable.ts');
  const output = outputOf(command);
  const totals = stored === null ? null : await detectorTotals.added?.(stored.store, stored.project);
  const table = new Table(output, ['detector', 'kind', 'matches', 'last match', 'scope', 'looks for']);
  const all = await namedDetectors(place);
  for (const one of all) {
    const { name, condition } = one.detector;
    const { matches = 0, lastAt = null } = totals?.get(name) ?? {};
    const kind = kindOf(one);
    if (output.json)
      await output.object({
        detector: name,
        kind,
        looksFor: condition.inWords,
        match: one.definition.match ?? [],
        region: one.definition.region ?? null,
        language: one.definition.language ?? null,
        in: one.definition.in ?? 'added',
        matches,
        lastMatch: lastAt === null ? null : new Date(lastAt).toISOString(),
      });
    else
      await table.row(
        printable(name),
        kind,
        String(matches),
        lastAt === null ? 'never' : moment(lastAt),
        printable(scopeOf(one)),
        printable(condition.inWords),
      );
  }
  await table.end();
  if (all.length === 0)
    output.note(
      `${place.shown} has no detectors. Add one:  tidemark detectors add ${place.shown} 'price < 30'`,
    );
}

const scopeKeys = new Set(['name', 'comment', 'match', 'region', 'language', 'in']);

const kindOf = ({ definition }: NamedDetector): string =>
  Object.keys(definition)
    .filter((key) => !scopeKeys.has(key) && definition[key] !== undefined)
    .join(', ');

function scopeOf({ definition }: NamedDetector): string {
  const { match, region, language, in: where } = definition;
  const parts = [
    ...(match ?? []).map((pattern) => (typeof pattern === 'string' ? pattern : pattern.glob)),
    ...(region === undefined ? [] : [`in ${region}`]),
    ...(language === undefined ? [] : [language]),
    ...(where === 'removed' ? ['text that is gone'] : []),
  ];
  return parts.length === 0 ? 'everything' : parts.join(', ');
}

const examples: Examples = {
  detectors: [
    ['tidemark detectors ls shop', 'what the project looks for, and how often it was there'],
    ["tidemark detectors test shop --detector 'price < 30'", 'try before you add it'],
    ["tidemark detectors add shop 'price < 30'", 'be notified from the next run on'],
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
