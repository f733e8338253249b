import type { UrlRule } from '../url-rule.ts';

/** IANA's registered ports. Parsing knows the first five; the others are schemes whose links a crawler meets. */
const defaultPorts: ReadonlyMap<string, string> = new Map([
  ['http', '80'],
  ['https', '443'],
  ['ws', '80'],
  ['wss', '443'],
  ['ftp', '21'],
  ['ftps', '990'],
  ['sftp', '22'],
  ['ssh', '22'],
  ['telnet', '23'],
  ['gopher', '70'],
  ['nntp', '119'],
  ['imap', '143'],
  ['ldap', '389'],
  ['ldaps', '636'],
  ['rtsp', '554'],
]);

/** E1, table 1, scheme-based ii; RFC 3986, section 6.2.3. */
export const defaultPort: UrlRule = {
  name: 'default-port',
  why: 'without a port the scheme connects to this very port',
  apply(parts) {
    const { authority } = parts;
    if (authority === null) return parts;
    const colon = portColon(authority);
    if (colon < 0) return parts;
    const port = authority.slice(colon + 1);
    const isDefault = port === '' || port === defaultPorts.get(parts.scheme);
    return isDefault ? { ...parts, authority: authority.slice(0, colon) } : parts;
  },
};

/** Where the port's colon stands, or -1. Colons of passwords and of IPv6 addresses are others. */
function portColon(authority: string): number {
  const colon = authority.lastIndexOf(':');
  return colon > authority.lastIndexOf('@') && colon > authority.lastIndexOf(']') ? colon : -1;
}
