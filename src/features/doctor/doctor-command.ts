import { Command } from 'commander';
import { commandFeatures } from '../../cli/command-features.ts';
import { exitCodes } from '../../cli/exit-codes.ts';
import { type GlobalOptions, outputOf } from '../../cli/output.ts';
import { Table } from '../../cli/table.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check what works on this machine, and say what is stored and what of it could go')
    .action(run);
}

async function run(_options: unknown, command: Command): Promise<void> {
  const { checkMachine } = await import('./check-machine.ts');
  const { readConfig, searchPath } = await import('../../config/index.ts');
  const { data } = command.optsWithGlobals<GlobalOptions>();
  const config = readConfig(data === undefined ? {} : { data });
  const checks = await checkMachine(config, searchPath());
  const output = outputOf(command);
  if (checks.some(({ state }) => state === 'broken')) process.exitCode = exitCodes.failed;
  if (output.json) {
    for (const check of checks) await output.object(check);
    await commandFeatures.added.printHoldings?.(config, output);
    return;
  }
  const colors = { ok: 'green', missing: 'yellow', broken: 'red' } as const;
  const table = new Table(output, ['what', 'state', 'found']);
  for (const { name, state, found, advice } of checks) {
    await table.row(
      name,
      output.style(colors[state], state),
      advice === null ? found : `${found}. ${advice}`,
    );
  }
  await table.end();
  await commandFeatures.added.printHoldings?.(config, output);
}
