import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { CliError } from '../errors.ts';
import { openToRead, openToWrite } from '../open-data.ts';
import { outputOf } from '../output.ts';
import { Table } from '../table.ts';
import { askHidden, canAsk } from './ask.ts';

const aboutName = 'name of the secret, as in { secret: forum-password }';

export function secretsCommand(): Command {
  const command = new Command('secrets')
    .description('passwords and tokens for projects, stored encrypted')
    .addCommand(
      new Command('set')
        .description('store a secret; asks for it, or reads it from standard input')
        .argument('<name>', aboutName)
        .action(set),
    )
    .addCommand(
      new Command('ls').description('list the names of the secrets, never their values').action(list),
    )
    .addCommand(
      new Command('rm').description('remove a secret').argument('<name>', aboutName).action(remove),
    );
  // `set` refuses a second argument itself: Commander's message would repeat the secret.
  return command.hook('preSubcommand', (_, child) => void child.allowExcessArguments(child.name() === 'set'));
}

async function set(name: string, _options: unknown, command: Command): Promise<void> {
  const { storedSecrets } = await import('../../app/index.ts');
  const { shortestSecret } = await import('../../access/index.ts');
  const output = outputOf(command);
  if (command.args.length > 1)
    throw new CliError(
      'CLI_OPTION_INVALID',
      `a secret is never an argument: other users can see arguments, and the shell remembers them. Remove it from the history of the shell, and run tidemark secrets set ${name} without it.`,
    );
  if (name.trim() !== name || name === '')
    throw new CliError(
      'CLI_OPTION_INVALID',
      'the name of a secret cannot be empty, or start or end with a space.',
    );
  const value = canAsk()
    ? await askHidden(`Value of "${name}" (not shown): `)
    : (await text(process.stdin)).replace(/\r?\n$/, '');
  if (value === '')
    throw new CliError('CLI_OPTION_INVALID', `there is no value for "${name}"; nothing was stored.`);
  if (value.length < shortestSecret)
    output.note(`A secret of fewer than ${shortestSecret} characters is too short to be hidden in messages.`);
  const { store, dataFolder } = await openToWrite(command, 'secrets set');
  try {
    const isNew = (await store.secrets.find(name)) === null;
    await storedSecrets(store, dataFolder).keep(name, value);
    if (output.json) await output.object({ secret: name, new: isNew });
    else await output.line(`${name}: ${isNew ? 'stored' : 'changed'}.`);
  } finally {
    await store.close();
  }
}

async function list(_options: unknown, command: Command): Promise<void> {
  const output = outputOf(command);
  const { store } = await openToRead(command);
  try {
    const table = new Table(output, ['secret', 'set at']);
    const secrets = await store.secrets.list();
    for (const { name, changedAt } of secrets) {
      const at = new Date(changedAt).toISOString();
      if (output.json) await output.object({ secret: name, at });
      else await table.row(name, at);
    }
    await table.end();
    if (secrets.length === 0) output.note('No secrets are stored.');
  } finally {
    await store.close();
  }
}

async function remove(name: string, _options: unknown, command: Command): Promise<void> {
  const output = outputOf(command);
  const { store } = await openToWrite(command, 'secrets rm');
  try {
    if (!(await store.secrets.remove(name))) {
      const known = (await store.secrets.list()).map((each) => each.name).join(', ');
      throw new CliError(
        'CLI_SECRET_UNKNOWN',
        `there is no secret "${name}". ${known === '' ? 'No secrets are stored.' : `Known: ${known}.`}`,
      );
    }
    if (output.json) await output.object({ secret: name, removed: true });
    else await output.line(`${name}: removed.`);
  } finally {
    await store.close();
  }
}
