import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { reasonOf } from '../../../base/index.ts';
import { CliError } from '../../../cli/errors.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { outputOf } from '../../../cli/output.ts';
import type { ImportedWatches } from '../imported-part.ts';
import { type ImportOptions, usualFolder, writeImported } from './write-imported.ts';

interface UrlwatchOptions extends ImportOptions {
  readonly urlwatchConfig?: string;
  readonly every?: string;
}

export function importCommand(): Command {
  return withExamples(new Command('import'), examples)
    .description('take over the watches of another program, as project files')
    .addCommand(
      withOptions(new Command('urlwatch'))
        .description('take over the jobs of urlwatch')
        .argument('<file>', 'its list of jobs, urls.yaml')
        .option('--urlwatch-config <file>', 'its settings, urlwatch.yaml: who is told, and defaults of jobs')
        .option('--every <time>', 'how often pages are visited, as in 30m or 1d (default: 1h)')
        .action(urlwatch),
    )
    .addCommand(
      withOptions(new Command('changedetection'))
        .description('take over the watches of changedetection.io')
        .argument('<backup>', 'its backup, a ZIP file; or its url-watches.json')
        .action(changedetection),
    );
}

const withOptions = (command: Command): Command =>
  command
    .option('-o, --output <folder>', `where the project files are written (default: ${usualFolder})`)
    .option('--dry-run', 'tell what would be done, and change nothing')
    .option('--force', 'overwrite what exists already');

async function urlwatch(path: string, options: UrlwatchOptions, command: Command): Promise<void> {
  const { importUrlwatch } = await import('../urlwatch/import-urlwatch.ts');
  const { urlwatchConfig: settings, every = '1h' } = options;
  const files = {
    jobs: await textOf(path),
    settings: settings === undefined ? null : await textOf(settings),
    every,
  };
  await taken(importUrlwatch(files), options, command);
}

async function changedetection(path: string, options: ImportOptions, command: Command): Promise<void> {
  const { backupFiles, importChangedetection } = await import('../changedetection/import-changedetection.ts');
  const { readArchive } = await import('../read-archive.ts');
  const files = /\.json$/i.test(path)
    ? new Map([['url-watches.json', await textOf(path)]])
    : await readArchive(path, backupFiles);
  await taken(importChangedetection(files), options, command);
}

async function taken(all: ImportedWatches, options: ImportOptions, command: Command): Promise<void> {
  await writeImported(all, options, command, outputOf(command));
}

/** The list of a thousand jobs has less than a megabyte. */
const LARGEST = 16 * 1024 * 1024;

async function textOf(path: string): Promise<string> {
  try {
    const bytes = await readFile(path);
    if (bytes.length > LARGEST)
      throw new Error(`it has ${bytes.length} bytes, which is more than any list of watches`);
    return bytes.toString('utf8');
  } catch (error) {
    throw new CliError('CLI_INPUT_UNREADABLE', `cannot read ${path}: ${reasonOf(error)}`, error);
  }
}

const examples: Examples = {
  import: [
    ['tidemark import urlwatch urls.yaml', 'the jobs of urlwatch as project files'],
    ['tidemark import changedetection backup.zip --dry-run', 'what would come over'],
  ],
  'import urlwatch': [
    ['tidemark import urlwatch urls.yaml --urlwatch-config urlwatch.yaml', 'with those who are told'],
    ['tidemark import urlwatch urls.yaml --every 6h -o watches', 'visited every six hours'],
  ],
  'import changedetection': [
    ['tidemark import changedetection changedetection-backup.zip', 'all watches of a backup'],
    ['tidemark import changedetection backup.zip --dry-run --json', 'what would come over, for programs'],
  ],
};
