import { Command } from 'commander';
import { exitCodes } from '../../cli/exit-codes.ts';
import { humanBytes } from '../../cli/human-numbers.ts';
import { type GlobalOptions, type Output, outputOf } from '../../cli/output.ts';
import { Table } from '../../cli/table.ts';
import type { Config } from '../../config/index.ts';
import { wouldGo } from '../retention/commands/tidied-in-words.ts';

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
    return tellHoldings(output, config);
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
  await tellHoldings(output, config);
}

/** What is stored of each project, and what of it could go; nothing where nothing is stored, or cannot be read. */
async function tellHoldings(output: Output, config: Config): Promise<void> {
  const { dataHoldings } = await import('../retention/data-holdings.ts');
  const held = await dataHoldings(config);
  if (held === null) return;
  if (output.json) {
    for (const project of held.projects) await output.object(project);
    await output.object({ databaseBytes: held.databaseBytes, fileBytes: held.fileBytes });
    return;
  }
  const { grouped } = await import('../../presentation/in-words.ts');
  await output.line('');
  const files = held.fileBytes === 0 ? '' : `, and files beside it ${humanBytes(held.fileBytes)}`;
  await output.line(`The database takes ${humanBytes(held.databaseBytes)}${files}.`);
  if (held.projects.length === 0) return;
  const table = new Table(output, ['project', 'pages', 'runs', 'visits', 'could go']);
  for (const { project, pages, runs, visits, couldGo } of held.projects)
    await table.row(
      project,
      grouped(pages),
      grouped(runs),
      grouped(visits),
      couldGo.keep === null ? 'keeps everything' : await wouldGo(couldGo),
    );
  await table.end();
}
