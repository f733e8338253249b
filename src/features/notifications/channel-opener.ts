import { hostname } from 'node:os';
import {
  isSecretReference,
  Redactor,
  resolveSecret,
  type SecretReaders,
  secretFilesIn,
} from '../../access/index.ts';
import { percentDecoded } from '../../base/index.ts';
import { type Config, environmentVariable, packageFacts, searchPath } from '../../config/index.ts';
import { channelAddress, recipientOf } from '../../crawl/projects/channel-addresses.ts';
import { operatorTrust } from '../../crawl/projects/operator-trust.ts';
import { parseProject } from '../../crawl/projects/project-file.ts';
import { readersFor } from '../../crawl/projects/secrets-of-project.ts';
import { readStored } from '../../crawl/projects/stored-project.ts';
import { storedSecrets } from '../../crawl/projects/stored-secrets.ts';
import { trustedCertificates } from '../../crawl/site/site-network.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { Store } from '../../database/store.ts';
import {
  egressPolicy,
  GuardedEgress,
  HttpFetcher,
  honestUserAgent,
  type SmtpServer,
  sendMail,
} from '../../fetch/index.ts';
import type { SecretReference } from '../../project/index.ts';
import type { ChannelTools } from './channels/channel.ts';
import { channelOf } from './channels/channels.ts';
import { toolsOfThisMachine } from './channels/local-tools.ts';
import type { OpenChannel } from './delivery/deliver.ts';
import { NotifyError } from './errors.ts';
import { type NotificationRule, notificationRules } from './rules/notification-rule.ts';

/** Opens the channels of projects: finds their secrets, and connects to the hosts that the user configured. */
export interface ChannelOpener {
  open(projectId: number, channel: string): Promise<OpenChannel | null>;
  /** Opens a channel without the outbox, to test it. */
  openRule(rule: NotificationRule, channels: ProjectChannels): Promise<OpenChannel>;
  close(): Promise<void>;
}

/** The channels of a project; none when it has no file. */
export interface ProjectChannels {
  /** Null for an address that belongs to no project. */
  readonly project: string | null;
  readonly rules: readonly NotificationRule[];
  readonly folder: string;
  /** Whether the operator wrote a rule. Such a rule may use this machine, and addresses that are not public. */
  readonly isTrusted: (rule: NotificationRule) => boolean;
}

export function rulesOf({ name, settings }: Pick<Project, 'name' | 'settings'>): ProjectChannels {
  const { file, folder, written } = readStored(settings);
  const definition = file === null ? null : parseProject(file);
  const { notify = [], detectors = [] } = definition ?? {};
  const rules = notificationRules(notify, { hasDetectors: detectors.length > 0 });
  if (definition === null || written.by === 'operator')
    return { project: name, rules, folder, isTrusted: () => true };
  const operators = written.operatorFile === null ? null : parseProject(written.operatorFile);
  const trust = operatorTrust(written, definition, operators);
  const trusted = new Set(rules.filter((_, i) => notify[i] !== undefined && trust.channel(notify[i])));
  return { project: name, rules, folder, isTrusted: (rule) => trusted.has(rule) };
}

