import { Command } from 'commander';
import { wholeNumberFrom } from '../crawl/option-values.ts';
import { outputOf } from '../output.ts';
import { readAllLines } from '../read-lines.ts';
import { Table } from '../table.ts';

export function sessionCommand(): Command {
  return new Command('session')
    .description('find the session id in the links of a page')
    .argument('[a]', 'file with the links of a page, one per line (default: standard input)')
    .argument('[b]', 'file with the links of the same page in another session')
    .option('--length <k>', 'length of the session id, if known', wholeNumberFrom('--length', 1))
    .action(run);
}

async function run(
  fileA: string | undefined,
  fileB: string | undefined,
  options: { readonly length?: number },
  command: Command,
): Promise<void> {
  const { findSession } = await import('../../url/index.ts');
  const output = outputOf(command);
  const linksA = await readAllLines(fileA);
  const linksB = fileB === undefined ? null : await readAllLines(fileB);
  const found = findSession(linksA, linksB, options.length === undefined ? {} : { length: options.length });
  if (output.json) return output.object(found);
  if (found.length === null) return output.line(`${found.how.charAt(0).toUpperCase()}${found.how.slice(1)}.`);
  await output.line(
    `Session id of length ${found.length}: ${found.a}${found.b === null ? '' : ` and ${found.b}`}`,
  );
  await output.line(`Because: ${found.how}.`);
  const table = new Table(output, ['links', 'candidate']);
  for (const { text, count } of found.candidates) await table.row(String(count), text);
  await table.end();
}
