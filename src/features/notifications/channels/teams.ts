import { addresses, serviceUrl } from '../../../crawl/projects/channel-addresses.ts';
import { type Message, moreThan, paragraphsOf, subjectOf } from '../message/message.ts';
import type { Line, Span } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { postJson } from './post.ts';

/** Teams accepts 28 kB; the difference is for the envelope around the message, which is not counted here. */
const MOST_BYTES = 26_000;
const wordLimits = [800, 200, 60];

const styles: Readonly<Record<Span['style'], object>> = {
  plain: {},
  strong: { weight: 'Bolder' },
  removed: { strikethrough: true, color: 'Attention' },
  added: { weight: 'Bolder', color: 'Good' },
};

/** Teams does not read text runs as Markdown, as it does with text blocks. */
const runOf = ({ text, style, url }: Span): object => ({
  type: 'TextRun',
  text,
  ...styles[style],
  ...(url !== undefined && { selectAction: { type: 'Action.OpenUrl', url } }),
});

const blockOf = (line: Line, isFirst: boolean): object => ({
  type: 'RichTextBlock',
  spacing: isFirst ? 'Medium' : 'None',
  inlines: line.map(runOf),
});

export function teamsJson(message: Message): object {
  const headline = {
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: subjectOf(message), weight: 'Bolder', size: 'Medium' }],
  };
  const cards = wordLimits.flatMap((most) => {
    const paragraphs = paragraphsOf(message, most);
    return [paragraphs.length, Math.ceil(paragraphs.length / 4), 1].map((shown) =>
      card([
        headline,
        ...[...paragraphs.slice(0, shown), ...moreThan(message.total - shown)].flatMap((lines) =>
          lines.map((line, i) => blockOf(line, i === 0)),
        ),
      ]),
    );
  });
  return cards.find((each) => Buffer.byteLength(JSON.stringify(each)) <= MOST_BYTES) ?? card([headline]);
}

/** The request body that the flow "Post to a channel when a webhook request is received" accepts. */
const card = (body: readonly object[]): object => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        msteams: { width: 'Full' },
        body,
      },
    },
  ],
});

export const teams: Channel = {
  ...addresses.teams,
  async send({ message, address }, { http }) {
    await postJson(http, { url: serviceUrl(address)?.href ?? '', body: teamsJson(message) });
  },
};
