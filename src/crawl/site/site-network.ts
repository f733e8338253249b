import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FetchOnce, robotsByteLimit } from '../../access/index.ts';
import { type Config, ConfigError, packageFacts } from '../../config/index.ts';
import {
  BandwidthLimit,
  egressPolicy,
  GuardedEgress,
  type HttpOptions,
  type HttpSession,
  honestUserAgent,
  type PageFetcher,
  type RetryPolicy,
  retry,
  usualRetries,
} from '../../fetch/index.ts';
import { concurrencyOf, largestPage, type RunSettings } from '../run/run-settings.ts';
import { proxySettings } from './proxy-settings.ts';

/** Our robot's name in robots.txt. */
export const ROBOT = 'Tidemark';

/** HTTP options from the settings; for `hosts` see `siteEgress`. */
export function httpOptions(
  hosts: readonly string[] | null,
  settings: RunSettings,
  config: Pick<Config, 'caFile' | 'allowedNetworks'>,
): HttpOptions {
  return {
    egress: siteEgress(hosts, settings, config),
    userAgent: userAgentOf(settings),
    limits: {
      maxBytes: settings.maxPageBytes ?? largestPage,
      totalTimeoutMs: settings.timeout * 1000,
    },
    connectionsPerOrigin: concurrencyOf(settings, 'pages'),
    ...bandwidthOf(settings),
  };
}

/** The User-Agent header of the run. */
export function userAgentOf({ userAgent, contact }: RunSettings): string {
  return userAgent ?? honestUserAgent(packageFacts().version, contact);
}

/**
 * The only way to open connections, built from the settings. `hosts` are those that the operator named: they need not be public. If it is
 * null, no address in the project is trusted, not even its proxy.
 */
export function siteEgress(
  hosts: readonly string[] | null,
  settings: RunSettings,
  { caFile, allowedNetworks }: Pick<Config, 'caFile' | 'allowedNetworks'>,
): GuardedEgress {
  const proxy = settings.proxy === null ? null : proxySettings(settings.proxy);
  const policy = egressPolicy({
    allowedNetworks,
    // Hosts that pages link to must be public.
    allowedHosts:
      hosts === null
        ? []
        : [...hosts, ...settings.scope.map(hostOf), ...(proxy === null ? [] : [proxy.host])],
    ...(proxy !== null && { proxy }),
    hidesAddresses: hosts === null,
  });
  return new GuardedEgress({ policy, trustedCertificates: trustedCertificates({ caFile }) });
}

/** Trusted certificates besides the authorities of Node. Throws CONFIG_INVALID. */
export function trustedCertificates({ caFile }: Pick<Config, 'caFile'>): readonly string[] {
  return caFile === '' ? [] : [certificatesIn(caFile)];
}

function certificatesIn(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    new X509Certificate(text); // throws when it is not one
    return text;
  } catch (error) {
    throw new ConfigError(
      'CONFIG_INVALID',
      `TIDEMARK_CA_FILE: ${file} contains no readable certificate: ${(error as Error).message}`,
    );
  }
}

export function bandwidthOf({ bandwidth }: RunSettings): { readonly bandwidth?: BandwidthLimit } {
  return bandwidth === null ? {} : { bandwidth: new BandwidthLimit(bandwidth) };
}

/** How often a request is tried, and how long to wait in between. */
export const retriesOf = (
  { attempts }: RunSettings,
  delays?: Pick<RetryPolicy, 'firstDelay' | 'longestDelay'>,
): RetryPolicy => ({ ...usualRetries, ...delays, attempts });

export function hostOf(scope: string): string {
  // `localhost:8080` alone would be a URL of the scheme "localhost".
  const url = scope.includes('://') ? URL.parse(scope) : null;
  return url?.hostname ?? scope.split('/', 1)[0]?.replace(/^\*\.|:\d+$/g, '') ?? '';
}

/** Fetches robots.txt. It decides about the whole site, so it is tried as often as a page. */
export function robotsFetch(fetcher: PageFetcher, session: HttpSession, policy: RetryPolicy): FetchOnce {
  const ask = async (url: string) => {
    const { status, headers, body, retryAfterMs } = await fetcher.fetch({
      url,
      session,
      maxBytes: robotsByteLimit,
      whenTooLarge: 'cut',
      follow: () => false,
    });
    return { status, location: headers.get('location'), body, retryAfterMs };
  };
  const troubleOf = ({ status, retryAfterMs }: { status: number; retryAfterMs: number | null }) =>
    status === 429 || status >= 500 ? { askedFor: retryAfterMs } : null;
  return (url) => retry(() => ask(url), { policy, troubleOf });
}
