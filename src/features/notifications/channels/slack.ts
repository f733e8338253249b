import { addresses, serviceUrl } from '../../../crawl/projects/channel-addresses.ts';
import { type Message, moreThan, paragraphsOf, subjectOf } from '../message/message.ts';
import type { Line, Span } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { postJson } from './post.ts';

/** Slack's limits: 150 characters in a header, 50 blocks in a message. */
const LONGEST_HEADER = 150;
const MOST_PARAGRAPHS = 45;
const MOST_WORDS = 400;

const styles: Readonly<Record<Span['style'], object>> = {
  plain: {},
  strong: { style: { bold: true } },
  removed: { style: { strike: true } },
  added: { style: { bold: true } },
};

const elementOf = ({ text, style, url }: Span): object =>
  url === undefined ? { type: 'text', text, ...styles[style] } : { type: 'link', url, text };

/** In rich text only `style` makes words bold: the words themselves are not read as markup. */
function blockOf(lines: readonly Line[]): object {
  const elements = lines.flatMap((line, i) => [
    ...(i === 0 ? [] : [{ type: 'text', text: '\n' }]),
    ...line.map(elementOf),
  ]);
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

/** In the fallback text three characters have a meaning (Slack, "Formatting text for app surfaces"). */
const escapedText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function slackJson(message: Message): object {
  const paragraphs = paragraphsOf(message, MOST_WORDS).slice(0, MOST_PARAGRAPHS);
  const shown = [...paragraphs, ...moreThan(message.total - paragraphs.length)];
  return {
    text: escapedText(subjectOf(message)),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      {
        type: 'header',
        text: { type: 'plain_text', text: subjectOf(message, LONGEST_HEADER), emoji: false },
      },
      ...shown.map(blockOf),
    ],
  };
}

export const slack: Channel = {
  ...addresses.slack,
  async send({ message, address }, { http }) {
    await postJson(http, { url: serviceUrl(address)?.href ?? '', body: slackJson(message) });
  },
};
