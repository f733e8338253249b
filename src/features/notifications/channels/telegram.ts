import { fittingText, type Message, subjectOf } from '../message/message.ts';
import { markup, simpleTags } from '../message/renderings.ts';
import type { Line } from '../message/styled-line.ts';
import type { Channel } from './channel.ts';
import { numberIn, postJson } from './post.ts';
import { schemesOf, serviceUrl } from './service-address.ts';

/** Counted without tags; a little less, because Telegram counts some signs twice. */
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

/** `telegram:4711`, or `telegram+https://server/4711` for a server of one's own. */
function targetOf(address: string): { readonly server: string; readonly chat: string } | null {
  const short = /^telegram:(-?\d+|@\w+)$/i.exec(address)?.[1];
  if (short !== undefined) return { server: 'https://api.telegram.org', chat: short };
  const url = serviceUrl(address);
  const chat = /^\/(-?\d+|@\w+)$/.exec(url?.pathname ?? '')?.[1];
  return url === null || chat === undefined ? null : { server: url.origin, chat };
}

export const telegram: Channel = {
  schemes: schemesOf('telegram'),
  example: 'telegram:4711',
  token: 'required',
  addressIsSecret: false,
  problemOf: (address) => (targetOf(address) === null ? 'it names no chat: a number, or @ and a name' : null),
  hostOf: (address) => URL.parse(targetOf(address)?.server ?? '')?.hostname ?? null,
  async send({ message, address, token }, { http }) {
    const { server, chat } = targetOf(address) ?? { server: '', chat: '' };
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
