import { createHash } from 'node:crypto';
import { addresses, recipientOf } from '../../../crawl/projects/channel-addresses.ts';
import type { Mail } from '../../../fetch/index.ts';
import { NotifyError } from '../errors.ts';
import { fittingText, type Message, subjectOf } from '../message/message.ts';
import {
  cutText,
  escapedMarkup,
  type Line,
  type MarkupTags,
  markup,
  plainText,
} from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { fileName } from './file-path.ts';

/** Styles are inline, because mail programs drop all others. */
const tags: MarkupTags = {
  strong: ['<strong>', '</strong>'],
  removed: ['<del style="background:#fdd;color:#7a1212;text-decoration:line-through">', '</del>'],
  added: ['<ins style="background:#d9f5dd;color:#0b4a18;text-decoration:none;font-weight:bold">', '</ins>'],
};

const LONGEST_SUBJECT = 140;

function htmlOf(message: Message): string {
  const paragraph = (lines: readonly Line[]) =>
    `<p style="margin:0 0 20px;line-height:1.5">${markup([lines], tags, '<br>')}</p>`;
  const body = fittingText(
    message,
    (paragraphs) => paragraphs.map(paragraph).join('\n'),
    () => true,
  );
  const subject = escapedMarkup(subjectOf(message, LONGEST_SUBJECT));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:24px;font:16px system-ui,sans-serif;color:#1c1c1c;background:#fff">
<div style="max-width:40em">
<h1 style="margin:0 0 16px;font-size:18px;line-height:1.35">${subject}</h1>
${body}
<p style="margin:0;color:#666;font-size:13px">Sent by Tidemark for the project ${escapedMarkup(message.project)}.</p>
</div></body></html>
`;
}

/** The mail for a message. Everything about one page is one thread, and the same message always has the same Message-ID. */
export function mailOf(
  message: Message,
  { from, to, instance }: { from: string; to: string; instance: string },
): Mail {
  const domain = /@([a-z0-9.-]+)>?$/i.exec(from)?.[1] ?? 'tidemark.invalid';
  const pages = new Set(message.notifications.map(({ page }) => page.id));
  const isOfPage = message.total === 1 && message.notifications.every(({ pageCount }) => pageCount === 1);
  const thread = isOfPage ? `page ${[...pages].join()}` : 'all';
  const root = createHash('sha256')
    .update(JSON.stringify([instance, message.project, thread]))
    .digest('hex');
  const list = `${fileName(message.project)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')}.${instance.slice(0, 8)}`;
  return {
    from,
    to,
    subject: subjectOf(message, LONGEST_SUBJECT),
    text: `${fittingText(message, plainText, () => true)}\n\n-- \nSent by Tidemark for the project ${cutText(message.project, 100)}.\n`,
    html: htmlOf(message),
    messageId: `<${message.key}@${domain}>`,
    references: `<${root.slice(0, 32)}@${domain}>`,
    headers: {
      'List-Id': `<${list}.${domain}>`,
      // RFC 3834: suppresses automatic replies.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    date: new Date(message.at),
  };
}

export const email: Channel = {
  ...addresses.email,
  async send({ message, address }, { mail, instance }) {
    if (mail === null)
      throw new NotifyError(
        'NOTIFY_MAIL_UNSET',
        'no mail server is set: set TIDEMARK_SMTP to one, as in smtps://me@mail.example.org',
      );
    await mail.send(mailOf(message, { from: mail.from, to: recipientOf(address), instance }));
  },
};
