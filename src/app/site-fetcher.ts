import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type FetchOnce, robotsByteLimit } from '../access/index.ts';
import { TidemarkError } from '../base/index.ts';
import { type Config, ConfigError } from '../config/index.ts';
import {
  BandwidthLimit,
  egressPolicy,
  GuardedEgress,
  type HttpOptions,
  type HttpSession,
  honestUserAgent,
  type PageFetcher,
} from '../fetch/index.ts';
import { type CrawlSettings, concurrencyOf, largestPage } from './crawl-settings.ts';
import { packageFacts } from './package-facts.ts';
import { proxySettings } from './proxy-settings.ts';

/** Names our robot in robots.txt. */
export const ROBOT = 'Tidemark';

/** Milliseconds before the second attempt; doubles with each further one. */
export const RETRY_DELAY = 1000;

/** The way to the web that the settings ask for. `hosts` are those that the user named: they need not be public. */
export function httpOptions(
  hosts: readonly string[],
  settings: CrawlSettings,
  config: Pick<Config, 'caFile'>,
): HttpOptions {
  return {
    egress: siteEgress(hosts, settings, config),
    userAgent: settings.userAgent ?? honestUserAgent(packageFacts().version, settings.contact),
    limits: {
      maxBytes: settings.maxPageBytes ?? largestPage,
      totalTimeoutMs: settings.timeout * 1000,
    },
    connectionsPerOrigin: concurrencyOf(settings, 'pages'),
    ...bandwidthOf(settings),
  };
}

/** The one way to open connections that the settings ask for. */
export function siteEgress(
  hosts: readonly string[],
  settings: CrawlSettings,
  { caFile }: Pick<Config, 'caFile'>,
): GuardedEgress {
  const proxy = settings.proxy === null ? null : proxySettings(settings.proxy);
  const policy = egressPolicy({
    // The user of the command line typed these; what pages link to must be public.
    allowedHosts: [...hosts, ...settings.scope.map(hostOf), ...(proxy === null ? [] : [proxy.host])],
    ...(proxy !== null && { proxy }),
  });
  return new GuardedEgress({ policy, trustedCertificates: caFile === '' ? [] : [certificatesIn(caFile)] });
}

function certificatesIn(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    new X509Certificate(text); // throws when it is none
    return text;
  } catch (error) {
    throw new ConfigError(
      'CONFIG_INVALID',
      `TIDEMARK_CA_FILE: ${file} has no certificate that can be read: ${(error as Error).message}`,
    );
  }
}

export function bandwidthOf({ bandwidth }: CrawlSettings): { readonly bandwidth?: BandwidthLimit } {
  return bandwidth === null ? {} : { bandwidth: new BandwidthLimit(bandwidth) };
}

export function hostOf(scope: string): string {
  // `localhost:8080` alone would be a URL of the scheme "localhost".
  const url = scope.includes('://') ? URL.parse(scope) : null;
  return url?.hostname ?? scope.split('/', 1)[0]?.replace(/^\*\.|:\d+$/g, '') ?? '';
}

/** Asks for a robots.txt. It decides about the whole site, so a passing trouble is given as many chances as that of a page. */
export function robotsFetch(fetcher: PageFetcher, session: HttpSession, attempts: number): FetchOnce {
  const ask = async (url: string) => {
    const { status, headers, body } = await fetcher.fetch({
      url,
      session,
      maxBytes: robotsByteLimit,
      whenTooLarge: 'cut',
      follow: () => false,
    });
    return { status, location: headers.get('location'), body };
  };
  return async (url) => {
    for (let attempt = 1; attempt < attempts; attempt++) {
      const answer = await ask(url).catch(unlessFinal);
      if (answer !== null && answer.status < 500) return answer;
      await setTimeout(RETRY_DELAY * 2 ** (attempt - 1));
    }
    return ask(url);
  };
}

/** Null for a trouble that may pass. */
function unlessFinal(error: unknown): null {
  if (error instanceof TidemarkError && error.decision === 'retry') return null;
  throw error;
}
