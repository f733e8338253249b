import ssh2, { type ParsedKey } from 'ssh2';
import { FetchError } from '../errors.ts';
import type { SiteLogin } from '../protocol/listing-spider.ts';

/** Unlocking a key takes a third of a second on purpose: once for all connections of a log-in. */
const unlocked = new WeakMap<SiteLogin, ParsedKey>();

/**
 * The key of a log-in; null when it has none. Read before connecting, so that a wrong passphrase is not taken for a wrong
 * log-in. The key itself is never shown.
 */
export function privateKeyOf(url: string, login: SiteLogin): ParsedKey | null {
  const { privateKey, passphrase } = login;
  if (privateKey === undefined) return null;
  const known = unlocked.get(login);
  if (known !== undefined) return known;
  const parsed = ssh2.utils.parseKey(privateKey, passphrase);
  if (!(parsed instanceof Error)) {
    unlocked.set(login, parsed);
    return parsed;
  }
  const locked = /passphrase|encrypted|decrypt/i.test(parsed.message);
  throw new FetchError(
    'FETCH_KEY_INVALID',
    `${url}: the private key ${locked ? 'needs its passphrase, or another one' : 'is in no known format'}`,
    { url },
  );
}