/** The parts of an address that may be a token, because a response may repeat them. Short parts are words of the path. */
const tokensIn = (address: string): readonly string[] =>
  address.split(/[/?&=#:@]/).filter((part, i) => i > 3 && part.length >= 8);

/** A message is small: if a server takes longer than this to accept it, it is sent again later. */
const limits = { headersTimeoutMs: 20_000, totalTimeoutMs: 30_000 };

export async function channelOpener(
  store: Pick<Store, 'projects' | 'secrets' | 'outbox'>,
  config: Config,
): Promise<ChannelOpener> {
  const secret = storedSecrets(store, config).find;
  const instance = await store.outbox.instanceId();
  const fetchers = new Map<string | null, HttpFetcher>();
  let projects: Promise<readonly Project[]> | null = null;

  /** A host that the operator configured may have any address; a redirect gives no such permission to another host. */
  const egressTo = (host: string | null) =>
    new GuardedEgress({
      policy: egressPolicy({
        allowedHosts: host === null ? [] : [host],
        allowedNetworks: config.allowedNetworks,
        hidesAddresses: host === null,
      }),
      trustedCertificates: trustedCertificates(config),
    });

  const fetcherTo = (host: string | null): HttpFetcher => {
    const known = fetchers.get(host);
    if (known !== undefined) return known;
    const userAgent = honestUserAgent(packageFacts().version, '');
    const fetcher = new HttpFetcher({ egress: egressTo(host), userAgent, limits });
    fetchers.set(host, fetcher);
    return fetcher;
  };

  /** `host` is the trusted host; null when no host is trusted. */
  async function toolsFor(host: string | null, folder: string): Promise<ChannelTools> {
    const mail = await mailSettings(config, secret);
    return {
      http: fetcherTo(host),
      mail:
        mail === null
          ? null
          : { from: mail.from, send: (each) => sendMail(egressTo(mail.server.host), mail.server, each) },
      local: host === null ? null : toolsOfThisMachine(folder, searchPath()),
      allowsCommands: config.notifyCommands,
      instance,
    };
  }

  async function openRule(rule: NotificationRule, channels: ProjectChannels): Promise<OpenChannel> {
    const { project, folder } = channels;
    const isTrusted = channels.isTrusted(rule);
    const all: SecretReaders = { env: environmentVariable, file: secretFilesIn(folder), secret };
    const readers = readersFor(project ?? '', isTrusted, all);
    const found: string[] = config.smtpPassword === '' ? [] : [config.smtpPassword];
    const reveal = async (reference: SecretReference, purpose: string) => {
      const value = (await resolveSecret(reference, readers, purpose)).reveal();
      found.push(value);
      return value;
    };
    const address = isSecretReference(rule.to)
      ? await reveal(rule.to, 'address of the channel')
      : String(rule.to);
    const token = rule.token === null ? null : await reveal(rule.token, 'token of the channel');
    if (isSecretReference(rule.to) || channelOf(address).addressIsSecret) found.push(...tokensIn(address));
    if (!isTrusted) requireMailDomain(address, config.mailDomains);
    const redactor = new Redactor(found);
    const host = channelOf(address).hostOf(channelAddress(address)) ?? '';
    const tools = await toolsFor(isTrusted ? host : null, folder);
    return { rule, address, token, tools, hide: (text) => redactor.text(text) };
  }

  return {
    async open(projectId, channel) {
      projects ??= store.projects.list();
      const project = (await projects).find(({ id }) => id === projectId);
      if (project === undefined) return null;
      const channels = rulesOf(project);
      const rule = channels.rules.find((each) => each.channel === channel);
      return rule === undefined ? null : openRule(rule, channels);
    },
    openRule,
    async close() {
      for (const fetcher of fetchers.values()) await fetcher.close();
    },
  };
}

/** A user of the server must not send mail to strangers in the name of its operator. Throws NOTIFY_NOT_ALLOWED. */
function requireMailDomain(address: string, domains: readonly string[]): void {
  if (domains.length === 0 || !address.startsWith('mailto:')) return;
  const domain = recipientOf(address).split('@').at(-1)?.toLowerCase() ?? '';
  if (domains.some((allowed) => allowed.toLowerCase() === domain)) return;
  throw new NotifyError('NOTIFY_NOT_ALLOWED', {
    reason: `projects of users may send mail to ${domains.join(', ')} only`,
    hint: 'the operator of the server can add a domain to TIDEMARK_MAIL_DOMAINS',
  });
}

interface MailSettings {
  readonly server: SmtpServer;
  readonly from: string;
}

const LOOPBACK = /^(?:localhost|127\..*|\[::1\])$/;

/** The mail server of the settings; null when none is set. `stored` finds the password if the settings have none. */
export async function mailSettings(
  { smtp, smtpPassword, mailFrom }: Pick<Config, 'smtp' | 'smtpPassword' | 'mailFrom'>,
  stored: (name: string) => Promise<string | null>,
): Promise<MailSettings | null> {
  if (smtp === '') return null;
  const url = new URL(smtp);
  // `URL` does not lower-case the host of a scheme that is not special, such as `smtp:`.
  const host = url.hostname.toLowerCase();
  const isSecure = url.protocol === 'smtps:';
  const user = url.username === '' ? null : percentDecoded(url.username);
  const given = url.password === '' ? smtpPassword : percentDecoded(url.password);
  const password = user === null ? null : given === '' ? await stored('smtp-password') : given;
  const from = mailFrom !== '' ? mailFrom : user?.includes('@') === true ? user : `tidemark@${hostname()}`;
  return {
    server: {
      host,
      port: url.port === '' ? (isSecure ? 465 : LOOPBACK.test(host) ? 25 : 587) : Number(url.port),
      // Only a server on this machine may be used without TLS.
      tls: isSecure ? 'always' : LOOPBACK.test(host) && user === null ? 'none' : 'start',
      user,
      password,
    },
    from,
  };
}
