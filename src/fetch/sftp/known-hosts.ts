import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { FetchError } from '../errors.ts';

interface KnownKey {
  /** As in `ssh-ed25519`. */
  readonly type: string;
  readonly key: Buffer;
  readonly isRevoked: boolean;
}

/**
 * The keys of a host in a known_hosts file (sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT"). Like OpenSSH, it ignores lines that
 * it cannot read. Certificate authorities are not supported.
 */
export function knownKeys(file: string, host: string, port: number): readonly KnownKey[] {
  const name = port === 22 ? host : `[${host}]:${port}`;
  return file.split('\n').flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const marker = fields[0]?.startsWith('@') === true ? fields.shift() : undefined;
    const [hosts = '', type = '', key = ''] = fields;
    if (hosts.startsWith('#') || key === '' || marker === '@cert-authority' || !includesName(hosts, name))
      return [];
    return [{ type, key: Buffer.from(key, 'base64'), isRevoked: marker === '@revoked' }];
  });
}

/** The form that ssh-keygen -l prints for people to compare. */
function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** Every key begins with its type (RFC 4253, section 6.6). */
function typeOfKey(key: Buffer): string {
  return key.length < 4 ? '' : key.toString('latin1', 4, 4 + key.readUInt32BE(0));
}

/** Null if the key is known; otherwise why not to connect, and what to do. */
export function checkHostKey(
  url: string,
  name: string,
  key: Buffer,
  known: readonly KnownKey[],
): FetchError | null {
  const same = known.filter((candidate) => candidate.key.equals(key));
  const fingerprint = `${fingerprintOf(key)} (${typeOfKey(key)})`;
  if (same.some(({ isRevoked }) => isRevoked)) {
    return new FetchError(
      'FETCH_HOST_KEY_CHANGED',
      `${url}: the server shows the key ${fingerprint}, which known_hosts marks as revoked: do not connect`,
      { url },
    );
  }
  if (same.length > 0) return null;
  if (known.some(({ isRevoked }) => !isRevoked)) {
    return new FetchError(
      'FETCH_HOST_KEY_CHANGED',
      `${url}: the server shows the key ${fingerprint}, which is not the one in known_hosts: the connection may be ` +
        `intercepted. If its operator confirms the new key, remove the old line of ${name}`,
      { url },
    );
  }
  const line = `${name} ${typeOfKey(key)} ${key.toString('base64')}`;
  return new FetchError(
    'FETCH_HOST_KEY_UNKNOWN',
    `${url}: the server shows the key ${fingerprint}, which is not in known_hosts. Compare it with the one ` +
      `from its operator, then add this line: ${line}`,
    { url },
  );
}

/** The algorithms to ask for first, so that the server shows the key that we know and not another of its keys. */
export function preferredAlgorithms(known: readonly KnownKey[]): readonly string[] {
  const types = new Set(known.filter(({ isRevoked }) => !isRevoked).map(({ type }) => type));
  return [...types].flatMap((type) => algorithmsOf[type] ?? []);
}

const algorithmsOf: Readonly<Record<string, readonly string[]>> = {
  'ssh-ed25519': ['ssh-ed25519'],
  'ecdsa-sha2-nistp256': ['ecdsa-sha2-nistp256'],
  'ecdsa-sha2-nistp384': ['ecdsa-sha2-nistp384'],
  'ecdsa-sha2-nistp521': ['ecdsa-sha2-nistp521'],
  // RFC 8332: the same key with better signatures.
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256'],
};

function includesName(hosts: string, name: string): boolean {
  if (hosts.startsWith('|1|')) return isHashOf(hosts, name);
  const patterns = hosts.split(',');
  if (patterns.some((pattern) => pattern.startsWith('!') && matches(pattern.slice(1), name))) return false;
  return patterns.some((pattern) => matches(pattern, name));
}

/** `|1|salt|hash`: HMAC-SHA1 of the name. */
function isHashOf(field: string, name: string): boolean {
  const [, , salt = '', hash = ''] = field.split('|');
  const expected = Buffer.from(hash, 'base64');
  const found = createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest();
  return expected.length === found.length && timingSafeEqual(expected, found);
}

/** `*` and `?` as in file names. Not a regular expression, in which many stars would take for ever. */
function matches(pattern: string, name: string): boolean {
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
