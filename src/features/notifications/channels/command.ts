import { addresses, commandWords } from '../../../crawl/projects/channel-addresses.ts';
import type { Channel } from './channel.ts';
import { commandTools } from './local-tools.ts';
import { notificationJson } from './webhook.ts';

/** A program of the operator. It reads the message, as JSON, from its standard input; nothing of it is an argument. */
export const command: Channel = {
  ...addresses.command,
  async send({ notification, address }, tools) {
    const [program = '', ...args] = commandWords(address);
    await commandTools(tools).run({
      program,
      args,
      input: `${JSON.stringify(notificationJson(notification))}\n`,
    });
  },
};
