import type { AnyAuthMethod } from 'ssh2';
import type { SiteLogin } from '../protocol/listing-spider.ts';
import { privateKeyOf } from './private-key.ts';

/**
 * What is shown to the server, one after the other: the key, then the password. Many servers take a password only as the answer to
 * a question (RFC 4256): those that would not be shown on a screen are answered with it. Throws FETCH_KEY_INVALID.
 */
export function waysToLogIn(url: string, login: SiteLogin): AnyAuthMethod[] {
  const { username, password } = login;
  const key = privateKeyOf(url, login);
  const ways: AnyAuthMethod[] = key === null ? [] : [{ type: 'publickey', username, key }];
  if (password === undefined) return ways;
  return [
    ...ways,
    { type: 'password', username, password },
    {
      type: 'keyboard-interactive',
      username,
      prompt: (_name, _instructions, _language, questions, answer) =>
        answer(questions.map(({ echo }) => (echo === true ? '' : password))),
    },
  ];
}
