import { Command } from 'commander';
import { outputOf } from '../output.ts';
import { readAllLines } from '../read-lines.ts';
import { Table } from '../table.ts';

export function pairCommand(): Command {
  return new Command('pair')
    .description('pair the links of a page that was fetched in two sessions')
    .argument('<a>', 'file with the links of a page, one per line (- for standard input)')
    .argument('<b>', 'file with the links of the same page in another session')
    .action(run);
}

async function run(fileA: string, fileB: string, _options: unknown, command: Command): Promise<void> {
  const { describePlace, pairLinks } = await import('../../url/index.ts');
  const output = outputOf(command);
  const found = pairLinks(await readAllLines(fileA), await readAllLines(fileB));
  const rules = found.rules.map((rule) => ({ ...rule, place: describePlace(rule.place), at: rule.place }));
  if (output.json) return output.object({ ...found, rules });
  const table = new Table(output, ['', 'link']);
  for (const [a, b] of found.pairs) {
    await table.row('both', a);
    if (a !== b) await table.row('', b);
  }
  for (const link of found.onlyA) await table.row('only a', link);
  for (const link of found.onlyB) await table.row('only b', link);
  await table.end();
  await output.line();
  await output.line(
    `${found.pairs.length} ${found.pairs.length === 1 ? 'pair' : 'pairs'}, ${found.onlyA.length} only in a, ${found.onlyB.length} only in b.`,
  );
  for (const { kind, evidence } of found.rules) await output.line(`Learned a ${kind}: ${evidence}.`);
}
