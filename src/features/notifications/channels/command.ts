import { addresses, commandWords } from '../../../crawl/projects/channel-addresses.ts';
import type { Channel } from './channel.ts';
import { commandTools } from './local-tools.ts';
import { messageJson } from './webhook.ts';

/** A program of the operator. It reads the message as JSON from its standard input; no part of the message is an argument. */
export const command: Channel = {
  ...addresses.command,
  async send({ message, address }, tools) {
    const [program = '', ...args] = commandWords(address);
    await commandTools(tools).run({
      program,
      args,
      input: `${JSON.stringify(messageJson(message))}\n`,
    });
  },
};
