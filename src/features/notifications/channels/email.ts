import { createHash } from 'node:crypto';
import { addresses, recipientOf } from '../../../crawl/projects/channel-addresses.ts';
import type { Mail } from '../../../fetch/index.ts';
import { NotifyError } from '../errors.ts';
import { fittingText, type Notification, subjectOf } from '../message/message.ts';
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

/** Styles stand in the tags, because mail programs drop everything else. */
const tags: MarkupTags = {
  strong: ['<strong>', '</strong>'],
  removed: ['<del style="background:#fdd;color:#7a1212;text-decoration:line-through">', '</del>'],
  added: ['<ins style="background:#d9f5dd;color:#0b4a18;text-decoration:none;font-weight:bold">', '</ins>'],
};

const LONGEST_SUBJECT = 140;

function htmlOf(notification: Notification): string {
  const paragraph = (lines: readonly Line[]) =>
    `<p style="margin:0 0 20px;line-height:1.5">${markup([lines], tags, '<br>')}</p>`;
  const body = fittingText(
    notification,
    (paragraphs) => paragraphs.map(paragraph).join('\n'),
    () => true,
  );
  const subject = escapedMarkup(subjectOf(notification, LONGEST_SUBJECT));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:24px;font:16px system-ui,sans-serif;color:#1c1c1c;background:#fff">
<div style="max-width:40em">
<h1 style="margin:0 0 16px;font-size:18px;line-height:1.35">${subject}</h1>
${body}
<p style="margin:0;color:#666;font-size:13px">Sent by Tidemark for the project ${escapedMarkup(notification.project)}.</p>
</div></body></html>
`;
}

/** The mail for a message. Everything about one page is one thread, and the same message always has the same Message-ID. */
export function mailOf(
  notification: Notification,
  { from, to, instance }: { from: string; to: string; instance: string },
): Mail {
  const domain = /@([a-z0-9.-]+)>?$/i.exec(from)?.[1] ?? 'tidemark.invalid';
  const pages = new Set(notification.occasions.map(({ page }) => page.id));
  const isOfPage =
    notification.total === 1 && notification.occasions.every(({ pageCount }) => pageCount === 1);
  const thread = isOfPage ? `page ${[...pages].join()}` : 'all';
  const root = createHash('sha256')
    .update(JSON.stringify([instance, notification.project, thread]))
    .digest('hex');
  const list = `${fileName(notification.project)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')}.${instance.slice(0, 8)}`;
  return {
    from,
    to,
    subject: subjectOf(notification, LONGEST_SUBJECT),
    text: `${fittingText(notification, plainText, () => true)}\n\n-- \nSent by Tidemark for the project ${cutText(notification.project, 100)}.\n`,
    html: htmlOf(notification),
    messageId: `<${notification.key}@${domain}>`,
    references: `<${root.slice(0, 32)}@${domain}>`,
    headers: {
      'List-Id': `<${list}.${domain}>`,
      // RFC 3834: no machine answers it.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    date: new Date(notification.at),
  };
}

export const email: Channel = {
  ...addresses.email,
  async send({ notification, address }, { mail, instance }) {
    if (mail === null)
      throw new NotifyError(
        'NOTIFY_MAIL_UNSET',
        'no mail server is set: set TIDEMARK_SMTP to one, as in smtps://me@mail.example.org',
      );
    await mail.send(mailOf(notification, { from: mail.from, to: recipientOf(address), instance }));
  },
};
