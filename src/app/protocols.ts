import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { Config } from '../config/index.ts';
import {
  fileProtocol,
  ftpProtocol,
  httpProtocol,
  type Protocol,
  Protocols,
  sftpProtocol,
} from '../fetch/index.ts';
import type { CrawlSettings } from './crawl-settings.ts';
import { httpOptions, siteEgress } from './site-fetcher.ts';

/**
 * What Tidemark can visit: the only list of protocols. A new one is one more line. `hosts` are those that the user named:
 * they need not be public. `more` are those that whoever embeds Tidemark adds.
 */
export function siteProtocols(
  hosts: readonly string[],
  settings: CrawlSettings,
  config: Pick<Config, 'knownHosts' | 'folders' | 'caFile'>,
  more: readonly Protocol[] = [],
): Protocols {
  const egress = siteEgress(hosts, settings, config);
  return new Protocols([
    httpProtocol(httpOptions(hosts, settings, config)),
    ftpProtocol({ egress }),
    sftpProtocol({ egress, knownHosts: () => knownHosts(config.knownHosts) }),
    fileProtocol({ allowedRoots: config.folders }),
    ...more,
  ]);
}

/** Without the file no server is known, which the spider tells with what to write into it. */
async function knownHosts(path: string): Promise<string> {
  try {
    return await readFile(path.replace(/^~(?=[/\\])/, homedir()), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
