import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { fileProtocol, ftpProtocol, httpProtocol, Protocols, sftpProtocol } from '../../fetch/index.ts';
import type { RunDefinition } from '../run/define-run.ts';
import type { RunDependencies } from '../run/run-request.ts';
import { httpOptions, siteEgress } from './site-network.ts';

/** All protocols: the only list. A new one is one more line. */
export function siteProtocols(
  { hosts, settings }: Pick<RunDefinition, 'hosts' | 'settings'>,
  { config, protocols: more = [] }: Required<Pick<RunDependencies, 'config'>> & RunDependencies,
): Protocols {
  const egress = siteEgress(hosts, settings, config);
  return new Protocols([
    httpProtocol(httpOptions(hosts, settings, config)),
    ftpProtocol({ egress }),
    sftpProtocol({ egress, knownHosts: () => knownHosts(config.knownHosts) }),
    ...(hosts === null ? [] : [fileProtocol({ allowedRoots: config.folders })]),
    ...more,
  ]);
}

/** Without the file no server is known; the error of the spider then says what to write into it. */
async function knownHosts(path: string): Promise<string> {
  try {
    return await readFile(path.replace(/^~(?=[/\\])/, homedir()), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
