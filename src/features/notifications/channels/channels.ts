import { kindOfAddress } from '../../../crawl/projects/channel-addresses.ts';
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

/** All channels. */
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

/** The channel of an address. Throws NOTIFY_ADDRESS_INVALID, without repeating the address. */
export function channelOf(address: string, all: readonly Channel[] = channels): Channel {
  const channel = kindOfAddress(address, all);
  if ('reason' in channel) throw new NotifyError('NOTIFY_ADDRESS_INVALID', channel);
  return channel;
}
