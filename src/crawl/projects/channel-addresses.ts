import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { percentDecoded } from '../../base/index.ts';
import type { ChannelCheck, NotifyEntry } from '../../project/index.ts';

/** The addresses of one kind of channel. Here, so that project files are checked without loading the code that sends. */
export interface ChannelAddress {
  /** The schemes of its addresses, without the colon. */
  readonly schemes: readonly string[];
  /** An example address, for messages that say what to write. */
  readonly example: string;
  readonly token: 'none' | 'optional' | 'required';
  /** Whether knowing the address is enough to send to it, so that it should be kept as a secret. */
  readonly addressIsSecret: boolean;
  /** What is wrong with an address of one of the schemes, without repeating it; null when nothing is. */
  problemOf(address: string): string | null;
  /** The host that is contacted; null when the address names none. */
  hostOf(address: string): string | null;
}

/** `slack://host/path` is `https://host/path`; `slack+http://` and `slack+https://` say which. Null for anything else. */
export function serviceUrl(address: string): URL | null {
  const [, protocol = 'https', rest] = /^[a-z]+(?:\+(https?))?:\/\/(.*)$/is.exec(address) ?? [];
  return rest === undefined ? null : URL.parse(`${protocol.toLowerCase()}://${rest}`);
}

const schemesOf = (name: string): readonly string[] => [name, `${name}+https`, `${name}+http`];

/** The common part of all services at a web address. `hasPath` says whether a path can be posted to. */
function atWebAddress(
  name: string,
  example: string,
  hasPath: (path: string) => boolean,
): Pick<ChannelAddress, 'schemes' | 'example' | 'problemOf' | 'hostOf'> {
  return {
    schemes: schemesOf(name),
    example,
    problemOf(address) {
      const url = serviceUrl(address);
      if (url === null || url.hostname === '') return 'it names no host';
      return hasPath(url.pathname) ? null : 'its path is not one that the service has';
    },
    hostOf: (address) => serviceUrl(address)?.hostname ?? null,
  };
}

export const recipientOf = (address: string): string => percentDecoded(address.slice('mailto:'.length));

/** `telegram:4711`, or `telegram+https://server/4711` for the user's own server. */
export function telegramTarget(address: string): { readonly server: string; readonly chat: string } | null {
  const short = /^telegram:(-?\d+|@\w+)$/i.exec(address)?.[1];
  if (short !== undefined) return { server: 'https://api.telegram.org', chat: short };
  const url = serviceUrl(address);
  const chat = /^\/(-?\d+|@\w+)$/.exec(url?.pathname ?? '')?.[1];
  return url === null || chat === undefined ? null : { server: url.origin, chat };
}

