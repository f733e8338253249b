import { Command } from 'commander';
import { CliError } from '../../cli/errors.ts';
import { type Output, outputOf } from '../../cli/output.ts';
import { Table } from '../../cli/table.ts';
import type { Equivalence, EquivalenceEvaluation, EquivalenceMethod } from '../../url/index.ts';

export function equivalenceCommand(): Command {
  return new Command('equivalence')
    .description('group URLs that name the same page; with labels, measure how well')
    .argument(
      '[pages]',
      'file with one JSON object per line: {"url", "html" or "text", "size"?, "class"?} (default: standard input)',
    )
    .option('--method <name>', 'how to compare: standard, signature, signature+size or strict', 'signature')
    .action(run);
}

async function run(
  file: string | undefined,
  options: { readonly method: string },
  command: Command,
): Promise<void> {
  const { equivalenceClasses, equivalenceMethods, evaluateEquivalence } = await import('../../url/index.ts');
  const method = equivalenceMethods.find((known) => known === options.method);
  if (method === undefined) {
    const known = equivalenceMethods.join(', ');
    throw new CliError(
      'CLI_OPTION_INVALID',
      `--method: there is no method "${options.method}". Known: ${known}.`,
    );
  }
  const { readPageList } = await import('./page-list.ts');
  const pages = await readPageList(file);
  const output = outputOf(command);
  const labelled = pages.some(({ label }) => label !== undefined);
  const equivalence = equivalenceClasses(pages, method);
  const evaluation = labelled ? evaluateEquivalence(pages, method) : null;
  if (output.json) await printJson(output, method, equivalence, evaluation);
  else await printTables(output, method, equivalence, evaluation);
}

/** A line per class, then one with the figures. */
async function printJson(
  output: Output,
  method: EquivalenceMethod,
  { classes, regularUrls, standardUrls, finalUrls }: Equivalence,
  evaluation: EquivalenceEvaluation | null,
): Promise<void> {
  for (const { representative, members, why } of classes) {
    await output.object({ representative, urls: members.map(({ url }) => url), why });
  }
  await output.object({
    method,
    regularUrls,
    standardUrls,
    finalUrls,
    reductionOfStandard: standardUrls === 0 ? null : (standardUrls - finalUrls) / standardUrls,
    reductionOfRegular: regularUrls === 0 ? null : (regularUrls - finalUrls) / regularUrls,
    ...(evaluation && {
      table: evaluation.table,
      metrics: evaluation.metrics,
      wrongMerges: evaluation.wrongMerges,
      unlabelled: evaluation.unlabelled,
    }),
  });
}

async function printTables(
  output: Output,
  method: EquivalenceMethod,
  { classes, regularUrls, standardUrls, finalUrls }: Equivalence,
  evaluation: EquivalenceEvaluation | null,
): Promise<void> {
  const merged = new Table(output, ['class', 'url', 'why']);
  for (const [number, { members }] of classes.entries()) {
    if (members.length < 2) continue;
    for (const { url, why } of members) await merged.row(String(number + 1), url, why);
  }
  await merged.end();
  await output.line(
    `${method}: ${regularUrls} URLs, ${standardUrls} after normalisation, ${finalUrls} pages in the end ` +
      `(reduction ${percent(standardUrls - finalUrls, standardUrls)} of the normalised, ${percent(regularUrls - finalUrls, regularUrls)} of all).`,
  );
  if (evaluation === null) return;
  const { table, metrics, wrongMerges, unlabelled } = evaluation;
  await output.line();
  const contingency = new Table(output, ['', 'predicted equivalent', 'predicted different']);
  await contingency.row('equivalent', String(table.truePositives), String(table.falseNegatives));
  await contingency.row('different', String(table.falsePositives), String(table.trueNegatives));
  await contingency.end();
  for (const name of ['sensitivity', 'specificity', 'precision', 'accuracy'] as const) {
    await output.line(`${name.padEnd(12)} ${metrics[name] === null ? '-' : percent(metrics[name], 1)}`);
  }
  await output.line(
    `wrong merges ${wrongMerges}${unlabelled > 0 ? `; ${unlabelled} pages without a class left out` : ''}`,
  );
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(2)} %`;
}
