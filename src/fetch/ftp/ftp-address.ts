import { canonicalHost } from '../egress/egress-policy.ts';
import { FetchError } from '../errors.ts';
import type { Site } from '../protocol/protocol.ts';
import { type ByteString, encodeName, nameProblem, namesOf } from '../protocol/url-names.ts';

/** `ftpes:` starts TLS with a command (RFC 4217), `ftps:` starts with TLS. FileZilla and others write them so. */
type FtpSecurity = 'none' | 'explicit' | 'implicit';

export interface FtpAddress {
  readonly host: string;
  readonly port: number;
  readonly security: FtpSecurity;
}

const securityOf: Readonly<Record<string, FtpSecurity>> = {
  'ftp:': 'none',
  'ftpes:': 'explicit',
  'ftps:': 'implicit',
};

export const ftpSchemes: readonly string[] = Object.keys(securityOf);

export function ftpAddress({ url }: Site): FtpAddress {
  const parsed = URL.parse(url);
  const security = securityOf[parsed?.protocol ?? ''];
  const host = canonicalHost(parsed?.hostname.replace(/^\[|\]$/g, '') ?? '');
  if (parsed === null || security === undefined || host === null || host === '') {
    throw new FetchError(
      'FETCH_URL_INVALID',
      `"${url}" is not the address of an FTP server: write ftp://host/folder/`,
      {
        url,
      },
    );
  }
  const port = parsed.port === '' ? (security === 'implicit' ? 990 : 21) : Number(parsed.port);
  return { host, port, security };
}

/**
 * Why a name cannot be sent in a command, or null: a command ends with CR LF. A name may contain LF, which is sent as NUL
 * (https://cr.yp.to/ftp/request.html); CR would be taken for the end of the command or for half of it.
 */
export function ftpNameProblem(name: ByteString): string | null {
  return nameProblem(name) ?? (name.includes('\r') ? 'it contains a carriage return' : null);
}

/**
 * The path as it is sent in a command. Paths start at the folder that the server shows after the log-in, or at the root of the server if they begin with
 * `/%2F` (RFC 1738, section 3.2.2).
 */
export function ftpPath(url: string, home: ByteString): ByteString {
  const fromRoot = url.replace(/^([a-z]+:\/\/[^/]*)\/%2f/i, '$1/');
  const start = fromRoot === url ? home.replace(/\/$/, '') : '';
  const names = namesOf(fromRoot);
  for (const name of names) {
    const problem = ftpNameProblem(name);
    if (problem !== null)
      throw new FetchError('FETCH_URL_INVALID', `${url}: "${encodeName(name)}" is not a name: ${problem}`, {
        url,
      });
  }
  return `${start}/${names.join('/').replaceAll('\n', '\0')}`;
}
