import { Command } from 'commander';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { outputOf } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import { withCluster } from './with-cluster.ts';

export function queueCommand(): Command {
  const command = withExamples(new Command('queue'), examples).description(
    'jobs of the workers, and those that were given up',
  );
  command.addCommand(
    new Command('ls').description('count the jobs, and list those that were given up').action(list),
  );
  const kinds = [
    ['retry', 'retry a job that was given up'],
    ['rm', 'forget a job that was given up'],
  ] as const;
  for (const [name, says] of kinds)
    command.addCommand(
      new Command(name)
        .description(says)
        .argument('<id>', 'the id of a dead letter, as "tidemark queue ls" shows it')
        .action((id: string, _options: unknown, self: Command) => change(id, name, self)),
    );
  command.addCommand(
    new Command('withdraw')
      .description('end a run that waits for a worker before it begins')
      .argument('<project>', 'its name')
      .action(withdraw),
  );
  return command;
}

async function list(_options: unknown, command: Command): Promise<void> {
  const { moment } = await import('../../../presentation/in-words.ts');
  const { showQueue } = await import('../manage-queue.ts');
  const output = outputOf(command);
  await withCluster(command, async (cluster) => {
    const { queues, waitingRuns, deadLetters } = await showQueue(cluster);
    if (output.json) {
      for (const counts of queues) await output.object({ kind: 'queue', ...counts });
      for (const run of waitingRuns) await output.object({ kind: 'waiting run', ...run });
      for (const letter of deadLetters) await output.object({ kind: 'dead letter', ...letter });
      return;
    }
    const counted = new Table(output, ['queue', 'waiting', 'active', 'given up']);
    for (const { name, waiting, active, failed } of queues)
      await counted.row(name, String(waiting), String(active), String(failed));
    await counted.end();
    if (queues.length === 0) output.note('There is no queue: no worker has been started yet.');
    if (waitingRuns.length > 0) {
      await output.line('');
      const waiting = new Table(output, ['waits for a worker', 'since']);
      for (const { project, since } of waitingRuns) await waiting.row(project, moment(since));
      await waiting.end();
    }
    if (deadLetters.length === 0) return;
    await output.line('');
    const table = new Table(output, ['dead letter', 'project', 'given up', 'tries', 'reason']);
    for (const { id, project, host, at, tries, reason } of deadLetters)
      await table.row(id, host === null ? project : `${project}, ${host}`, moment(at), String(tries), reason);
    await table.end();
  });
}

async function change(id: string, kind: 'retry' | 'rm', command: Command): Promise<void> {
  const { retryDeadLetter, removeDeadLetter } = await import('../manage-queue.ts');
  const output = outputOf(command);
  await withCluster(command, async (cluster, config) => {
    const work = kind === 'retry' ? retryDeadLetter : removeDeadLetter;
    const letter = await work(cluster, config, id);
    if (output.json) await output.object({ id: letter.id, project: letter.project, done: kind });
    else if (kind === 'retry') await output.line(`${letter.project}: its job waits for a worker again.`);
    else await output.line(`${letter.project}: its job is forgotten. The project can be run again.`);
  });
}

async function withdraw(project: string, _options: unknown, command: Command): Promise<void> {
  const { withdrawRun } = await import('../manage-queue.ts');
  const output = outputOf(command);
  await withCluster(command, async (cluster, config) => {
    await withdrawRun(cluster, config, { project, reason: 'withdrawn on the command line' });
    if (output.json) await output.object({ project, done: 'withdraw' });
    else await output.line(`${project}: its run was withdrawn, and does not begin.`);
  });
}

const examples: Examples = {
  queue: [
    ['tidemark queue ls', 'see what waits, and what was given up'],
    ['tidemark queue retry 6f1e2f5c-1d0a-4c53-9a51-5e0f6a1f6f10', 'retry a job'],
  ],
  'queue ls': [
    ['tidemark queue ls', 'see what waits, and what was given up'],
    ['tidemark queue ls --json', 'the same for programs'],
  ],
  'queue retry': [
    ['tidemark queue retry 6f1e2f5c-1d0a-4c53-9a51-5e0f6a1f6f10', 'by the id of the dead letter'],
    ['tidemark queue retry 6f1e2f5c-1d0a-4c53-9a51-5e0f6a1f6f10 --json', 'the same for programs'],
  ],
  'queue withdraw': [
    ['tidemark queue withdraw shop', 'end the waiting run of a project before it begins'],
    ['tidemark queue withdraw shop --json', 'the same for programs'],
  ],
  'queue rm': [
    ['tidemark queue rm 6f1e2f5c-1d0a-4c53-9a51-5e0f6a1f6f10', 'by the id of the dead letter'],
    ['tidemark queue rm 6f1e2f5c-1d0a-4c53-9a51-5e0f6a1f6f10 --json', 'the same for programs'],
  ],
};
