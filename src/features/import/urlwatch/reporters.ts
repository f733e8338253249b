import {
  type ChannelFrom,
  mailChannel,
  secretChannel,
  throughApprise,
  tokenChannel,
} from '../channel-from.ts';
import {
  type ImportedPart,
  joinImported,
  mapOf,
  noEqual,
  notNeeded,
  textIn,
  textListOf,
  type UntypedMap,
} from '../imported-part.ts';
import type { SecretNames } from '../imported-project.ts';

type Taking = (given: UntypedMap, secrets: SecretNames, what: string) => ChannelFrom | null;

const taking: Readonly<Record<string, Taking>> = {
  email: (given, _secrets, what) => {
    const people = textListOf(given['to']).flatMap((to) => to.split(/[,;\s]+/));
    const smtp = mapOf(given['smtp']);
    if (people.length === 0) return null;
    if (textIn(given['method']) === 'sendmail' || textIn(smtp['host']) === '')
      return mailChannel(what, people, null);
    const auth = smtp['auth'] === true || smtp['keyring'] === true;
    return mailChannel(what, people, {
      host: textIn(smtp['host']),
      port: Number(smtp['port']) > 0 ? Number(smtp['port']) : null,
      isSecure: Number(smtp['port']) === 465,
      user: auth ? textIn(smtp['user']) || textIn(given['from']) : '',
      password: textIn(smtp['insecure_password']),
    });
  },
  telegram: (given, secrets, what) => {
    const chats = textListOf(given['chat_id']);
    const token = textIn(given['bot_token']);
    if (chats.length === 0 || token === '') return null;
    const addresses = chats.map((chat) => `telegram:${chat}`);
    return tokenChannel({ what, service: 'telegram', addresses, token }, secrets);
  },
  slack: (given, secrets, what) => webhook(given, 'slack', secrets, what),
  discord: (given, secrets, what) => webhook(given, 'discord', secrets, what),
  // Mattermost accepts the format of Slack.
  mattermost: (given, secrets, what) => webhook(given, 'slack', secrets, what),
  matrix: (given, secrets, what) => {
    const server = URL.parse(textIn(given['homeserver']));
    const room = textIn(given['room_id']);
    const token = textIn(given['access_token']);
    if (server === null || !/^[!#]/.test(room) || token === '') return null;
    const scheme = server.protocol === 'https:' ? 'matrix' : 'matrix+http';
    const addresses = [`${scheme}://${server.host}/${room}`];
    return tokenChannel({ what, service: 'matrix', addresses, token }, secrets);
  },
  gotify: (given, secrets, what) => {
    const server = URL.parse(textIn(given['server_url']));
    if (server === null) return null;
    const scheme = server.protocol === 'https:' ? 'gotifys' : 'gotify';
    return throughApprise(what, `${scheme}://${server.host}/${textIn(given['token'])}`, secrets);
  },
  pushover: (given, secrets, what) =>
    throughApprise(what, `pover://${textIn(given['user'])}@${textIn(given['app'])}`, secrets),
  pushbullet: (given, secrets, what) => throughApprise(what, `pbul://${textIn(given['api_key'])}`, secrets),
  prowl: (given, secrets, what) => throughApprise(what, `prowl://${textIn(given['api_key'])}`, secrets),
  ifttt: (given, secrets, what) =>
    throughApprise(what, `ifttt://${textIn(given['key'])}@${textIn(given['event'])}`, secrets),
};

function webhook(given: UntypedMap, service: string, secrets: SecretNames, what: string): ChannelFrom | null {
  const url = URL.parse(textIn(given['webhook_url']));
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return secretChannel({ what, service, address: `${service}+${url.href}` }, secrets);
}

/** Reporters that only set how something is shown. */
const forms = new Set(['text', 'html', 'markdown', 'stdout', 'raw']);

/** Imports the notification settings of urlwatch (`urlwatch.yaml`). */
export function reportersFrom(report: UntypedMap, secrets: SecretNames): ChannelFrom {
  const all = Object.entries(report).map(([name, value]): ChannelFrom => {
    const what = `report: ${name}`;
    const given = mapOf(value);
    const alone = (part: ImportedPart) => ({ part, settings: [] });
    if (name === 'stdout' && given['enabled'] === true)
      return alone(notNeeded(what, 'runs print what changed'));
    if (forms.has(name) || given['enabled'] !== true) return alone({});
    const take = taking[name];
    if (take === undefined)
      return alone(noEqual(what, 'there is no such channel: a webhook, a program or Apprise may do'));
    return take(given, secrets, what) ?? alone(noEqual(what, 'it is not filled in'));
  });
  return {
    part: joinImported(all.map(({ part }) => part)),
    settings: all.flatMap(({ settings }) => settings),
  };
}
