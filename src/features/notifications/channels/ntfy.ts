import { addresses, serviceUrl } from '../../../crawl/projects/channel-addresses.ts';
import { fittingText, type Message, subjectOf } from '../message/message.ts';
import { plainText } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { postJson } from './post.ts';

/** Largest size of a message. A larger one becomes an attachment, which a lock screen does not show. */
const MOST_BYTES = 4000;
const LONGEST_TITLE = 200;

export function ntfyJson(message: Message, topic: string): object {
  const [first] = message.notifications;
  const page = first?.page.url ?? '';
  return {
    topic,
    title: subjectOf(message, LONGEST_TITLE),
    message:
      fittingText(message, plainText, (text) => Buffer.byteLength(text) <= MOST_BYTES) || subjectOf(message),
    ...(/^https?:/.test(page) && message.total === 1 && { click: page }),
  };
}

export const ntfy: Channel = {
  ...addresses.ntfy,
  async send({ message, address, token }, { http }) {
    const url = serviceUrl(address);
    await postJson(http, {
      url: `${url?.origin}/`,
      body: ntfyJson(message, url?.pathname.slice(1) ?? ''),
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });
  },
};
