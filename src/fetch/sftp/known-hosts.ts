import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface KnownKey {
  /** As in `ssh-ed25519`. */
  readonly type: string;
  readonly key: Buffer;
  readonly isRevoked: boolean;
}

/**
 * The keys that a known_hosts file (sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT") has of a host. Lines that cannot be read
 * are left out, as OpenSSH does. Certificate authorities are not supported.
 */
export function knownKeys(file: string, host: string, port: number): readonly KnownKey[] {
  const name = port === 22 ? host : `[${host}]:${port}`;
  return file.split('\n').flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const marker = fields[0]?.startsWith('@') === true ? fields.shift() : undefined;
    const [hosts = '', type = '', key = ''] = fields;
    if (hosts.startsWith('#') || key === '' || marker === '@cert-authority' || !names(hosts, name)) return [];
    return [{ type, key: Buffer.from(key, 'base64'), isRevoked: marker === '@revoked' }];
  });
}

/** How a key is told to people, as ssh-keygen -l prints it. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** The type stands at the beginning of every key (RFC 4253, section 6.6). */
export function typeOfKey(key: Buffer): string {
  return key.length < 4 ? '' : key.toString('latin1', 4, 4 + key.readUInt32BE(0));
}

function names(hosts: string, name: string): boolean {
  if (hosts.startsWith('|1|')) return isHashOf(hosts, name);
  const patterns = hosts.split(',');
  if (patterns.some((pattern) => pattern.startsWith('!') && fits(pattern.slice(1), name))) return false;
  return patterns.some((pattern) => fits(pattern, name));
}

/** `|1|salt|hash`: HMAC-SHA1 of the name. */
function isHashOf(field: string, name: string): boolean {
  const [, , salt = '', hash = ''] = field.split('|');
  const expected = Buffer.from(hash, 'base64');
  const found = createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest();
  return expected.length === found.length && timingSafeEqual(expected, found);
}

/** `*` and `?` as in file names. Written without a regular expression: a pattern of many stars would take for ever. */
function fits(pattern: string, name: string): boolean {
  let at = 0;
  let place = 0;
  let star = -1;
  let retry = 0;
  while (at < name.length) {
    if (place < pattern.length && (pattern[place] === '?' || pattern[place]?.toLowerCase() === name[at])) {
      at++;
      place++;
    } else if (pattern[place] === '*') {
      star = place++;
      retry = at;
    } else if (star >= 0) {
      place = star + 1;
      at = ++retry;
    } else return false;
  }
  while (pattern[place] === '*') place++;
  return place === pattern.length;
}
