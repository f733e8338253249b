import { Command } from 'commander';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { outputOf } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import type { WantedOfNode } from '../tables/nodes.ts';
import { withCluster } from './with-cluster.ts';

export function nodesCommand(): Command {
  const command = withExamples(new Command('nodes'), examples).description('the machines that work on runs');
  command.addCommand(
    new Command('ls').description('list them, with their load and last heartbeat').action(list),
  );
  const kinds = [
    ['drain', 'drain', 'let its runs go on elsewhere, and stop it'],
    ['pause', 'pause', 'let it take no further runs'],
    ['resume', 'work', 'let it take runs again'],
  ] as const;
  for (const [name, wanted, says] of kinds)
    command.addCommand(
      new Command(name)
        .description(says)
        .argument('<node>', 'its id or its name')
        .action((node: string, _options: unknown, self: Command) => change(node, wanted, self)),
    );
  return command;
}

async function list(_options: unknown, command: Command): Promise<void> {
  const { moment } = await import('../../../presentation/in-words.ts');
  const { listNodes, stateOfNode } = await import('../manage-nodes.ts');
  const output = outputOf(command);
  await withCluster(command, async (cluster) => {
    const found = await listNodes(cluster);
    const table = new Table(output, [
      'node',
      'state',
      'runs',
      'load',
      'memory',
      'version',
      'last seen',
      'name',
    ]);
    for (const node of found) {
      const { id, name, kind, version, runs, load, startedAt, seenAt } = node;
      const state = stateOfNode(node);
      if (output.json) await output.object({ id, name, kind, version, state, runs, load, startedAt, seenAt });
      else
        await table.row(
          id,
          state,
          String(runs),
          `${load.average.toFixed(2)} of ${load.processors}`,
          `${Math.round(load.memory / 1_000_000)} MB`,
          version,
          moment(seenAt),
          name,
        );
    }
    await table.end();
    if (found.length === 0)
      output.note(
        'There is no worker. Start one with "tidemark worker", on any machine that reaches the database.',
      );
  });
}

async function change(name: string, wanted: WantedOfNode, command: Command): Promise<void> {
  const { changeNode, stateOfNode } = await import('../manage-nodes.ts');
  const output = outputOf(command);
  await withCluster(command, async (cluster) => {
    const node = await changeNode(cluster, name, wanted);
    if (output.json) await output.object({ id: node.id, state: stateOfNode(node) });
    else await output.line(`${node.id} (${node.name}): ${stateOfNode(node)}.`);
  });
}

const examples: Examples = {
  nodes: [
    ['tidemark nodes ls', 'see who is there, and how busy'],
    ['tidemark nodes drain 1f0c77ab', 'stop a worker; its runs go on elsewhere'],
  ],
  'nodes ls': [
    ['tidemark nodes ls', 'see who is there, and how busy'],
    ['tidemark nodes ls --json', 'the same for programs'],
  ],
  'nodes drain': [
    ['tidemark nodes drain 1f0c77ab', 'by its id'],
    ['tidemark nodes drain crawler-2/4711', 'by its name: the machine and the process'],
  ],
  'nodes pause': [
    ['tidemark nodes pause 1f0c77ab', 'by its id'],
    ['tidemark nodes pause crawler-2/4711', 'by its name: the machine and the process'],
  ],
  'nodes resume': [
    ['tidemark nodes resume 1f0c77ab', 'by its id'],
    ['tidemark nodes resume crawler-2/4711', 'by its name: the machine and the process'],
  ],
};
