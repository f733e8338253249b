import type { ChannelCheck } from '../../../project/index.ts';
import { NotifyError } from '../errors.ts';
import { apprise } from './apprise.ts';
import { atom } from './atom.ts';
import type { Channel } from './channel.ts';
import { command } from './command.ts';
import { desktop } from './desktop.ts';
import { discord } from './discord.ts';
import { email } from './email.ts';
import { file } from './file.ts';
import { matrix } from './matrix.ts';
import { ntfy } from './ntfy.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

/** Every channel there is. */
export const channels: readonly Channel[] = [
  email,
  webhook,
  slack,
  discord,
  teams,
  telegram,
  matrix,
  ntfy,
  apprise,
  file,
  command,
  desktop,
  atom,
];

/** Addresses of services as the services themselves write them. */
const known: readonly (readonly [pattern: RegExp, scheme: string])[] = [
  [/^https:\/\/hooks\.slack\.com\//i, 'slack'],
  [/^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\//i, 'discord'],
  [/^https:\/\/[\w.-]+\.(?:logic\.azure|api\.powerplatform)\.com\//i, 'teams'],
];

/** An address with the scheme of its channel: `https://hooks.slack.com/...` is for Slack, whoever copied it from there. */
export function channelAddress(address: string): string {
  const scheme = known.find(([pattern]) => pattern.test(address))?.[1];
  return scheme === undefined ? address : `${scheme}+${address}`;
}

/** The channel of an address. Throws NOTIFY_ADDRESS_INVALID, without repeating the address. */
export function channelOf(address: string, all: readonly Channel[] = channels): Channel {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(channelAddress(address))?.[1]?.toLowerCase() ?? '';
  const channel = all.find(({ schemes }) => schemes.includes(scheme));
  if (channel === undefined)
    throw new NotifyError(
      'NOTIFY_ADDRESS_INVALID',
      `there is no channel "${scheme}:"; write an address such as ${examplesOf(all)}`,
    );
  const problem = channel.problemOf(channelAddress(address));
  if (problem !== null)
    throw new NotifyError(
      'NOTIFY_ADDRESS_INVALID',
      `the address for ${scheme}: cannot be used: ${problem}. Write it as in ${channel.example}`,
    );
  return channel;
}

/** Whether messages to an address use files or programs of this machine. Throws NOTIFY_ADDRESS_INVALID. */
export function isLocalChannel(address: string): boolean {
  const channel = channelOf(address);
  // Apprise is a server, or a program.
  return local.includes(channel) || (channel === apprise && apprise.hostOf(address) === null);
}

const local: readonly Channel[] = [file, atom, command, desktop];

const examplesOf = (all: readonly Channel[]): string => all.map(({ example }) => example).join(', ');

/** For project files: what is wrong with an entry under `notify`, or worth a look. */
export const channelCheck =
  (all: readonly Channel[] = channels): ChannelCheck =>
  ({ to, token }) => {
    if (typeof to !== 'string') return null;
    try {
      const channel = channelOf(to, all);
      if (channel.token === 'required' && token === undefined)
        return error('this channel needs a token', 'add token: { secret: NAME }');
      if (channel.token === 'none' && token !== undefined)
        return error('this channel has no token', 'remove "token"');
      if (channel.addressIsSecret || (channel === webhook && holdsKey(to)))
        return {
          severity: 'warning',
          message: 'everyone who sees this address can send messages to it',
          hint: 'store it with tidemark secrets set NAME, and write to: { secret: NAME }',
        };
      return null;
    } catch (failure) {
      if (!(failure instanceof NotifyError)) throw failure;
      const [message = '', hint = 'write an address such as mailto:me@example.org'] = failure.message.split(
        /(?:; |\. (?=Write))/,
        2,
      );
      return error(message, hint.replace(/^W/, 'w'));
    }
  };

/** A query, or a long part that no person chose, is what a webhook knows its senders by. */
function holdsKey(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.search !== '' || /\/[\w-]{16,}/.test(url.pathname));
}

const error = (message: string, hint: string) => ({ severity: 'error', message, hint }) as const;
