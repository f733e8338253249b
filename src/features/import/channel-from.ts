import { percentDecoded } from '../../base/index.ts';
import { cameOver, type ImportedPart, noEqual } from './imported-part.ts';
import type { SecretNames } from './imported-project.ts';

/** A notification address of another program, as a channel of Tidemark. Reports never show an address, since most contain a token. */
export interface ChannelFrom {
  readonly part: ImportedPart;
  /** Environment settings that the channel needs. */
  readonly settings: readonly string[];
}

const plainChannel = (what: string, how: string, to: string): ChannelFrom => ({
  part: cameOver(what, how, { notify: [to] }),
  settings: [],
});

interface SecretChannel {
  readonly what: string;
  readonly service: string;
  readonly address: string;
  readonly settings?: readonly string[];
  readonly how?: string;
}

/** A channel whose address is a secret. */
export function secretChannel(channel: SecretChannel, secrets: SecretNames): ChannelFrom {
  const { what, service, address, settings = [] } = channel;
  const { how = `notify: ${service}, its address as a stored secret` } = channel;
  const kept = secrets.keep(service, address);
  const notify = [{ to: kept.reference, name: kept.reference.secret }];
  return { part: cameOver(what, how, { notify, secrets: kept.secrets }), settings };
}

interface TokenChannel {
  readonly what: string;
  readonly service: string;
  readonly addresses: readonly string[];
  readonly token: string;
}

/** A channel with a public address and a secret token. */
export function tokenChannel(channel: TokenChannel, secrets: SecretNames): ChannelFrom {
  const { what, service, addresses, token } = channel;
  const kept = secrets.keep(service, token);
  const notify = addresses.map((to) => ({ to, token: kept.reference }));
  const how = `notify: ${service}, its token as a stored secret`;
  return { part: cameOver(what, how, { notify, secrets: kept.secrets }), settings: [] };
}

const appriseSetting = 'TIDEMARK_NOTIFY_COMMANDS=yes';

/** Services that only Apprise supports are sent through its program. */
export function throughApprise(what: string, address: string, secrets: SecretNames): ChannelFrom {
  const how = 'notify: through the apprise program, which must be installed; the address is a stored secret';
  const settings = [appriseSetting];
  return secretChannel({ what, service: 'apprise', address: `apprise:${address}`, settings, how }, secrets);
}

interface MailServer {
  readonly host: string;
  readonly port: number | null;
  readonly isSecure: boolean;
  readonly user: string;
  readonly password: string;
}

/** Mail: each recipient is a channel, and the server is a setting. */
export function mailChannel(what: string, people: readonly string[], server: MailServer | null): ChannelFrom {
  const part = cameOver(what, 'notify: mailto', {
    notify: people.map((person) => `mailto:${person}`),
    ...(server !== null &&
      server.password !== '' && { secrets: [{ name: 'smtp-password', value: server.password }] }),
  });
  return { part, settings: server === null ? [] : [smtpSetting(server)] };
}

function smtpSetting({ host, port, isSecure, user }: MailServer): string {
  const account = user === '' ? '' : `${encodeURIComponent(user)}@`;
  return `TIDEMARK_SMTP=${isSecure ? 'smtps' : 'smtp'}://${account}${host}${port === null ? '' : `:${port}`}`;
}

type Read = (url: AppriseAddress, secrets: SecretNames) => ChannelFrom | null;

