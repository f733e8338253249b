import { Command } from 'commander';
import { CliError } from '../../../cli/errors.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { typedOrPiped } from '../../../cli/input.ts';
import { outputOf } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import { changeData, readData } from '../../../cli/with-data.ts';

const aboutName = 'name of the secret, as in { secret: forum-password }';

export function secretsCommand(): Command {
  const command = withExamples(new Command('secrets'), examples)
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
    .addCommand(new Command('rm').description('remove a secret').argument('<name>', aboutName).action(remove))
    .addCommand(
      new Command('rotate')
        .description('encrypt all secrets with a new key')
        .option('--old-key', 'ask for the previous key, or read it from standard input')
        .action(rotate),
    )
    .addCommand(new Command('key').description('print a new key, for TIDEMARK_SECRET_KEY').action(printKey));
  // `set` itself refuses a second argument, because Commander's message would repeat the secret.
  return command.hook('preSubcommand', (_, child) => void child.allowExcessArguments(child.name() === 'set'));
}

async function set(name: string, _options: unknown, command: Command): Promise<void> {
  const { storedSecrets } = await import('../../../crawl/projects/stored-secrets.ts');
  const { shortestSecret } = await import('../../../access/index.ts');
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
  const value = await typedOrPiped(`Value of "${name}" (not shown): `);
  if (value === '')
    throw new CliError('CLI_OPTION_INVALID', `there is no value for "${name}"; nothing was stored.`);
  if (value.length < shortestSecret)
    output.note(`A secret of fewer than ${shortestSecret} characters is too short to be hidden in messages.`);
  await changeData(command, 'secrets set', async ({ store, config }) => {
    const isNew = (await store.secrets.find(name)) === null;
    await storedSecrets(store, config).keep(name, value);
    if (output.json) await output.object({ secret: name, new: isNew });
    else await output.line(`${name}: ${isNew ? 'stored' : 'changed'}.`);
  });
}

async function list(_options: unknown, command: Command): Promise<void> {
  await readData(command, async ({ store, output }) => {
    const table = new Table(output, ['secret', 'set at']);
    const secrets = await store.secrets.list();
    for (const { name, changedAt } of secrets) {
      const at = new Date(changedAt).toISOString();
      if (output.json) await output.object({ secret: name, at });
      else await table.row(name, at);
    }
    await table.end();
    if (secrets.length === 0) output.note('No secrets are stored.');
  });
}

async function remove(name: string, _options: unknown, command: Command): Promise<void> {
  await changeData(command, 'secrets rm', async ({ store, output }) => {
    if (!(await store.secrets.remove(name))) {
      const known = (await store.secrets.list()).map((each) => each.name).join(', ');
      throw new CliError(
        'CLI_SECRET_UNKNOWN',
        `there is no secret "${name}". ${known === '' ? 'No secrets are stored.' : `Known: ${known}.`}`,
      );
    }
    if (output.json) await output.object({ secret: name, removed: true });
    else await output.line(`${name}: removed.`);
  });
}

async function rotate(options: { readonly oldKey?: boolean }, command: Command): Promise<void> {
  const { rotateKey } = await import('../../../crawl/projects/stored-secrets.ts');
  const older = options.oldKey === true ? await typedOrPiped('The previous key (not shown): ') : null;
  await changeData(command, 'secrets rotate', async ({ store, config, output }) => {
    const count = await rotateKey(store, config, older);
    if (output.json) await output.object({ rotated: count });
    else
      await output.line(`${count} ${count === 1 ? 'secret is' : 'secrets are'} encrypted with the new key.`);
  });
}

async function printKey(_options: unknown, command: Command): Promise<void> {
  const { newKeyText } = await import('../../../access/index.ts');
  const output = outputOf(command);
  if (output.json) await output.object({ key: newKeyText() });
  else await output.line(newKeyText());
}

const examples: Examples = {
  secrets: [
    ['tidemark secrets set forum-password', 'asks for it'],
    ['tidemark secrets ls', 'names, never values'],
  ],
  'secrets set': [
    ['tidemark secrets set forum-password', 'asks for it'],
    ['pass forum | tidemark secrets set forum-password', 'from a password manager'],
  ],
  'secrets ls': [
    ['tidemark secrets ls', 'names, never values'],
    ['tidemark secrets ls --json', 'for programs'],
  ],
  'secrets rm': [
    ['tidemark secrets rm forum-password', 'forget it'],
    ['tidemark secrets rm forum-password --data ~/tidemark', 'in another data folder'],
  ],
  'secrets rotate': [
    ['tidemark secrets rotate', 'a new key in the data folder'],
    ['pass old-key | tidemark secrets rotate --old-key', 'to the key in TIDEMARK_SECRET_KEY'],
  ],
  'secrets key': [
    ['tidemark secrets key', 'for TIDEMARK_SECRET_KEY'],
    ['tidemark secrets key > /run/secrets/tidemark', 'for a container'],
  ],
};
