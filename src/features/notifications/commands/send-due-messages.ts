import type { Output } from '../../../cli/output.ts';
import type { Config } from '../../../config/index.ts';
import type { Store } from '../../../database/store.ts';
import type { TriedMessage } from '../delivery/deliver.ts';

/** Sends what is due. Whatever goes wrong is told, and never fails the run: unsent messages stay in the outbox. */
export async function sendDueMessages(store: Store, config: Config, output: Output): Promise<void> {
  const tried: TriedMessage[] = [];
  try {
    const { sendMessages } = await import('../send-messages.ts');
    await sendMessages(store, config, { onTry: (each) => void tried.push(each) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    output.note(`Messages could not be sent: ${reason} Try again: tidemark notify send`);
  }
  if (output.json) {
    for (const { channel, state, message, error } of tried)
      await output.object({ event: 'message', channel, state, id: message.key, error });
    return;
  }
  const groups = Map.groupBy(tried, ({ channel, state }) => `${state} ${channel}`);
  for (const [{ channel, state, error }, ...others] of [...groups.values()] as [
    TriedMessage,
    ...TriedMessage[],
  ][]) {
    const number = others.length === 0 ? '1 message' : `${others.length + 1} messages`;
    if (state === 'sent') await output.line(`${number} sent to ${channel}`);
    else output.note(`${number} not sent to ${channel}: ${error}. ${whatNow[state]}`);
  }
}

const whatNow = {
  waiting: 'Try again later: tidemark notify send',
  dead: 'It was given up: tidemark notify retry',
} as const;
