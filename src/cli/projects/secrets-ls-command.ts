import { Command } from 'commander';
import { openToRead } from '../crawl/open-to-read.ts';
import { outputOf } from '../output.ts';
import { Table } from '../table.ts';

export function secretsLsCommand(): Command {
  return new Command('ls').description('list the names of the secrets, never their values').action(run);
}

async function run(_options: unknown, command: Command): Promise<void> {
  const output = outputOf(command);
  const { store } = await openToRead(command);
  try {
    const table = new Table(output, ['secret', 'set at']);
    for (const { name, changedAt } of await store.secrets.list()) {
      const at = new Date(changedAt).toISOString();
      if (output.json) await output.object({ secret: name, at });
      else await table.row(name, at);
    }
    await table.end();
  } finally {
    await store.close();
  }
}
