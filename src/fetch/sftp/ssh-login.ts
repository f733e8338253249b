import ssh2, { type AnyAuthMethod, type ParsedKey } from 'ssh2';
import { FetchError } from '../errors.ts';
import type { SiteLogin } from '../protocol/protocol.ts';

/**
 * What to offer to the server, in this order: the key, the password, and the password as the answer to questions
 * (RFC 4256) that hide what is typed, which is the only way some servers accept it. Throws FETCH_KEY_INVALID.
 */
export function logInMethods(url: string, login: SiteLogin): AnyAuthMethod[] {
  const { username, password } = login;
  const key = privateKeyOf(url, login);
  const methods: AnyAuthMethod[] = key === null ? [] : [{ type: 'publickey', username, key }];
  if (password === undefined) return methods;
  return [
    ...methods,
    { type: 'password', username, password },
    {
      type: 'keyboard-interactive',
      username,
      prompt: (_name, _instructions, _language, questions, answer) =>
        answer(questions.map(({ echo }) => (echo === true ? '' : password))),
    },
  ];
}

/** Unlocking a key takes a third of a second by design, so all connections of a log-in share the result. */
const unlocked = new WeakMap<SiteLogin, ParsedKey>();

/**
 * The key of a log-in, or null. It is read before connecting, so that a wrong passphrase is not taken for a wrong log-in.
 * The key itself never appears in a message.
 */
function privateKeyOf(url: string, login: SiteLogin): ParsedKey | null {
  const { privateKey, passphrase } = login;
  if (privateKey === undefined) return null;
  const known = unlocked.get(login);
  if (known !== undefined) return known;
  const parsed = ssh2.utils.parseKey(privateKey, passphrase);
  if (!(parsed instanceof Error)) {
    unlocked.set(login, parsed);
    return parsed;
  }
  const isLocked = /passphrase|encrypted|decrypt/i.test(parsed.message);
  throw new FetchError(
    'FETCH_KEY_INVALID',
    `${url}: the private key ${isLocked ? 'needs a passphrase, or another one' : 'has an unknown format'}`,
    { url },
  );
}
