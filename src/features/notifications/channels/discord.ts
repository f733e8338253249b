import { addresses, serviceUrl } from '../../../crawl/projects/channel-addresses.ts';
import { fittingText, type Notification, subjectOf } from '../message/message.ts';
import { type Line, markdown } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { numberIn, postJson } from './post.ts';

const LONGEST_CONTENT = 2000;
/** No previews of links. */
const SUPPRESS_EMBEDS = 4;

export function discordJson(notification: Notification): object {
  const headline: readonly Line[] = [[{ text: subjectOf(notification), style: 'strong' }]];
  const content = fittingText(
    notification,
    (paragraphs) => markdown([headline, ...paragraphs]),
    (text) => text.length <= LONGEST_CONTENT,
  );
  return {
    content: content === '' ? markdown([headline]) : content,
    // Words of a page must not mention users.
    allowed_mentions: { parse: [] },
    flags: SUPPRESS_EMBEDS,
  };
}

export const discord: Channel = {
  ...addresses.discord,
  async send({ notification, address }, { http }) {
    const url = serviceUrl(address);
    // Otherwise Discord answers before it knows whether it can keep the message.
    url?.searchParams.set('wait', 'true');
    await postJson(http, {
      url: url?.href ?? '',
      body: discordJson(notification),
      askedForIn: (answer) => seconds(numberIn(answer, 'retry_after')),
    });
  },
};

const seconds = (given: number | null): number | null => (given === null ? null : Math.ceil(given * 1000));