/** `matrix://server/!room:server` */
export function matrixTarget(
  address: string,
): { readonly server: string; readonly host: string; readonly room: string } | null {
  const url = serviceUrl(address);
  const room = percentDecoded(url?.pathname.slice(1) ?? '');
  return url !== null && /^[!#][^/]+:[^/]+$/.test(room)
    ? { server: url.origin, host: url.hostname, room }
    : null;
}

/** `apprise:tgram://...` is for the program; `apprise://host/notify/KEY` for its server. */
export const programTarget = (address: string): string | null =>
  /^apprise:([a-z][a-z0-9+.-]*:.*)$/is.exec(address)?.[1] ?? null;

const isServer = (address: string): boolean => /\/notify\/./.test(serviceUrl(address)?.pathname ?? '');

/** `command:/usr/local/bin/tell --loud`: split at spaces. There is no shell, so no other character is special. */
export const commandWords = (address: string): readonly string[] =>
  address
    .slice(address.indexOf(':') + 1)
    .split(/\s+/)
    .filter((word) => word !== '');

/** The path after the colon: `file:changes.log`, `file:///var/log/changes.log`. Empty when the address names no file of this machine. */
export function pathIn(address: string): string {
  const rest = address.slice(address.indexOf(':') + 1);
  if (!rest.startsWith('///')) return rest;
  try {
    return fileURLToPath(`file:${rest}`);
  } catch {
    return '';
  }
}

/** The addresses of all channels. */
export const addresses = {
  email: {
    schemes: ['mailto'],
    example: 'mailto:me@example.org',
    token: 'none',
    addressIsSecret: false,
    problemOf(address) {
      const recipient = recipientOf(address);
      if (/[,;]/.test(recipient)) return 'it names more than one person: write an entry for each';
      return /^[^\s@<>"()[\]\\\p{Cc}]+@[^\s@<>"()\\?&\p{Cc}]+$/u.test(recipient)
        ? null
        : 'it is not a mail address';
    },
    hostOf: () => null,
  },
  webhook: {
    schemes: ['https', 'http'],
    example: 'https://example.org/hook',
    token: 'optional',
    addressIsSecret: false,
    problemOf: (address) => (URL.parse(address)?.hostname ? null : 'it names no host'),
    hostOf: (address) => URL.parse(address)?.hostname ?? null,
  },
  slack: {
    ...atWebAddress('slack', 'slack://hooks.slack.com/services/T000/B000/XXXX', (path) => path.length > 1),
    token: 'none',
    addressIsSecret: true,
  },
  discord: {
    ...atWebAddress('discord', 'discord://discord.com/api/webhooks/ID/TOKEN', (path) =>
      /\/webhooks\/[^/]+\/[^/]+/.test(path),
    ),
    token: 'none',
    addressIsSecret: true,
  },
  teams: {
    ...atWebAddress(
      'teams',
      'teams://example.westeurope.logic.azure.com/workflows/ID/triggers/manual/paths/invoke?sig=XXXX',
      (path) => path.length > 1,
    ),
    token: 'none',
    addressIsSecret: true,
  },
  telegram: {
    schemes: schemesOf('telegram'),
    example: 'telegram:4711',
    token: 'required',
    addressIsSecret: false,
    problemOf: (address) =>
      telegramTarget(address) === null ? 'it names no chat: a number, or @ and a name' : null,
    hostOf: (address) => URL.parse(telegramTarget(address)?.server ?? '')?.hostname ?? null,
  },
  matrix: {
    schemes: schemesOf('matrix'),
    example: 'matrix://matrix.example.org/!room:example.org',
    token: 'required',
    addressIsSecret: false,
    problemOf: (address) =>
      matrixTarget(address) === null ? 'it names no room, as in !room:example.org' : null,
    hostOf: (address) => matrixTarget(address)?.host ?? null,
  },
  ntfy: {
    ...atWebAddress('ntfy', 'ntfy://ntfy.sh/my-topic', (path) => /^\/[\w-]{1,64}$/.test(path)),
    token: 'optional',
    // Knowing the name of a topic is also enough to read it; a private server has users.
    addressIsSecret: false,
  },
  apprise: {
    schemes: schemesOf('apprise'),
    example: 'apprise://apprise.example.org/notify/KEY',
    token: 'none',
    addressIsSecret: true,
    problemOf: (address) =>
      programTarget(address) !== null || isServer(address)
        ? null
        : 'it is neither an Apprise server (its path is /notify/KEY) nor an address for the apprise program',
    hostOf: (address) => (programTarget(address) === null ? (serviceUrl(address)?.hostname ?? null) : null),
  },
  file: {
    schemes: ['file'],
    example: 'file:changes.log',
    token: 'none',
    addressIsSecret: false,
    problemOf: (address) => (pathIn(address) === '' ? 'it names no file' : null),
    hostOf: () => null,
  },
  command: {
    schemes: ['command'],
    example: 'command:/usr/local/bin/tell --loud',
    token: 'none',
    addressIsSecret: false,
    problemOf: (address) => (commandWords(address).length === 0 ? 'it names no program' : null),
    hostOf: () => null,
  },
  desktop: {
    schemes: ['desktop'],
    example: 'desktop:',
    token: 'none',
    addressIsSecret: false,
    problemOf: (address) => (/^desktop:(?:\/\/)?$/i.test(address) ? null : 'nothing follows the colon'),
    hostOf: () => null,
  },
  atom: {
    schemes: ['atom'],
    example: 'atom:feeds/{project}-{detector}.atom',
    token: 'none',
    addressIsSecret: false,
    problemOf: (address) => (pathIn(address) === '' ? 'it names no file' : null),
    hostOf: () => null,
  },
} as const satisfies Readonly<Record<string, ChannelAddress>>;

/** Addresses of services as the services themselves show them. */
const known: readonly (readonly [pattern: RegExp, scheme: string])[] = [
  [/^https:\/\/hooks\.slack\.com\//i, 'slack'],
  [/^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\//i, 'discord'],
  [/^https:\/\/[\w.-]+\.(?:logic\.azure|api\.powerplatform)\.com\//i, 'teams'],
];

/** An address with the scheme of its channel: `https://hooks.slack.com/...`, as Slack shows it, becomes one of Slack. */
export function channelAddress(address: string): string {
  const scheme = known.find(([pattern]) => pattern.test(address))?.[1];
  return scheme === undefined ? address : `${scheme}+${address}`;
}

/** What is wrong with an address, without repeating it, and what to write instead. */
interface AddressProblem {
  readonly reason: string;
  readonly hint: string;
}

/** The kind of an address, or the problem when it has none. */
export function kindOfAddress<Kind extends ChannelAddress>(
  address: string,
  all: readonly Kind[],
): Kind | AddressProblem {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(channelAddress(address))?.[1]?.toLowerCase() ?? '';
  const kind = all.find(({ schemes }) => schemes.includes(scheme));
  if (kind === undefined)
    return {
      reason: `there is no channel "${scheme}:"`,
      hint: `write an address such as ${all.map(({ example }) => example).join(', ')}`,
    };
  const problem = kind.problemOf(channelAddress(address));
  return problem === null
    ? kind
    : {
        reason: `the address for ${scheme}: cannot be used: ${problem}`,
        hint: `write it as in ${kind.example}`,
      };
}

/** Whether an address uses this machine, whether it is a secret, and the host that it contacts. Null for an address that no channel has. */
export function channelReach(
  address: string,
): { readonly isLocal: boolean; readonly isSecret: boolean; readonly host: string | null } | null {
  const kind: ChannelAddress | AddressProblem = kindOfAddress<ChannelAddress>(
    address,
    Object.values(addresses),
  );
  if ('reason' in kind) return null;
  const host = kind.hostOf(channelAddress(address));
  // Apprise is a server, or a program.
  const isLocal = local.includes(kind) || (kind === addresses.apprise && host === null);
  return { isLocal, isSecret: kind.addressIsSecret, host };
}

/** Channels that use files or programs of this machine. */
const local: readonly ChannelAddress[] = [
  addresses.file,
  addresses.atom,
  addresses.command,
  addresses.desktop,
];

/** For project files: an error or a warning about an entry under `notify`. */
export const channelCheck =
  (all: readonly ChannelAddress[] = Object.values(addresses)): ChannelCheck =>
  ({ to, token }) => {
    if (typeof to !== 'string') return null;
    const kind = kindOfAddress(to, all);
    if ('reason' in kind) return error(kind.reason, kind.hint);
    if (kind.token === 'required' && token === undefined)
      return error('this channel needs a token', 'add token: { secret: NAME }');
    if (kind.token === 'none' && token !== undefined)
      return error('this channel has no token', 'remove "token"');
    if (kind.addressIsSecret || (kind.schemes.includes('https') && holdsKey(to)))
      return {
        severity: 'warning',
        message: 'everyone who sees this address can send messages to it',
        hint: 'store it with tidemark secrets set NAME, and write to: { secret: NAME }',
      };
    return null;
  };

/** Webhooks recognise their senders by a query, or by a long generated part of the path. */
function holdsKey(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.search !== '' || /\/[\w-]{16,}/.test(url.pathname));
}

const error = (message: string, hint: string) => ({ severity: 'error', message, hint }) as const;

/** The name of the entry, or its address without parts that may be a token: `slack://hooks.slack.com/… (3f2a1c)`. */
export function channelName({ name, to }: Pick<NotifyEntry, 'name' | 'to'>): string {
  if (name !== undefined) return name;
  if (typeof to !== 'string') {
    const [[kind, value] = ['secret', '']] = Object.entries(to);
    return `${kind} ${value}`;
  }
  return shownAddress(to);
}

/** Addresses that name people, programs and files are shown unchanged; the paths of all others may contain a token. */
function shownAddress(address: string): string {
  const [, beginning, rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/is.exec(address) ?? [];
  if (beginning === undefined || /^(?:file|atom):/i.test(address) || rest.length <= 1) return address;
  const mark = createHash('sha256').update(address).digest('hex').slice(0, 6);
  return `${beginning.replace(/\/\/[^@]*@/, '//')}/… (${mark})`;
}
