import { addresses, serviceUrl } from '../../../crawl/projects/channel-addresses.ts';
import { moreThan, type Notification, paragraphsOf, subjectOf } from '../message/message.ts';
import type { Line, Span } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { postJson } from './post.ts';

/** Teams takes 28 kB; what is not counted here is the frame around it. */
const MOST_BYTES = 26_000;
const wordLimits = [800, 200, 60];

const styles: Readonly<Record<Span['style'], object>> = {
  plain: {},
  strong: { weight: 'Bolder' },
  removed: { strikethrough: true, color: 'Attention' },
  added: { weight: 'Bolder', color: 'Good' },
};

/** Text runs are not read as Markdown, unlike text blocks. */
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

export function teamsJson(notification: Notification): object {
  const headline = {
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: subjectOf(notification), weight: 'Bolder', size: 'Medium' }],
  };
  const cards = wordLimits.flatMap((most) => {
    const paragraphs = paragraphsOf(notification, most);
    return [paragraphs.length, Math.ceil(paragraphs.length / 4), 1].map((shown) =>
      card([
        headline,
        ...[...paragraphs.slice(0, shown), ...moreThan(notification.total - shown)].flatMap((lines) =>
          lines.map((line, i) => blockOf(line, i === 0)),
        ),
      ]),
    );
  });
  return cards.find((each) => Buffer.byteLength(JSON.stringify(each)) <= MOST_BYTES) ?? card([headline]);
}

/** What the flow "Post to a channel when a webhook request is received" takes. */
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
  async send({ notification, address }, { http }) {
    await postJson(http, { url: serviceUrl(address)?.href ?? '', body: teamsJson(notification) });
  },
};
