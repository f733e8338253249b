import { addresses, matrixTarget } from '../../../crawl/projects/channel-addresses.ts';
import { fittingText, type Message, subjectOf } from '../message/message.ts';
import { type Line, type MarkupTags, markup, plainText } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { numberIn, postJson } from './post.ts';

/** An event has at most 64 kB, and contains the text twice. */
const LONGEST_TEXT = 16_000;

/** Tags that clients should show according to the Matrix specification. */
const tags: MarkupTags = {
  strong: ['<strong>', '</strong>'],
  removed: ['<del>', '</del>'],
  added: ['<strong>', '</strong>'],
};

function matrixJson(message: Message): object {
  const headline: readonly Line[] = [[{ text: subjectOf(message), style: 'strong' }]];
  const fitting = (render: (paragraphs: readonly (readonly Line[])[]) => string) =>
    fittingText(message, render, (text) => text.length <= LONGEST_TEXT);
  return {
    msgtype: 'm.text',
    body: fitting((paragraphs) => plainText([headline, ...paragraphs])) || subjectOf(message),
    format: 'org.matrix.custom.html',
    formatted_body:
      fitting((paragraphs) => markup([headline, ...paragraphs], tags, '<br>')) ||
      markup([headline], tags, '<br>'),
    // Text from a page must not mention users.
    'm.mentions': {},
  };
}

export const matrix: Channel = {
  ...addresses.matrix,
  async send({ message, address, token }, { http }) {
    const { server, room } = matrixTarget(address) ?? { server: '', room: '' };
    // The server stores one message per transaction id, however often it is sent.
    const place = `rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(message.key)}`;
    await postJson(http, {
      method: 'PUT',
      url: `${server}/_matrix/client/v3/${place}`,
      headers: { authorization: `Bearer ${token}` },
      body: matrixJson(message),
      askedForIn: (answer) => numberIn(answer, 'retry_after_ms'),
    });
  },
};
