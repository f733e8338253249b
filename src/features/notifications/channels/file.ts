import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { whyUnwritable } from '../../../base/index.ts';
import { addresses } from '../../../crawl/projects/channel-addresses.ts';
import { NotifyError } from '../errors.ts';
import { fittingText, type Message, subjectOf } from '../message/message.ts';
import { plainText } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { filesOf } from './file-path.ts';
import { localTools } from './local-tools.ts';
import { messageJson } from './webhook.ts';

/** JSON lines for programs, text for people: the ending of the name decides. */
const entryOf = (path: string, message: Message): string =>
  /\.(?:jsonl|ndjson|json)$/i.test(path)
    ? `${JSON.stringify(messageJson(message))}\n`
    : `${subjectOf(message)}\n${fittingText(message, plainText, () => true)}\n\n`;

/** Appends each message to a file. */
export const file: Channel = {
  ...addresses.file,
  async send({ message, address }, tools) {
    const { folder } = localTools(tools);
    for (const [path, part] of filesOf(address, folder, message)) {
      try {
        await mkdir(dirname(path), { recursive: true });
        await appendFile(path, entryOf(path, part));
      } catch (error) {
        throw new NotifyError('NOTIFY_FAILED', `cannot write ${path}: ${whyUnwritable(error)}`, {
          cause: error,
        });
      }
    }
  },
};
