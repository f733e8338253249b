import { Command, Option } from 'commander';
import { CliError } from '../../../cli/errors.ts';
import { exitCodes } from '../../../cli/exit-codes.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { Table } from '../../../cli/table.ts';
import { changeData, readData } from '../../../cli/with-data.ts';
import type { OutboxRow, OutboxState } from '../tables/outbox.ts';

const MOST_LISTED = 200;

export function notifyCommand(): Command {
  return withExamples(new Command('notify'), examples)
    .description('messages about changes: those that wait, and those that could not be sent')
    .addCommand(
      new Command('ls')
        .description('list the messages, newest first')
        .option('--project <name>', 'look only in this project')
        .addOption(
          new Option('--state <state>', 'only those in this state').choices(['waiting', 'sent', 'dead']),
        )
        .action(list),
    )
    .addCommand(new Command('send').description('send what is due now, and reminders').action(send))
    .addCommand(
      new Command('retry')
        .description('send again what was given up')
        .argument('[id]', 'id of a message, or the start of it; without one, all that were given up')
        .action(retry),
    )
    .addCommand(
      new Command('test')
        .description('send a test message at once')
        .argument('<what>', 'an address, such as mailto:me@example.org, or a project: all its channels')
        .action(test),
    );
}

interface ListOptions {
  readonly project?: string;
  readonly state?: OutboxState;
}

async function list({ project, state }: ListOptions, command: Command): Promise<void> {
  const { cutEnd } = await import('../../../presentation/terminal/text-width.ts');
  const { moment } = await import('../../../presentation/in-words.ts');
  const { printable } = await import('../../../presentation/printable.ts');
  const { readNotification } = await import('../rules/plan-outbox.ts');
  await readData(command, async ({ store, projectNamed, output }) => {
    const projectId = project === undefined ? undefined : (await projectNamed(project)).id;
    const rows = await store.outbox.list({ projectId, state, limit: MOST_LISTED });
    const names = new Map((await store.projects.list()).map(({ id, name }) => [id, name]));
    const table = new Table(output, ['message', 'state', 'next try', 'channel', 'about', 'last error']);
    for (const row of rows) {
      const { kind, page } = readNotification(row.content);
      if (output.json) await output.object(rowObject(row, names.get(row.projectId) ?? ''));
      else
        await table.row(
          row.id.slice(0, 8),
          row.state,
          row.state === 'waiting' ? moment(row.nextTry) : '',
          printable(row.channel),
          cutEnd(printable(`${kind} ${page.url}`), 60),
          printable(row.lastError ?? ''),
        );
    }
    await table.end();
    if (rows.length === 0) output.note('No messages.');
    if (rows.some((row) => row.state === 'dead'))
      output.note('\nSend again what was given up:  tidemark notify retry');
  });
}

function rowObject(row: OutboxRow, project: string): object {
  const { id, channel, state, attempts, notification, lastError } = row;
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    id,
    project,
    channel,
    state,
    attempts,
    notification,
    at: time(row.at),
    deliverAfter: time(row.deliverAfter),
    nextTry: row.state === 'waiting' ? time(row.nextTry) : null,
    sentAt: time(row.sentAt),
    lastError,
  };
}

async function send(_options: unknown, command: Command): Promise<void> {
  const { subjectOf } = await import('../message/message.ts');
  const { sendMessages } = await import('../send-messages.ts');
  await changeData(command, 'notify send', async ({ store, config, output }) => {
    const lines: Promise<void>[] = [];
    const counts = await sendMessages(store, config, {
      onTry: ({ message, channel, state, error }) => {
        const subject = subjectOf(message);
        lines.push(
          output.json
            ? output.object({ channel, state, subject, id: message.key, error })
            : output.line(
                `${state.padEnd(7)}  ${channel}  ${subject}${error === null ? '' : `\n         ${error}`}`,
              ),
        );
      },
    });
    await Promise.all(lines);
    if (counts.sent + counts.waiting + counts.dead === 0) output.note('Nothing is due.');
    if (counts.waiting + counts.dead > 0) process.exitCode = exitCodes.failed;
  });
}

async function retry(id: string | undefined, _options: unknown, command: Command): Promise<void> {
  if (id !== undefined && !/^[\da-f]{4,24}$/.test(id))
    throw new CliError(
      'CLI_OPTION_INVALID',
      `"${id}" is not the id of a message: write at least four of its digits, as tidemark notify ls shows them.`,
    );
  await changeData(command, 'notify retry', async ({ store, output }) => {
    const count = await store.outbox.retry({ id, now: Date.now() });
    if (count === 0 && id !== undefined)
      throw new CliError('CLI_OPTION_INVALID', `there is no unsent message "${id}".`);
    if (output.json) await output.object({ retried: count });
    else
      await output.line(
        count === 0 ? 'Nothing was given up.' : `${count} due again; tidemark notify send sends them.`,
      );
  });
}

async function test(what: string, _options: unknown, command: Command): Promise<void> {
  const { testChannels } = await import('../test-channels.ts');
  await changeData(command, 'notify test', async ({ store, config, output }) => {
    const tested = await testChannels(store, config, what);
    for (const { channel, error } of tested) {
      if (output.json) await output.object({ channel, sent: error === null, error });
      else await output.line(error === null ? `${channel}: sent.` : `${channel}: not sent: ${error}`);
    }
    if (tested.length === 0)
      output.note(`The project "${what}" has no channels: add them under "notify" in its file.`);
    if (tested.some(({ error }) => error !== null)) process.exitCode = exitCodes.failed;
  });
}

const examples: Examples = {
  notify: [
    ['tidemark notify ls', 'messages that wait, and those that could not be sent'],
    ['tidemark notify test mailto:me@example.org', 'try a channel'],
  ],
  'notify ls': [
    ['tidemark notify ls', 'the newest messages'],
    ['tidemark notify ls --state dead', 'what was given up'],
  ],
  'notify send': [
    ['tidemark notify send', 'send what is due now'],
    ['tidemark notify send --json', 'one line for each message'],
  ],
  'notify retry': [
    ['tidemark notify retry', 'send again all that was given up'],
    ['tidemark notify retry 3fa9', 'only one message'],
  ],
  'notify test': [
    ['tidemark notify test mailto:me@example.org', 'one address'],
    ['tidemark notify test example.org', 'all channels of a project'],
  ],
};
