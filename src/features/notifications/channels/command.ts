import type { Channel } from './channel.ts';
import { commandTools } from './local-tools.ts';
import { messageJson } from './webhook.ts';

/** `command:/usr/local/bin/tell --loud`: split at spaces. There is no shell, so no other sign means anything. */
const wordsOf = (address: string): readonly string[] =>
  address
    .slice(address.indexOf(':') + 1)
    .split(/\s+/)
    .filter((word) => word !== '');

/** A program of the operator. It reads the message, as JSON, from its standard input; nothing of it is an argument. */
export const command: Channel = {
  schemes: ['command'],
  example: 'command:/usr/local/bin/tell --loud',
  token: 'none',
  addressIsSecret: false,
  problemOf: (address) => (wordsOf(address).length === 0 ? 'it names no program' : null),
  hostOf: () => null,
  async send({ message, address }, tools) {
    const [program = '', ...args] = wordsOf(address);
    await commandTools(tools).run({ program, args, input: `${JSON.stringify(messageJson(message))}\n` });
  },
};
