import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { whyUnwritable } from '../../../base/index.ts';
import { CliError } from '../../../cli/errors.ts';
import { exitCodes } from '../../../cli/exit-codes.ts';
import type { Output } from '../../../cli/output.ts';
import { changeData } from '../../../cli/with-data.ts';
import type { ImportedSecret, ImportedWatches } from '../imported-part.ts';
import { printImported } from './print-imported.ts';

export const usualFolder = 'projects';

export interface ImportOptions {
  readonly output?: string;
  readonly dryRun?: boolean;
  readonly force?: boolean;
}

/** Writes the project files, stores the secrets, and tells what became of everything. */
export async function writeImported(
  all: ImportedWatches,
  options: ImportOptions,
  command: Command,
  output: Output,
): Promise<void> {
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
    // Secrets first: a file that names one that is not there cannot run.
    await storeSecrets(named, options, command);
    for (const { name, text } of written) await write(folder, name, text);
  }
  await printImported({ all, files, secrets: named, folder, isDry: options.dryRun === true }, output);
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

/** Files in the way. What an import that was broken off has written is not: it goes on where it was. */
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
