import { Command } from 'commander';
import { secretsLsCommand } from './secrets-ls-command.ts';
import { secretsRmCommand } from './secrets-rm-command.ts';
import { secretsSetCommand } from './secrets-set-command.ts';

export function secretsCommand(): Command {
  const command = new Command('secrets').description(
    'passwords and tokens that projects name, kept encrypted',
  );
  // `set` refuses a second argument itself: the usual words would repeat the secret.
  command.hook('preSubcommand', (_, child) => void child.allowExcessArguments(child.name() === 'set'));
  for (const each of [secretsSetCommand, secretsLsCommand, secretsRmCommand]) command.addCommand(each());
  return command;
}
