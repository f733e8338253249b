import type { Egress } from '../egress/egress.ts';
import type { ListingProtocol } from '../protocol/protocol.ts';
import { ftpAddress, ftpSchemes } from './ftp-address.ts';

export interface FtpOptions {
  readonly egress: Egress;
  /** For every answer of the server. Default 30 s. */
  readonly timeoutMs?: number;
  /** For one folder. Default 64 MiB, about half a million files. */
  readonly maxListingBytes?: number;
  /** For one folder. Default 30 min. */
  readonly listingTimeoutMs?: number;
  /** Milliseconds since 1970. Completes dates without a year. */
  readonly now?: () => number;
}

/** FTP (RFC 959), and FTP with explicit or implicit TLS (RFC 4217). */
export function ftpProtocol(options: FtpOptions): ListingProtocol {
  const { egress, now = Date.now } = options;
  const { timeoutMs = 30_000, maxListingBytes = 64 * 1024 * 1024, listingTimeoutMs = 30 * 60_000 } = options;
  const limits = { timeoutMs, maxListingBytes, listingTimeoutMs };
  return {
    schemes: ftpSchemes,
    capabilities: { lists: true, hashes: false, resumes: true },
    async start(site) {
      const address = ftpAddress(site);
      // Loaded on first use, so that other protocols need not wait for the library.
      const { FtpConnection, FtpSpider } = await import('./ftp-connection.ts');
      const connect = () => FtpConnection.open(site.url, address, site.login, { egress, ...limits });
      return new FtpSpider(connect, await connect(), now);
    },
  };
}
