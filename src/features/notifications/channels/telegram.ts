import { addresses, telegramTarget } from '../../../crawl/projects/channel-addresses.ts';
import { fittingText, type Message, subjectOf } from '../message/message.ts';
import { type Line, markup, simpleTags } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { numberIn, postJson } from './post.ts';

/** Telegram's limit, counted without tags; a little less, because Telegram counts some characters twice. */
const LONGEST_TEXT = 4000;

const headline = (message: Message): readonly Line[] => [[{ text: subjectOf(message), style: 'strong' }]];

export function telegramJson(message: Message, chat: string): object {
  const render = (paragraphs: readonly (readonly Line[])[]) =>
    markup([headline(message), ...paragraphs], simpleTags, '\n');
  const text = fittingText(message, render, (given) => given.length <= LONGEST_TEXT);
  return {
    chat_id: /^-?\d+$/.test(chat) ? Number(chat) : chat,
    text: text === '' ? markup([headline(message)], simpleTags, '\n') : text,
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  };
}

export const telegram: Channel = {
  ...addresses.telegram,
  async send({ message, address, token }, { http }) {
    const { server, chat } = telegramTarget(address) ?? { server: '', chat: '' };
    await postJson(http, {
      url: `${server}/bot${token}/sendMessage`,
      body: telegramJson(message, chat),
      askedForIn: (answer) => {
        const seconds = numberIn(answer, 'parameters', 'retry_after');
        return seconds === null ? null : seconds * 1000;
      },
    });
  },
};
