import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { CliError } from '../errors.ts';
import { outputOf } from '../output.ts';
import { askHidden, canAsk } from './ask.ts';
import { openToWrite } from './open-to-write.ts';

/** Shorter ones are part of too much to be taken out of messages. */
const SHORTEST = 3;

export function secretsSetCommand(): Command {
  return new Command('set')
    .description('keep a secret; asks for it, or reads it from standard input')
    .argument('<name>', 'what projects call it, as in { secret: forum-password }')
    .action(run);
}

async function run(name: string, _options: unknown, command: Command): Promise<void> {
  const { storedSecrets } = await import('../../app/index.ts');
  const output = outputOf(command);
  if (command.args.length > 1)
    throw new CliError(
      'CLI_OPTION_INVALID',
      `a secret is never an argument: others can see those, and the shell remembers them. Take it out of the history, and run tidemark secrets set ${name} without it.`,
    );
  if (name.trim() !== name || name === '')
    throw new CliError('CLI_OPTION_INVALID', 'the name of a secret cannot be empty or begin with a space.');
  // Never an argument: other users see those, and the shell remembers them.
  const value = canAsk()
    ? await askHidden(`Value of "${name}" (not shown): `)
    : (await text(process.stdin)).replace(/\r?\n$/, '');
  if (value === '')
    throw new CliError('CLI_OPTION_INVALID', `there is no value for "${name}"; nothing was kept.`);
  if (value.length < SHORTEST)
    output.note(`Less than ${SHORTEST} letters: too short to be recognised and taken out of messages.`);
  const { store, dataFolder } = await openToWrite(command, 'secrets set');
  try {
    const isNew = (await store.secrets.find(name)) === null;
    await storedSecrets(store, dataFolder).keep(name, value);
    if (output.json) await output.object({ secret: name, new: isNew });
    else await output.line(`${name}: ${isNew ? 'kept' : 'changed'}.`);
  } finally {
    await store.close();
  }
}