/** `scheme://user:password@host:port/first/second?query`; the host of an Apprise address may be a token, in any case and with any characters. */
interface AppriseAddress {
  readonly what: string;
  readonly address: string;
  readonly isSecure: boolean;
  readonly user: string;
  readonly password: string;
  readonly host: string;
  readonly port: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

const webAddress = ({ isSecure, host, port, path }: AppriseAddress): string =>
  `${isSecure ? 'https' : 'http'}://${host}${port}/${path.join('/')}`;

/** Mail servers that Apprise derives from the domain of the address. */
const mailServers: Readonly<Record<string, string>> = {
  'gmail.com': 'smtp.gmail.com',
  'fastmail.com': 'smtp.fastmail.com',
  'yahoo.com': 'smtp.mail.yahoo.com',
};

/** The services that have a channel. Null: this form of the address has no equivalent, and Apprise itself must send. */
const services: Readonly<Record<string, Read>> = {
  mailto: ({ what, host, port, user, password, isSecure, query }) => {
    const account = user.includes('@') ? user : user === '' ? '' : `${user}@${host}`;
    const people = (query.get('to') ?? account).split(/[,;\s]+/).filter((person) => person.includes('@'));
    if (people.length === 0) return null;
    return mailChannel(what, people, {
      host: query.get('smtp') ?? mailServers[host] ?? host,
      port: port === '' ? null : Number(port.slice(1)),
      isSecure,
      user,
      password,
    });
  },
  json: (url, secrets) => {
    if (url.user !== '') return null;
    const { what } = url;
    const address = webAddress(url);
    const how = 'notify: a webhook; its JSON has other fields, see docs/notifications.md';
    return isPublicHook(url)
      ? plainChannel(what, how, address)
      : secretChannel({ what, service: 'webhook', address, how }, secrets);
  },
  tgram: ({ what, host, path, address }, secrets) => {
    // The token has the form 123:abc, so the apparent port is its second half.
    const token = /^tgram:\/\/(?:bot)?(\d+:[\w-]+)/i.exec(address)?.[1] ?? host;
    const chats = path.filter((chat) => /^-?\d+$|^@\w+$/.test(chat));
    if (chats.length === 0 || chats.length < path.length || !token.includes(':')) return null;
    const addresses = chats.map((chat) => `telegram:${chat}`);
    return tokenChannel({ what, service: 'telegram', addresses, token }, secrets);
  },
  discord: ({ what, host, path: [token] }, secrets) => {
    if (token === undefined) return null;
    const address = `discord://discord.com/api/webhooks/${host}/${token}`;
    return secretChannel({ what, service: 'discord', address }, secrets);
  },
  slack: ({ what, host, path: [second, third] }, secrets) => {
    if (second === undefined || third === undefined || !/^T\w+$/.test(host)) return null;
    const address = `slack://hooks.slack.com/services/${host}/${second}/${third}`;
    return secretChannel({ what, service: 'slack', address }, secrets);
  },
  ntfy: ({ what, host, port, path: [topic, ...more], user, isSecure }) => {
    if (user !== '' || more.length > 0) return null;
    // Without a topic, the host is a topic of the public service.
    if (topic === undefined) return plainChannel(what, 'notify: ntfy', `ntfy://ntfy.sh/${host}`);
    const scheme = isSecure || host === 'ntfy.sh' ? 'ntfy' : 'ntfy+http';
    return plainChannel(what, 'notify: ntfy', `${scheme}://${host}${port}/${topic}`);
  },
  matrix: ({ what, host, port, user, password, path, isSecure }, secrets) => {
    // Supported: a token without a password, and rooms by their ids.
    const rooms = path.filter((room) => /^[!#][^/]+:[^/]+$/.test(room));
    const token = password === '' ? user : '';
    if (token === '' || rooms.length === 0 || rooms.length < path.length) return null;
    const scheme = isSecure ? 'matrix' : 'matrix+http';
    const addresses = rooms.map((room) => `${scheme}://${host}${port}/${room}`);
    return tokenChannel({ what, service: 'matrix', addresses, token }, secrets);
  },
  apprise: ({ what, host, port, path, isSecure }, secrets) => {
    if (path.length === 0) return null;
    const address = `apprise+${isSecure ? 'https' : 'http'}://${host}${port}/notify/${path.at(-1)}`;
    return secretChannel({ what, service: 'apprise', address }, secrets);
  },
};

const isPublicHook = ({ path, query, password }: AppriseAddress): boolean =>
  password === '' && [...query.keys()].length === 0 && path.every((part) => part.length < LONG_PART);
/** Longer parts of a path are usually tokens, not words. */
const LONG_PART = 16;

const shape = /^([a-z][a-z0-9+.-]*):\/\/(?:([^/@]*)@)?([^/:?]*)(:[^/?]*)?(\/[^?]*)?(?:\?(.*))?$/i;

/** Imports an address in Apprise's form, which changedetection.io uses. */
export function channelFrom(address: string, secrets: SecretNames): ChannelFrom {
  const [, scheme = '', account = '', host = '', port = '', path = '', query = ''] =
    shape.exec(address.trim()) ?? [];
  const what = `notification ${scheme === '' ? 'address' : `${scheme}://`}`;
  const none = (why: string): ChannelFrom => ({ part: noEqual(what, why), settings: [] });
  if (scheme === '' && !/^[a-z]+:\/\//i.test(address)) return none('it is not an address');
  if (/\{\{|\{%/.test(address))
    return none('addresses are fixed: nothing is filled in when a message is sent');
  const { name, isSecure } = serviceOf(scheme.toLowerCase());
  if (/^(?:get|put|delete|patch|form|xml)$/.test(name)) return none('webhooks are posted as JSON');
  const [user = '', password = ''] = account.split(':');
  const read = services[name]?.(
    {
      what,
      address,
      isSecure,
      user: percentDecoded(user),
      password: percentDecoded(password),
      host: percentDecoded(host),
      port,
      path: path
        .split('/')
        .filter((part) => part !== '')
        .map(percentDecoded),
      query: new URLSearchParams(query),
    },
    secrets,
  );
  return read ?? throughApprise(what, address, secrets);
}

/** Apprise marks encrypted connections with an s at the end. */
function serviceOf(scheme: string): { readonly name: string; readonly isSecure: boolean } {
  if (scheme === 'post' || scheme === 'posts') return { name: 'json', isSecure: scheme === 'posts' };
  const plain = scheme.replace(/s$/, '');
  if (services[scheme] !== undefined) return { name: scheme, isSecure: false };
  return { name: plain, isSecure: scheme.endsWith('s') };
}
