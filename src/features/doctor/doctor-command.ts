import { Command } from 'commander';
import { exitCodes } from '../../cli/exit-codes.ts';
import { type Examples, withExamples } from '../../cli/help/examples.ts';
import { printKeptAmounts } from '../../cli/of-other-features.ts';
import { configOf } from '../../cli/open-data.ts';
import { outputOf } from '../../cli/output.ts';
import { Table } from '../../cli/table.ts';

export function doctorCommand(): Command {
  return withExamples(new Command('doctor'), examples)
    .description('check what works on this machine, and say what is stored and what of it could go')
    .action((_options: unknown, command: Command) => run(command));
}

async function run(command: Command): Promise<void> {
  const { checkMachine } = await import('./check-machine.ts');
  const { searchPath } = await import('../../config/index.ts');
  const config = await configOf(command);
  const checks = await checkMachine(config, searchPath());
  const output = outputOf(command);
  if (checks.some(({ state }) => state === 'broken')) process.exitCode = exitCodes.failed;
  if (output.json) {
    for (const check of checks) await output.object(check);
    await printKeptAmounts.added?.(output, config);
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
  await printKeptAmounts.added?.(output, config);
}

const examples: Examples = {
  doctor: [
    ['tidemark doctor', 'what works on this machine'],
    ['tidemark doctor --data /var/lib/tidemark', 'can this folder be used?'],
  ],
};
