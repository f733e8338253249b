import type { Egress } from '../egress/egress.ts';
import { canonicalHost } from '../egress/egress-policy.ts';
import { FetchError } from '../errors.ts';
import type { ListingProtocol, Site } from '../protocol/protocol.ts';
import type { SshTarget } from './ssh-connection.ts';

export interface SftpOptions {
  readonly egress: Egress;
  /** Returns the text of the known_hosts file. Called for every connection. */
  readonly knownHosts: () => Promise<string>;
  /** For the log-in, and for every answer of the server. Default 30 s. */
  readonly timeoutMs?: number;
  /** For one folder. Default 1,000,000. */
  readonly maxEntries?: number;
  /** The names of one folder together. Default 64 MiB. */
  readonly maxListingBytes?: number;
  /** For one folder. Default 30 min. */
  readonly listingTimeoutMs?: number;
}

/** SFTP version 3 over SSH 2. A server must be in known_hosts: an unknown key is never trusted on first use. */
export function sftpProtocol({
  egress,
  knownHosts,
  timeoutMs = 30_000,
  maxEntries = 1e6,
  maxListingBytes = 64 * 1024 * 1024,
  listingTimeoutMs = 30 * 60_000,
}: SftpOptions): ListingProtocol {
  return {
    schemes: ['sftp:'],
    capabilities: { lists: true, hashes: false, resumes: true },
    async start(site) {
      const target = sshTarget(site);
      // Loaded on first use, so that other protocols need not wait for the library.
      const [{ openSsh }, { SftpSpider }] = await Promise.all([
        import('./ssh-connection.ts'),
        import('./sftp-spider.ts'),
      ]);
      const connect = async () => openSsh(target, { egress, knownHosts: await knownHosts(), timeoutMs });
      const limits = { timeoutMs, maxEntries, maxListingBytes, listingTimeoutMs };
      return new SftpSpider(connect, await connect(), limits);
    },
  };
}

function sshTarget({ url, login }: Site): SshTarget {
  const parsed = URL.parse(url);
  const host = canonicalHost(parsed?.hostname.replace(/^\[|\]$/g, '') ?? '');
  if (parsed === null || host === null || host === '') {
    throw new FetchError(
      'FETCH_URL_INVALID',
      `"${url}" is not the address of an SFTP server: write sftp://host/folder/`,
      {
        url,
      },
    );
  }
  if (login === undefined) {
    throw new FetchError(
      'FETCH_LOGIN',
      `${url}: SFTP does not allow guests: give a user with a password or a key`,
      {
        url,
      },
    );
  }
  return { url, host, port: parsed.port === '' ? 22 : Number(parsed.port), login };
}
