import { Command } from 'commander';
import { CliError } from '../errors.ts';
import { outputOf } from '../output.ts';
import { openToWrite } from './open-to-write.ts';

export function secretsRmCommand(): Command {
  return new Command('rm')
    .description('forget a secret')
    .argument('<name>', 'what projects call it')
    .action(run);
}

async function run(name: string, _options: unknown, command: Command): Promise<void> {
  const output = outputOf(command);
  const { store } = await openToWrite(command, 'secrets rm');
  try {
    if (!(await store.secrets.remove(name))) {
      const known = (await store.secrets.list()).map((each) => each.name).join(', ');
      throw new CliError(
        'CLI_SECRET_UNKNOWN',
        `there is no secret "${name}". ${known === '' ? 'There is none at all.' : `Known: ${known}.`}`,
      );
    }
    if (output.json) await output.object({ secret: name, removed: true });
    else await output.line(`${name}: removed.`);
  } finally {
    await store.close();
  }
}
