import { Command } from 'commander';
import { exitCodes } from '../../../cli/exit-codes.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { humanBytes } from '../../../cli/human-numbers.ts';
import { configOf, openToRead } from '../../../cli/open-data.ts';
import { outputOf } from '../../../cli/output.ts';

export function backupCommand(): Command {
  return withExamples(new Command('backup'), backupExamples)
    .description('write everything in the database to a file, also while runs go on')
    .argument('<file>', 'file to write; one that exists is not overwritten')
    .action(backup);
}

async function backup(file: string, _options: unknown, command: Command): Promise<void> {
  const { writeBackup } = await import('../backup.ts');
  const output = outputOf(command);
  const { store } = await openToRead(command);
  try {
    const bytes = await writeBackup(store, file);
    if (output.json) await output.object({ file, bytes });
    else await output.line(`${file}: ${humanBytes(bytes)}.`);
    output.note('The key of the secrets is not in it: keep secret.key, or TIDEMARK_SECRET_KEY, elsewhere.');
  } finally {
    await store.close();
  }
}

export function restoreCommand(): Command {
  return withExamples(new Command('restore'), restoreExamples)
    .description('put a backup into an empty data folder or database')
    .argument('<file>', 'file that "tidemark backup" wrote')
    .action(restore);
}

export function migrateCommand(): Command {
  return withExamples(new Command('migrate'), migrateExamples)
    .description('bring the data of an older Tidemark up to date')
    .option('--check', 'only check whether that is needed: exit code 3 when it is')
    .action(migrate);
}

async function migrate({ check = false }: { readonly check?: boolean }, command: Command): Promise<void> {
  const { migrateData } = await import('../backup.ts');
  const output = outputOf(command);
  const { from, to } = await migrateData(await configOf(command), { check });
  const isOld = from < to;
  if (output.json) await output.object({ from, to, isMigrated: isOld && !check });
  else await output.line(sentenceOf(from, to, check));
  if (check && isOld) process.exitCode = exitCodes.changed;
}

function sentenceOf(from: number, to: number, check: boolean): string {
  if (from === to) return `The data has schema version ${to}: there is nothing to do.`;
  const was = from === 0 ? 'an empty database' : `schema version ${from}`;
  return check
    ? `The data has ${was} and needs ${to}: run "tidemark migrate", after a backup.`
    : `Brought the data from ${was} to schema version ${to}.`;
}

async function restore(file: string, _options: unknown, command: Command): Promise<void> {
  const { readBackup } = await import('../backup.ts');
  const output = outputOf(command);
  const { at, rows } = await readBackup(await configOf(command), file);
  const taken = new Date(at).toISOString();
  if (output.json) await output.object({ file, rows, at: taken });
  else await output.line(`Restored ${rows} rows, as they were at ${taken}.`);
}

const backupExamples: Examples = {
  backup: [
    ['tidemark backup tidemark-monday.backup', 'while runs go on'],
    ['tidemark backup /mnt/safe/tidemark.backup --json', 'for programs'],
  ],
};

const restoreExamples: Examples = {
  restore: [
    ['tidemark restore tidemark-monday.backup --data ~/restored', 'into a new folder'],
    ['tidemark restore tidemark-monday.backup', 'into the database of DATABASE_URL, if that is set'],
  ],
};

const migrateExamples: Examples = {
  migrate: [
    ['tidemark migrate --check', 'in a script: exit code 3 when the data is older than the program'],
    ['tidemark migrate', 'after a backup'],
  ],
};
