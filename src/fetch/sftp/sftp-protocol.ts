import type { Egress } from '../egress/guarded-egress.ts';
import { canonicalHost } from '../egress/host-names.ts';
import { FetchError } from '../errors.ts';
import type { ListingProtocol, Site } from '../protocol/listing-spider.ts';
import { SftpSpider } from './sftp-spider.ts';
import type { SshTarget } from './ssh-connection.ts';

export interface SftpOptions {
  readonly egress: Egress;
  /** Gives the text of the known_hosts file, anew for every connection. */
  readonly knownHosts: () => Promise<string>;
  /** For the log-in, and for every answer of the server. Default 30 s. */
  readonly timeoutMs?: number;
  /** Entries of one folder. Default 1,000,000. */
  readonly maxEntries?: number;
}

/** SFTP version 3 over SSH 2. Servers are known by their keys, never on first sight. */
export function sftpProtocol({
  egress,
  knownHosts,
  timeoutMs = 30_000,
  maxEntries = 1e6,
}: SftpOptions): ListingProtocol {
  return {
    schemes: ['sftp:'],
    capabilities: { lists: true, hashes: false, resumes: true },
    async start(site) {
      const target = sshTarget(site);
      // A library of its own, which only who uses it waits for.
      const { openSsh } = await import('./ssh-connection.ts');
      const connect = async () => openSsh(target, { egress, knownHosts: await knownHosts(), timeoutMs });
      return new SftpSpider(connect, await connect(), { timeoutMs, maxEntries });
    },
  };
}

function sshTarget({ url, login }: Site): SshTarget {
  const parsed = URL.parse(url);
  const host = canonicalHost(parsed?.hostname.replace(/^\[|\]$/g, '') ?? '');
  if (parsed === null || host === null || host === '') {
    throw new FetchError(
      'FETCH_URL_INVALID',
      `"${url}" is no address of an SFTP server: write sftp://host/folder/`,
      {
        url,
      },
    );
  }
  if (login === undefined) {
    throw new FetchError('FETCH_LOGIN', `${url}: SFTP has no guests: give a user with a password or a key`, {
      url,
    });
  }
  return { url, host, port: parsed.port === '' ? 22 : Number(parsed.port), login };
}
