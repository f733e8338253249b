import { addresses, matrixTarget } from '../../../crawl/projects/channel-addresses.ts';
import { fittingText, type Notification, subjectOf } from '../message/message.ts';
import { type Line, type MarkupTags, markup, plainText } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { numberIn, postJson } from './post.ts';

/** An event has at most 64 kB, and the text is in it twice. */
const LONGEST_TEXT = 16_000;

/** Of the tags that the Matrix specification suggests to show. */
const tags: MarkupTags = {
  strong: ['<strong>', '</strong>'],
  removed: ['<del>', '</del>'],
  added: ['<strong>', '</strong>'],
};

function matrixJson(notification: Notification): object {
  const headline: readonly Line[] = [[{ text: subjectOf(notification), style: 'strong' }]];
  const fitting = (render: (paragraphs: readonly (readonly Line[])[]) => string) =>
    fittingText(notification, render, (text) => text.length <= LONGEST_TEXT);
  return {
    msgtype: 'm.text',
    body: fitting((paragraphs) => plainText([headline, ...paragraphs])) || subjectOf(notification),
    format: 'org.matrix.custom.html',
    formatted_body:
      fitting((paragraphs) => markup([headline, ...paragraphs], tags, '<br>')) ||
      markup([headline], tags, '<br>'),
    // Words of a page must not mention users.
    'm.mentions': {},
  };
}

export const matrix: Channel = {
  ...addresses.matrix,
  async send({ notification, address, token }, { http }) {
    const { server, room } = matrixTarget(address) ?? { server: '', room: '' };
    // The server keeps one message for each transaction id, however often it is sent.
    const place = `rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(notification.key)}`;
    await postJson(http, {
      method: 'PUT',
      url: `${server}/_matrix/client/v3/${place}`,
      headers: { authorization: `Bearer ${token}` },
      body: matrixJson(notification),
      askedForIn: (answer) => numberIn(answer, 'retry_after_ms'),
    });
  },
};
