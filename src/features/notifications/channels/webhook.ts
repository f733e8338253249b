import { createHmac } from 'node:crypto';
import { addresses } from '../../../crawl/projects/channel-addresses.ts';
import { type Message, subjectOf } from '../message/message.ts';
import { changeInWords } from '../message/notification-words.ts';
import type { Channel } from './channel.ts';
import { postJson } from './post.ts';

/** The JSON for programs: all fields unchanged, and the subject that people see. */
export function messageJson(message: Message): object {
  const { key, project, notifications, total, at } = message;
  return {
    id: key,
    project,
    subject: subjectOf(message),
    at: new Date(at).toISOString(),
    total,
    changes: notifications.map((notification) => ({
      ...notification,
      change: changeInWords(notification),
      at: new Date(notification.at).toISOString(),
      since: notification.since === null ? null : new Date(notification.since).toISOString(),
    })),
  };
}

/** Headers of the Standard Webhooks specification, which many libraries can verify. */
function signedHeaders(id: string, body: string, at: number, key: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

export const webhook: Channel = {
  ...addresses.webhook,
  async send({ message, address, token }, { http }) {
    const body = JSON.stringify(messageJson(message));
    await postJson(http, {
      url: address,
      body,
      headers: {
        'idempotency-key': message.key,
        'webhook-id': message.key,
        ...(token !== null && signedHeaders(message.key, body, message.at, token)),
      },
    });
  },
};
