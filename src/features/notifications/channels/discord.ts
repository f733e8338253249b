import { addresses, serviceUrl } from '../../../crawl/projects/channel-addresses.ts';
import { fittingText, type Message, subjectOf } from '../message/message.ts';
import { type Line, markdown } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { numberIn, postJson } from './post.ts';

const LONGEST_CONTENT = 2000;
/** The flag that suppresses previews of links. */
const SUPPRESS_EMBEDS = 4;

export function discordJson(message: Message): object {
  const headline: readonly Line[] = [[{ text: subjectOf(message), style: 'strong' }]];
  const content = fittingText(
    message,
    (paragraphs) => markdown([headline, ...paragraphs]),
    (text) => text.length <= LONGEST_CONTENT,
  );
  return {
    content: content === '' ? markdown([headline]) : content,
    // Text from a page must not mention users.
    allowed_mentions: { parse: [] },
    flags: SUPPRESS_EMBEDS,
  };
}

export const discord: Channel = {
  ...addresses.discord,
  async send({ message, address }, { http }) {
    const url = serviceUrl(address);
    // Otherwise Discord responds before it knows whether it can store the message.
    url?.searchParams.set('wait', 'true');
    await postJson(http, {
      url: url?.href ?? '',
      body: discordJson(message),
      askedForIn: (answer) => seconds(numberIn(answer, 'retry_after')),
    });
  },
};

const seconds = (given: number | null): number | null => (given === null ? null : Math.ceil(given * 1000));
