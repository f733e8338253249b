import {
  isSecretReference,
  Redactor,
  resolveSecret,
  type SecretReaders,
  secretFilesIn,
} from '../../access/index.ts';
import { type Config, environmentVariable, searchPath } from '../../config/index.ts';
import { egressPolicy, GuardedEgress, HttpFetcher, honestUserAgent, sendMail } from '../../fetch/index.ts';
import {
  type ChannelTools,
  channelAddress,
  channelOf,
  type NotificationRule,
  notificationRules,
  type OpenChannel,
  toolsOfThisMachine,
} from '../../notify/index.ts';
import type { SecretReference } from '../../project/index.ts';
import type { Project, Store } from '../../store/index.ts';
import { packageFacts } from '../package-facts.ts';
import { parseProject } from '../projects/project-file.ts';
import { readStored } from '../projects/stored-project.ts';
import { storedSecrets } from '../projects/stored-secrets.ts';
import { trustedCertificates } from '../site/site-network.ts';
import { mailSettings } from './mail-server.ts';

/** Opens the channels of projects: finds their secrets, and connections to the hosts that the user wrote down. */
export interface ChannelOpener {
  open(projectId: number, channel: string): Promise<OpenChannel | null>;
  /** A channel that no project has, to try an address. */
  openAddress(rule: NotificationRule, folder: string): Promise<OpenChannel>;
  close(): Promise<void>;
}

/** The rules of a project; none when it has no file. */
export function rulesOf({ settings }: Project): {
  readonly rules: readonly NotificationRule[];
  readonly folder: string;
} {
  const { file, folder } = readStored(settings);
  const { notify = [], detectors = [] } = file === null ? {} : parseProject(file);
  return { rules: notificationRules(notify, { hasDetectors: detectors.length > 0 }), folder };
}

/** The parts of an address that may be a token: an answer may repeat them. Short ones are words of the path. */
const tokensIn = (address: string): readonly string[] =>
  address.split(/[/?&=#:@]/).filter((part, i) => i > 3 && part.length >= 8);

/** A message is small: a server that takes longer than this to take it is tried again later. */
const limits = { headersTimeoutMs: 20_000, totalTimeoutMs: 30_000 };

export async function channelOpener(
  store: Pick<Store, 'projects' | 'secrets' | 'outbox'>,
  config: Config,
): Promise<ChannelOpener> {
  const secret = storedSecrets(store, config).find;
  const instance = await store.outbox.instanceId();
  const fetchers = new Map<string, HttpFetcher>();

  /** Whoever uses the command line may send to any host that he wrote down; redirects lead nowhere else. */
  const egressTo = (host: string) =>
    new GuardedEgress({
      policy: egressPolicy({ allowedHosts: [host] }),
      trustedCertificates: trustedCertificates(config),
    });

  const fetcherTo = (host: string): HttpFetcher => {
    const known = fetchers.get(host);
    if (known !== undefined) return known;
    const userAgent = honestUserAgent(packageFacts().version, '');
    const fetcher = new HttpFetcher({ egress: egressTo(host), userAgent, limits });
    fetchers.set(host, fetcher);
    return fetcher;
  };

  async function toolsFor(host: string, folder: string): Promise<ChannelTools> {
    const mail = await mailSettings(config, secret);
    return {
      http: fetcherTo(host),
      mail:
        mail === null
          ? null
          : { from: mail.from, send: (each) => sendMail(egressTo(mail.server.host), mail.server, each) },
      local: toolsOfThisMachine(folder, searchPath()),
      allowsCommands: config.notifyCommands,
      instance,
    };
  }

  async function openRule(rule: NotificationRule, folder: string): Promise<OpenChannel> {
    const readers: SecretReaders = { env: environmentVariable, file: secretFilesIn(folder), secret };
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
    const redactor = new Redactor(found);
    const host = channelOf(address).hostOf(channelAddress(address)) ?? '';
    return { rule, address, token, tools: await toolsFor(host, folder), hide: (text) => redactor.text(text) };
  }

  return {
    async open(projectId, channel) {
      const project = (await store.projects.list()).find(({ id }) => id === projectId);
      if (project === undefined) return null;
      const { rules, folder } = rulesOf(project);
      const rule = rules.find((each) => each.channel === channel);
      return rule === undefined ? null : openRule(rule, folder);
    },
    openAddress: openRule,
    async close() {
      for (const fetcher of fetchers.values()) await fetcher.close();
    },
  };
}
