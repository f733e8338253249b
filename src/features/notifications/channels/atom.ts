import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { whyUnwritable } from '../../../base/index.ts';
import { addresses } from '../../../crawl/projects/channel-addresses.ts';
import { NotifyError } from '../errors.ts';
import { fittingText, type Message, subjectOf } from '../message/message.ts';
import { escapedMarkup, markup, simpleTags } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { filesOf } from './file-path.ts';
import { localTools } from './local-tools.ts';

/** Readers look more often than a site changes so much. */
const MOST_ENTRIES = 100;
const ENTRY = /<entry>\n<id>([^<]*)<\/id>[\s\S]*?<\/entry>\n/g;

/** A feed (RFC 4287) with one more entry, the newest first. The same message makes no second entry. */
function feedWith(before: string, message: Message, instance: string): string {
  const id = `urn:tidemark:${instance}:${message.key}`;
  const kept = [...before.matchAll(ENTRY)].filter(([, known]) => known !== id).map(([entry]) => entry);
  const updated = new Date(message.at).toISOString();
  const html = fittingText(
    message,
    (paragraphs) => markup(paragraphs, simpleTags, '<br/>'),
    () => true,
  );
  const page = message.occasions[0]?.page.url ?? '';
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
  async send({ message, address }, tools) {
    const { folder } = localTools(tools);
    for (const [path, part] of filesOf(address, folder, message)) {
      try {
        await mkdir(dirname(path), { recursive: true });
        const before = await readFile(path, 'utf8').catch(() => '');
        // A reader sees the old feed or the new one, never half of it.
        await writeFile(`${path}.unfinished`, feedWith(before, part, tools.instance));
        await rename(`${path}.unfinished`, path);
      } catch (error) {
        throw new NotifyError('NOTIFY_FAILED', `cannot write ${path}: ${whyUnwritable(error)}`, {
          cause: error,
        });
      }
    }
  },
};
