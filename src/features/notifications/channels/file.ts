import { appendFile } from 'node:fs/promises';
import { addresses } from '../../../crawl/projects/channel-addresses.ts';
import { fittingText, type Message, subjectOf } from '../message/message.ts';
import { plainText } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { writeFiles } from './file-path.ts';
import { messageJson } from './webhook.ts';

/** JSON lines for programs, text for people: the file extension decides. */
const entryOf = (path: string, message: Message): string =>
  /\.(?:jsonl|ndjson|json)$/i.test(path)
    ? `${JSON.stringify(messageJson(message))}\n`
    : `${subjectOf(message)}\n${fittingText(message, plainText, () => true)}\n\n`;

/** Appends each message to a file. */
export const file: Channel = {
  ...addresses.file,
  send: (delivery, tools) =>
    writeFiles(delivery, tools, (path, part) => appendFile(path, entryOf(path, part))),
};
