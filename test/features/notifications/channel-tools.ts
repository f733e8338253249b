import { channelAddress } from '../../../src/crawl/projects/channel-addresses.ts';
import type { ChannelTools } from '../../../src/features/notifications/channels/channel.ts';
import { channelOf } from '../../../src/features/notifications/channels/channels.ts';
import { toolsOfThisMachine } from '../../../src/features/notifications/channels/local-tools.ts';
import { exampleMessage } from '../../../src/features/notifications/message/message.example.ts';
import type { Message } from '../../../src/features/notifications/message/message.ts';
import { fetcherOfThisTest } from '../../fixtures/servers/for-this-test.ts';

/** The real tools, for servers on loopback as if the user had typed them. */
export function toolsOfThisTest(change: Partial<ChannelTools> = {}, folder = '.'): ChannelTools {
  return {
    http: fetcherOfThisTest({ limits: { headersTimeoutMs: 300, totalTimeoutMs: 1000 } }),
    mail: null,
    local: toolsOfThisMachine(folder, process.env['PATH'] ?? ''),
    allowsCommands: false,
    instance: 'b7c1d5f0-0000-4000-8000-000000000000',
    ...change,
  };
}

/** Sends one message over the channel of the address. */
export async function sendTo(
  address: string,
  {
    token = null,
    message = exampleMessage(),
    tools = toolsOfThisTest(),
  }: { token?: string | null; message?: Message; tools?: ChannelTools } = {},
): Promise<void> {
  await channelOf(address).send({ message, address: channelAddress(address), token }, tools);
}

/** The code of the failure, and whether it is tried again. */
export const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string; decision: string; message: string; askedFor?: number | null }) => ({
      code: error.code,
      decision: error.decision,
      askedFor: error.askedFor ?? null,
      message: error.message,
    }),
  );
