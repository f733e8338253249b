import { createHmac } from 'node:crypto';
import { addresses } from '../../../crawl/projects/channel-addresses.ts';
import { type Notification, subjectOf } from '../message/message.ts';
import { changeInWords } from '../message/occasion-words.ts';
import type { Channel } from './channel.ts';
import { postJson } from './post.ts';

/** What programs get: everything, as it is, with the subject that people get. */
export function notificationJson(notification: Notification): object {
  const { key, project, occasions, total, at } = notification;
  return {
    id: key,
    project,
    subject: subjectOf(notification),
    at: new Date(at).toISOString(),
    total,
    changes: occasions.map((occasion) => ({
      ...occasion,
      change: changeInWords(occasion),
      at: new Date(occasion.at).toISOString(),
      since: occasion.since === null ? null : new Date(occasion.since).toISOString(),
    })),
  };
}

/** Headers of the Standard Webhooks specification, which many libraries check. */
function signedHeaders(id: string, body: string, at: number, key: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

export const webhook: Channel = {
  ...addresses.webhook,
  async send({ notification, address, token }, { http }) {
    const body = JSON.stringify(notificationJson(notification));
    await postJson(http, {
      url: address,
      body,
      headers: {
        'idempotency-key': notification.key,
        'webhook-id': notification.key,
        ...(token !== null && signedHeaders(notification.key, body, notification.at, token)),
      },
    });
  },
};
