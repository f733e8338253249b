import { basename } from 'node:path';
import { Command } from 'commander';
import { CliError } from '../../cli/errors.ts';
import { type Examples, withExamples } from '../../cli/help/examples.ts';
import { openToRead } from '../../cli/open-data.ts';
import { fillFile, outputOf } from '../../cli/output.ts';

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
  const output = outputOf(command);
  const { store, projectNamed } = await openToRead(command);
  const { exportWarc } = await import('./export-warc.ts');
  const { packageFacts } = await import('../../config/index.ts');
  try {
    const project = await projectNamed(name);
    const runs = await store.runs.list(project.id);
    const chosen =
      options.run === undefined ? runs[0] : runs.find(({ number }) => String(number) === options.run);
    if (chosen === undefined) {
      throw new CliError(
        'CLI_OPTION_INVALID',
        options.run === undefined
          ? `"${name}" has not run yet.`
          : `"${name}" has no run ${options.run}; its newest run is ${runs[0]?.number ?? 'none'}.`,
      );
    }
    const software = `Tidemark/${packageFacts().version}`;
    await fillFile(options.warc, (target) =>
      exportWarc(store, chosen.id, target, {
        software,
        gzip: options.warc.endsWith('.gz'),
        filename: basename(options.warc),
      }),
    );
    output.note(`Run ${chosen.number} of ${name} written to ${options.warc}.`);
  } finally {
    await store.close();
  }
}

const examples: Examples = {
  export: [
    ['tidemark export example.org --warc example.warc.gz', 'the newest run, compressed'],
    ['tidemark export example.org --run 2 --warc run-2.warc', 'an earlier one'],
  ],
};
