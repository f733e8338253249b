import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { Command } from 'commander';
import { CliError } from '../errors.ts';
import { outputOf } from '../output.ts';
import { openToRead } from './open-to-read.ts';

export function exportCommand(): Command {
  return new Command('export')
    .description('write what a run kept as a WARC 1.1 file')
    .argument('<project>', 'the project')
    .requiredOption('--warc <file>', 'the file to write; .gz at the end compresses each record')
    .option('--run <n>', 'the number of the run; the newest when left out')
    .action(run);
}

async function run(
  name: string,
  options: { readonly warc: string; readonly run?: string },
  command: Command,
): Promise<void> {
  const output = outputOf(command);
  const { store, projectNamed } = await openToRead(command);
  const { exportWarc } = await import('../../store/index.ts');
  const { packageFacts } = await import('../../app/index.ts');
  try {
    const project = await projectNamed(name);
    const runs = await store.runs.list(project.id);
    const chosen =
      options.run === undefined ? runs[0] : runs.find(({ number }) => String(number) === options.run);
    if (chosen === undefined) {
      throw new CliError(
        'CLI_OPTION_INVALID',
        `${name} has no run ${options.run ?? ''}; it has ${runs.length} runs.`,
      );
    }
    const software = `Tidemark/${packageFacts().version}`;
    await exportWarc(store, chosen.id, createWriteStream(options.warc), {
      software,
      gzip: options.warc.endsWith('.gz'),
      filename: basename(options.warc),
    });
    output.note(`Run ${chosen.number} of ${name} written to ${options.warc}.`);
  } finally {
    await store.close();
  }
}
