import type { Config } from '../../config/index.ts';
import type { Store } from '../../database/store.ts';
import type { Output } from '../output.ts';
import { messages, type TriedMessage } from './after-run.ts';

/** Sends what is due. Whatever goes wrong is told, and never fails the run: unsent messages stay in the outbox. */
export async function tellPeople(output: Output, store: Store, config: Config): Promise<void> {
  const tried: TriedMessage[] = [];
  try {
    await messages.added?.send(store, config, { onTry: (each) => void tried.push(each) });
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
    const number = counted(others.length + 1, 'message', 'messages');
    if (state === 'sent') await output.line(`${number} sent to ${channel}`);
    else output.note(`${number} not sent to ${channel}: ${error}. ${whatNow[state]}`);
  }
}

const whatNow = {
  waiting: 'Try again later: tidemark notify send',
  dead: 'It was given up: tidemark notify retry',
} as const;

const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;
