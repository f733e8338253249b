import { addresses, serviceUrl } from '../../../crawl/projects/channel-addresses.ts';
import { fittingText, type Notification, subjectOf } from '../message/message.ts';
import { plainText } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { postJson } from './post.ts';

/** What is longer becomes an attachment, which a lock screen does not show. */
const MOST_BYTES = 4000;
const LONGEST_TITLE = 200;

export function ntfyJson(notification: Notification, topic: string): object {
  const [first] = notification.occasions;
  const page = first?.page.url ?? '';
  return {
    topic,
    title: subjectOf(notification, LONGEST_TITLE),
    message:
      fittingText(notification, plainText, (text) => Buffer.byteLength(text) <= MOST_BYTES) ||
      subjectOf(notification),
    ...(/^https?:/.test(page) && notification.total === 1 && { click: page }),
  };
}

export const ntfy: Channel = {
  ...addresses.ntfy,
  async send({ notification, address, token }, { http }) {
    const url = serviceUrl(address);
    await postJson(http, {
      url: `${url?.origin}/`,
      body: ntfyJson(notification, url?.pathname.slice(1) ?? ''),
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });
  },
};
