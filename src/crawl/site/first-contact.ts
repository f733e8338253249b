import type { Config } from '../../config/index.ts';
import { FetchError, speaksNoTls, systemCode } from '../../fetch/index.ts';
import { checkedSettings, type RunSettings } from '../run/run-settings.ts';
import { siteEgress } from './site-network.ts';

const usualPorts: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'ftp:': 21,
  'sftp:': 22,
};

/** How to connect to a site. */
interface ContactOptions {
  readonly settings: Partial<RunSettings>;
  readonly config: Pick<Config, 'caFile' | 'allowedNetworks'>;
  /** As in `siteEgress`. Default: the host of the address. */
  readonly hosts?: readonly string[] | null;
}

/**
 * Opens one connection to a site and closes it again, so that nothing is stored for a mistyped address. Throws a FetchError. Addresses without a
 * host, and those of protocols that are plug-ins, are not tried.
 */
export async function firstContact(url: string, { settings, config, hosts }: ContactOptions): Promise<void> {
  const { protocol, hostname, port } = new URL(url);
  const usualPort = usualPorts[protocol];
  if (usualPort === undefined) return;
  const target = { host: hostname, port: port === '' ? usualPort : Number(port) };
  const egress = siteEgress(
    hosts === undefined ? [hostname] : hosts,
    await checkedSettings(settings),
    config,
  );
  try {
    const { socket } = await egress.connect({
      ...target,
      forwarded: protocol === 'http:',
      ...(protocol === 'https:' && { tls: { alpn: ['http/1.1'] } }),
    });
    socket.destroy();
  } catch (error) {
    throw error instanceof FetchError ? inWords(error, target, url) : error;
  }
}

/** An address without a scheme is https if the host serves that, else http. An invalid certificate is no reason to use http. */
export async function servedAddress(withoutScheme: string, options: ContactOptions): Promise<string> {
  const encrypted = new URL(`https://${withoutScheme}`).href;
  try {
    await firstContact(encrypted, options);
    return encrypted;
  } catch (error) {
    if (!(error instanceof FetchError) || !isOtherService(error)) throw error;
  }
  const plain = new URL(`http://${withoutScheme}`).href;
  await firstContact(plain, options);
  return plain;
}

/** The address as it was typed, completed if it has no scheme. Resolves once a connection succeeded. */
export async function reachedAddress(typed: string, options: ContactOptions): Promise<string> {
  if (!typed.includes('://')) return servedAddress(typed, options);
  await firstContact(typed, options);
  return typed;
}

/** Whether the host does not offer https at all. */
function isOtherService({ code, cause }: FetchError): boolean {
  if (code === 'FETCH_TLS') return speaksNoTls(cause);
  return code === 'FETCH_REFUSED' || code === 'FETCH_TIMEOUT_CONNECT' || code === 'FETCH_CLOSED';
}

function inWords(error: FetchError, target: { readonly host: string; readonly port: number }, url: string) {
  const [what, advice] = failureInWords(error, target);
  return new FetchError(error.code, `${what}; nothing saved. ${advice}`, { url, cause: error.cause });
}

function failureInWords(
  { code, message, cause }: FetchError,
  { host, port }: { readonly host: string; readonly port: number },
): readonly [what: string, advice: string] {
  const address = `${host}:${port}`;
  switch (code) {
    case 'FETCH_REFUSED':
      return systemCode(cause) === 'ECONNREFUSED'
        ? [`${address} refuses connections`, 'Check the port, and whether the server is running.']
        : [`${address} cannot be reached (${systemCode(cause)})`, 'Check the address and the network.'];
    case 'FETCH_DNS':
      return [`there is no host called ${host}`, 'Check its spelling, and that this machine is online.'];
    case 'FETCH_TIMEOUT_CONNECT':
      return [`${address} does not answer`, 'Check the address; a firewall may be in the way.'];
    case 'FETCH_CLOSED':
      return [`${address} closes the connection at once`, 'It may serve http:// only: try that.'];
    case 'FETCH_TLS':
      return speaksNoTls(cause)
        ? [`${address} does not serve https`, 'Write the address with http://.']
        : [message, 'A server with such a certificate is not trusted.'];
    default:
      return [message, 'Check the settings of the proxy.'];
  }
}
