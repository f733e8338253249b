import { readFile, rename, writeFile } from 'node:fs/promises';
import { addresses } from '../../../crawl/projects/channel-addresses.ts';
import { fittingText, type Message, subjectOf } from '../message/message.ts';
import { escapedMarkup, markup, simpleTags } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { writeFiles } from './file-path.ts';

/** Entries that the feed keeps: feed readers poll more often than a site makes this many changes. */
const MOST_ENTRIES = 100;
const ENTRY = /<entry>\n<id>([^<]*)<\/id>[\s\S]*?<\/entry>\n/g;

/** Adds an entry to a feed (RFC 4287), newest first. The same message never gets a second entry. */
function feedWith(before: string, message: Message, instance: string): string {
  const id = `urn:tidemark:${instance}:${message.key}`;
  const kept = [...before.matchAll(ENTRY)].filter(([, known]) => known !== id).map(([entry]) => entry);
  const updated = new Date(message.at).toISOString();
  const html = fittingText(
    message,
    (paragraphs) => markup(paragraphs, simpleTags, '<br/>'),
    () => true,
  );
  const page = message.notifications[0]?.page.url ?? '';
  const entry = `<entry>
<id>${escapedMarkup(id)}</id>
<title>${escapedMarkup(subjectOf(message))}</title>
<updated>${updated}</updated>
${/^https?:/.test(page) ? `<link href="${escapedMarkup(page)}"/>\n` : ''}<content type="html">${escapedMarkup(html)}</content>
</entry>
`;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapedMarkup(`urn:tidemark:${instance}:${message.project}`)}</id>
<title>${escapedMarkup(message.project)}</title>
<updated>${updated}</updated>
<author><name>${escapedMarkup(message.project)}</name></author>
${[entry, ...kept].slice(0, MOST_ENTRIES).join('')}</feed>
`;
}

export const atom: Channel = {
  ...addresses.atom,
  send: (delivery, tools) =>
    writeFiles(delivery, tools, async (path, part) => {
      const before = await readFile(path, 'utf8').catch(() => '');
      // A reader sees the old feed or the new one, never a partial file.
      await writeFile(`${path}.unfinished`, feedWith(before, part, tools.instance));
      await rename(`${path}.unfinished`, path);
    }),
};
