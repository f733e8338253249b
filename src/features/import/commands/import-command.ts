import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { whyUnreadable, whyUnwritable } from '../../../base/index.ts';
import { CliError } from '../../../cli/errors.ts';
import { exitCodes } from '../../../cli/exit-codes.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { outputOf } from '../../../cli/output.ts';
import { changeData } from '../../../cli/with-data.ts';
import type { ImportedSecret, ImportedWatches } from '../imported-part.ts';
import { printImported } from './print-imported.ts';

interface UrlwatchOptions extends ImportOptions {
  readonly urlwatchConfig?: string;
  readonly every?: string;
}

export function importCommand(): Command {
  return withExamples(new Command('import'), examples)
    .description('import the watches of another program, as project files')
    .addCommand(
      withOptions(new Command('urlwatch'))
        .description('import the jobs of urlwatch')
        .argument('<file>', 'its list of jobs, urls.yaml')
        .option(
          '--urlwatch-config <file>',
          'its settings, urlwatch.yaml: who is notified, and defaults of jobs',
        )
        .option('--every <time>', 'how often pages are visited, as in 30m or 1d (default: 1h)')
        .action(urlwatch),
    )
    .addCommand(
      withOptions(new Command('changedetection'))
        .description('import the watches of changedetection.io')
        .argument('<backup>', 'its backup, a ZIP file; or its url-watches.json')
        .action(changedetection),
    );
}

const withOptions = (command: Command): Command =>
  command
    .option('-o, --output <folder>', `where the project files are written (default: ${usualFolder})`)
    .option('--dry-run', 'print what would be done, and change nothing')
    .option('--force', 'overwrite what exists already');

async function urlwatch(path: string, options: UrlwatchOptions, command: Command): Promise<void> {
  const { importUrlwatch } = await import('../urlwatch/import-urlwatch.ts');
  const { urlwatchConfig: settings, every = '1h' } = options;
  const files = {
    jobs: await textOf(path),
    settings: settings === undefined ? null : await textOf(settings),
    every,
  };
  await writeImported(importUrlwatch(files), options, command);
}

async function changedetection(path: string, options: ImportOptions, command: Command): Promise<void> {
  const { backupFiles, importChangedetection } = await import('../changedetection/import-changedetection.ts');
  const { readArchive } = await import('../read-archive.ts');
  const files = /\.json$/i.test(path)
    ? new Map([['url-watches.json', await textOf(path)]])
    : await readArchive(path, backupFiles);
  await writeImported(importChangedetection(files), options, command);
}

/** A list of a thousand jobs is smaller than a megabyte. */
const LARGEST = 16 * 1024 * 1024;

async function textOf(path: string): Promise<string> {
  try {
    const bytes = await readFile(path);
    if (bytes.length > LARGEST)
      throw new Error(`it has ${bytes.length} bytes, which is more than any list of watches`);
    return bytes.toString('utf8');
  } catch (error) {
    throw new CliError('CLI_INPUT_UNREADABLE', `cannot read ${path}: ${whyUnreadable(error)}`, error);
  }
}

const usualFolder = 'projects';

interface ImportOptions {
  readonly output?: string;
  readonly dryRun?: boolean;
  readonly force?: boolean;
}

/** Writes the project files, stores the secrets, and reports how each setting was imported. */
async function writeImported(all: ImportedWatches, options: ImportOptions, command: Command): Promise<void> {
  const { importedFiles } = await import('../imported-files.ts');
  const folder = options.output ?? usualFolder;
  const files = importedFiles(all);
  const written = files.flatMap(({ file }) => (file === null ? [] : [file]));
  const secrets = [...all.secrets, ...files.flatMap((each) => each.secrets)];
  const named = [...new Map(secrets.map((secret) => [secret.name, secret])).values()];
  if (options.dryRun !== true && written.length > 0) {
    if (options.force !== true) {
      const others = await filesOfOthers(folder, written);
      if (others.length > 0) throw alreadyThere(others);
    }
    // Secrets first: a project file with a missing secret cannot run.
    await storeSecrets(named, options, command);
    for (const { name, text } of written) await write(folder, name, text);
  }
  await printImported(
    { all, files, secrets: named, folder, isDry: options.dryRun === true },
    outputOf(command),
  );
  if (written.length === 0) process.exitCode = exitCodes.failed;
}

async function storeSecrets(
  secrets: readonly ImportedSecret[],
  { force = false }: ImportOptions,
  command: Command,
): Promise<void> {
  if (secrets.length === 0) return;
  const { storedSecrets } = await import('../../../crawl/projects/stored-secrets.ts');
  await changeData(command, 'import', async ({ store, config }) => {
    const stored = storedSecrets(store, config);
    for (const { name, value } of secrets) {
      const before = (await store.secrets.find(name)) === null ? null : await stored.find(name);
      if (before !== null && before !== value && !force)
        throw new CliError(
          'CLI_FILE_EXISTS',
          `there is a secret "${name}" already, with another value. Use --force to replace it, or remove it with "tidemark secrets rm ${name}".`,
        );
    }
    for (const { name, value } of secrets) await stored.keep(name, value);
  });
}

/** Existing files with other content. Files of an interrupted import have the same content, so it can be repeated. */
async function filesOfOthers(
  folder: string,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { name, text } of files) {
    const path = join(folder, name);
    const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? text : null,
    );
    if (before !== text) found.push(path);
  }
  return found;
}

async function write(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(`${path}.unfinished`, text);
    await rename(`${path}.unfinished`, path);
  } catch (error) {
    throw new CliError('CLI_OUTPUT_UNWRITABLE', `cannot write ${path}: ${whyUnwritable(error)}.`, error);
  }
}

function alreadyThere([first = '', ...others]: readonly string[]): CliError {
  const more = others.length === 0 ? 'exists' : `and ${others.length} more exist`;
  return new CliError(
    'CLI_FILE_EXISTS',
    `${first} ${more} already; nothing was written. Use --force to overwrite, or -o to choose another folder.`,
  );
}

const examples: Examples = {
  import: [
    ['tidemark import urlwatch urls.yaml', 'the jobs of urlwatch as project files'],
    ['tidemark import changedetection backup.zip --dry-run', 'what would be imported'],
  ],
  'import urlwatch': [
    ['tidemark import urlwatch urls.yaml --urlwatch-config urlwatch.yaml', 'with those who are notified'],
    ['tidemark import urlwatch urls.yaml --every 6h -o watches', 'visited every six hours'],
  ],
  'import changedetection': [
    ['tidemark import changedetection changedetection-backup.zip', 'all watches of a backup'],
    ['tidemark import changedetection backup.zip --dry-run --json', 'what would be imported, for programs'],
  ],
};
