import { FetchError } from '../errors.ts';
import { fingerprintOf, type KnownKey, typeOfKey } from './known-hosts.ts';

/** Null when the key is known; else why the connection must not go on, and what to do. */
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
      `${url}: the server shows the key ${fingerprint}, which known_hosts has revoked: do not connect`,
      { url },
    );
  }
  if (same.length > 0) return null;
  if (known.some(({ isRevoked }) => !isRevoked)) {
    return new FetchError(
      'FETCH_HOST_KEY_CHANGED',
      `${url}: the server shows the key ${fingerprint}, which is not the one in known_hosts: somebody may be in ` +
        `between. If its operator confirms the new one, remove the old line of ${name}`,
      { url },
    );
  }
  const line = `${name} ${typeOfKey(key)} ${key.toString('base64')}`;
  return new FetchError(
    'FETCH_HOST_KEY_UNKNOWN',
    `${url}: the server shows the key ${fingerprint}, which is not in known_hosts. Compare it with what its operator ` +
      `tells you, then add this line: ${line}`,
    { url },
  );
}

/** Which algorithms to ask for first, so that the server shows the key that is known and not another of its keys. */
export function preferredAlgorithms(known: readonly KnownKey[]): readonly string[] {
  const types = new Set(known.filter(({ isRevoked }) => !isRevoked).map(({ type }) => type));
  return [...types].flatMap((type) => algorithmsOf[type] ?? []);
}

const algorithmsOf: Readonly<Record<string, readonly string[]>> = {
  'ssh-ed25519': ['ssh-ed25519'],
  'ecdsa-sha2-nistp256': ['ecdsa-sha2-nistp256'],
  'ecdsa-sha2-nistp384': ['ecdsa-sha2-nistp384'],
  'ecdsa-sha2-nistp521': ['ecdsa-sha2-nistp521'],
  // RFC 8332: one key, better signatures.
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256'],
};
