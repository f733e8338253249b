import { Command } from 'commander';
import { wholeNumberFrom } from '../crawl/option-values.ts';
import { Table } from '../table.ts';
import { readPeople } from './open-people.ts';

export function usersLogCommand(): Command {
  return new Command('log')
    .description('who did what, when and from where; the newest first')
    .option('--limit <n>', 'show at most this many', wholeNumberFrom('--limit', 1), 50)
    .option('--before <id>', 'lines before the one with this id', wholeNumberFrom('--before', 1))
    .action(print);
}

interface LogOptions {
  readonly limit: number;
  readonly before?: number;
}

async function print({ limit, before }: LogOptions, command: Command): Promise<void> {
  await readPeople(command, async ({ parts, output }) => {
    const entries = await parts.store.people.audit({
      limit,
      ...(before === undefined ? {} : { before }),
    });
    const table = new Table(output, ['id', 'at', 'who', 'from', 'what', 'to', 'detail']);
    for (const { id, at, actor, action, subject, detail, address } of entries) {
      const when = new Date(at).toISOString();
      if (output.json) await output.object({ id, at: when, actor, address, action, subject, detail });
      else await table.row(String(id), when, actor, address ?? '-', action, subject, detail || '-');
    }
    await table.end();
  });
}
