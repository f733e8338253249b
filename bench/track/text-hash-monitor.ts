import { createHash } from 'node:crypto';
import type { Monitor, Reported } from './monitor.ts';

/** The simplest way to watch pages: compares the hash of each page's text with the last one. */
export function textHashMonitor(): Monitor {
  const hashes = new Map<string, string>();
  let found = new Map<string, Reported>();
  return {
    name: 'text hash',
    look: async (origin, addresses) => {
      found = new Map();
      for (const address of addresses) {
        const response = await fetch(`${origin}${address}`).catch(() => null);
        const body = await response?.text().catch(() => null);
        if (response?.ok !== true || typeof body !== 'string') {
          found.set(address, response?.status === 404 || response?.status === 410 ? 'missing' : 'failed');
          continue;
        }
        const hash = createHash('sha256').update(visibleText(body)).digest('hex');
        const last = hashes.get(address);
        found.set(address, last === undefined ? 'new' : last === hash ? 'same' : 'changed');
        hashes.set(address, hash);
      }
    },
    reported: (keyOf) => new Map([...found].map(([address, reported]) => [keyOf(address), reported])),
    close: () => Promise.resolve(),
  };
}

function visibleText(html: string): string {
  return html
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
