import { addresses, telegramTarget } from '../../../crawl/projects/channel-addresses.ts';
import { fittingText, type Notification, subjectOf } from '../message/message.ts';
import { type Line, markup, simpleTags } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { numberIn, postJson } from './post.ts';

/** Counted without tags; a little less, because Telegram counts some signs twice. */
const LONGEST_TEXT = 4000;

const headline = (notification: Notification): readonly Line[] => [
  [{ text: subjectOf(notification), style: 'strong' }],
];

export function telegramJson(notification: Notification, chat: string): object {
  const render = (paragraphs: readonly (readonly Line[])[]) =>
    markup([headline(notification), ...paragraphs], simpleTags, '\n');
  const text = fittingText(notification, render, (given) => given.length <= LONGEST_TEXT);
  return {
    chat_id: /^-?\d+$/.test(chat) ? Number(chat) : chat,
    text: text === '' ? markup([headline(notification)], simpleTags, '\n') : text,
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  };
}

export const telegram: Channel = {
  ...addresses.telegram,
  async send({ notification, address, token }, { http }) {
    const { server, chat } = telegramTarget(address) ?? { server: '', chat: '' };
    await postJson(http, {
      url: `${server}/bot${token}/sendMessage`,
      body: telegramJson(notification, chat),
      askedForIn: (answer) => {
        const seconds = numberIn(answer, 'parameters', 'retry_after');
        return seconds === null ? null : seconds * 1000;
      },
    });
  },
};
