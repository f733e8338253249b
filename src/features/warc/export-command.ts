import { basename } from 'node:path';
import { Command } from 'commander';
import { CliError } from '../../cli/errors.ts';
import { type Examples, withExamples } from '../../cli/help/examples.ts';
import { fillFile } from '../../cli/output.ts';
import { readData } from '../../cli/with-data.ts';

export function exportCommand(): Command {
  return withExamples(new Command('export'), examples)
    .description('write what a run kept to a WARC 1.1 file')
    .argument('<project>', 'name of the project')
    .requiredOption('--warc <file>', 'file to write; a name that ends in .gz compresses each record')
    .option('--run <n>', 'number of the run (default: the newest)')
    .action(run);
}

async function run(
  name: string,
  options: { readonly warc: string; readonly run?: string },
  command: Command,
): Promise<void> {
  const { exportWarc } = await import('./export-warc.ts');
  const { packageFacts } = await import('../../config/index.ts');
  await readData(command, async ({ store, projectNamed, output }) => {
    const project = await projectNamed(name);
    const runs = await store.runs.list(project.id);
    const chosen =
      options.run === undefined ? runs[0] : runs.find(({ number }) => String(number) === options.run);
    if (chosen === undefined)
      throw new CliError(
        'CLI_OPTION_INVALID',
        options.run === undefined
          ? `"${name}" has not run yet.`
          : `"${name}" has no run ${options.run}; its newest run is ${runs[0]?.number ?? 'none'}.`,
      );
    const settings = {
      software: `Tidemark/${packageFacts().version}`,
      gzip: options.warc.endsWith('.gz'),
      filename: basename(options.warc),
    };
    await fillFile(options.warc, (target) => exportWarc(store, chosen.id, target, settings));
    output.note(`Run ${chosen.number} of ${name} written to ${options.warc}.`);
  });
}

const examples: Examples = {
  export: [
    ['tidemark export example.org --warc example.warc.gz', 'the newest run, compressed'],
    ['tidemark export example.org --run 2 --warc run-2.warc', 'an earlier one'],
  ],
};
