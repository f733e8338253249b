import { appendFile } from 'node:fs/promises';
import { addresses } from '../../../crawl/projects/channel-addresses.ts';
import { fittingText, type Notification, subjectOf } from '../message/message.ts';
import { plainText } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { writeFiles } from './file-path.ts';
import { notificationJson } from './webhook.ts';

/** JSON lines for programs, text for people: the ending of the name decides. */
const entryOf = (path: string, notification: Notification): string =>
  /\.(?:jsonl|ndjson|json)$/i.test(path)
    ? `${JSON.stringify(notificationJson(notification))}\n`
    : `${subjectOf(notification)}\n${fittingText(notification, plainText, () => true)}\n\n`;

/** Appends each notification to a file. */
export const file: Channel = {
  ...addresses.file,
  send: (delivery, tools) =>
    writeFiles(delivery, tools, (path, part) => appendFile(path, entryOf(path, part))),
};
