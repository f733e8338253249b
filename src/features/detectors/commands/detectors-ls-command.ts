import { Command } from 'commander';
import { commandFeatures } from '../../../cli/command-features.ts';
import { outputOf } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import type { NamedDetector } from '../change-detectors.ts';
import { type OpenDetectors, useDetectors } from './open-detectors.ts';

export function detectorsLsCommand(): Command {
  return new Command('ls')
    .description('list the detectors of a project, and how often each has matched')
    .argument('<project>', 'name of the project, or its file')
    .action((project: string, _options: unknown, command: Command) =>
      useDetectors(project, command, 'read', (detectors) => list(detectors, command)),
    );
}

async function list({ place, stored }: OpenDetectors, command: Command): Promise<void> {
  const { namedDetectors } = await import('../change-detectors.ts');
  const { moment } = await import('../../../presentation/in-words.ts');
  const { printable } = await import('../../../presentation/printable.ts');
  const output = outputOf(command);
  const totals =
    stored === null ? null : await commandFeatures.added.matchTotals?.(stored.store, stored.project);
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
