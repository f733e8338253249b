import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Monitor, Reported } from './monitor.ts';

const words: Readonly<Record<string, Reported>> = {
  CHANGED: 'changed',
  NEW: 'new',
  ERROR: 'failed',
  UNCHANGED: 'same',
};

/** urlwatch itself: one job per page, with text by html2text, as its manual advises for web pages. */
export async function urlwatchMonitor(program: string): Promise<Monitor> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-urlwatch-'));
  const files = {
    urls: join(folder, 'urls.yaml'),
    config: join(folder, 'config.yaml'),
    cache: join(folder, 'cache.db'),
  };
  await writeFile(files.config, config);
  let watched: readonly string[] = [];
  let found = new Map<string, Reported>();
  return {
    name: 'urlwatch',
    look: async (origin, addresses) => {
      watched = addresses;
      const jobs = addresses.map(
        (address) =>
          `name: ${JSON.stringify(address)}\nurl: ${JSON.stringify(origin + address)}\nfilter:\n  - html2text\n`,
      );
      await writeFile(files.urls, jobs.join('---\n'));
      const args = [
        '--urls',
        files.urls,
        '--config',
        files.config,
        '--cache',
        files.cache,
        '--hooks',
        join(folder, 'none.py'),
      ];
      const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 1e9 });
      found = new Map(
        [...stdout.matchAll(/^\d+\. ([A-Z]+): (.*)$/gm)].map(([, word = '', name = '']) => [
          name,
          words[word] ?? null,
        ]),
      );
    },
    // Pages that it does not name have not changed. It reports a missing page as an error.
    reported: (keyOf) =>
      new Map(watched.map((address): [string, Reported] => [keyOf(address), found.get(address) ?? 'same'])),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

const config = `display:
  new: true
  error: true
  unchanged: true
report:
  text:
    details: false
    footer: false
    line_length: 500
    minimal: false
  stdout:
    color: false
    enabled: true
`;
