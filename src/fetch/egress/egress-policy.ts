import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { FetchError } from '../errors.ts';
import {
  embeddedIpv4,
  type InternetAddress,
  isWithin,
  parseAddress,
  specialPurpose,
} from './special-addresses.ts';

/** A proxy for all connections. An `http` proxy opens tunnels with CONNECT, a `socks5` one by RFC 1928. */
export interface ProxySettings {
  readonly kind: 'http' | 'socks5';
  readonly host: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
  /** Hosts that are reached directly. */
  readonly bypass?: readonly string[];
}

/** What the operator or the user of the command line allows. */
export interface EgressSettings {
  /** Allows every address, for an operator whose sites are all internal. */
  readonly allowPrivate?: boolean;
  /** Private networks that are allowed, such as `10.1.0.0/16`. */
  readonly allowedNetworks?: readonly string[];
  /** Hosts that are allowed at any address: those that the user typed on the command line. */
  readonly allowedHosts?: Iterable<string>;
  readonly proxy?: ProxySettings;
  /** Whether a refusal is silent about what a name leads to. Otherwise a user of a server learns which addresses its network has. */
  readonly hidesAddresses?: boolean;
}

/** Decides which addresses we may connect to. It is asked about every address before every connection. */
export interface EgressPolicy {
  /** Why we may not connect to a host at this address, or null if we may. */
  refusal(host: string, address: string): string | null;
  /** Whether a host is allowed at any address. */
  trusts(host: string): boolean;
  /** Whether a refusal says what a name leads to. */
  readonly hidesAddresses: boolean;
  /** False if no host has a proxy; then `proxyFor` need not be asked. */
  readonly usesProxy: boolean;
  /** The proxy for a host; null for a direct connection. */
  proxyFor(host: string): ProxySettings | null;
}

/** Allows public addresses, and whatever else the settings say. Hosts are compared in their canonical spelling. */
export function egressPolicy(settings: EgressSettings = {}): EgressPolicy {
  const allowedHosts = new Set([...(settings.allowedHosts ?? [])].map(normalised));
  const bypass = new Set((settings.proxy?.bypass ?? []).map(normalised));
  const isAllowed = networkList(settings.allowedNetworks ?? []);
  const proxy = settings.proxy ?? null;
  const trusts = (host: string) => settings.allowPrivate === true || allowedHosts.has(host);
  return {
    hidesAddresses: settings.hidesAddresses ?? false,
    usesProxy: proxy !== null,
    trusts,
    refusal(host, address) {
      if (trusts(host)) return null;
      const reason = specialPurpose(address);
      return reason === null || isAllowed(address) ? null : reason;
    },
    proxyFor: (host) => (bypass.has(host) ? null : proxy),
  };
}

/** Why a host is refused as it is written: an address, or a name of this machine. Null for names, about which a lookup decides. */
export function refusalOfHost({ refusal }: EgressPolicy, written: string): string | null {
  const host = normalised(written);
  if (isLocalhostName(host)) return refusal(host, '127.0.0.1');
  return isIP(host) === 0 ? null : refusal(host, host);
}

function normalised(host: string): string {
  return canonicalHost(host) ?? host.toLowerCase();
}

/**
 * The one spelling of a host that a URL produces (`0x7f.1` and `１２７.0.0.1` are 127.0.0.1): lower case, without
 * brackets, without a final dot. Null if the text is not a host.
 */
export function canonicalHost(text: string): string | null {
  const bracketed = isIP(text) === 6 && !text.includes('%') ? `[${text}]` : text;
  if (/[/?#@\\]/.test(bracketed)) return null;
  const url = URL.parse(`http://${bracketed}/`);
  if (url === null || url.port !== '') return null;
  const host = url.hostname;
  if (host.startsWith('[')) return host.slice(1, -1);
  const bare = host.endsWith('.') ? host.slice(0, -1) : host;
  // `127.0.0.1.` is an address too, which only a second pass finds out.
  return bare !== host && /^[0-9a-fx.]+$/.test(bare) ? canonicalHost(bare) : bare;
}

/** RFC 6761, section 6.3: names that mean this machine wherever they are resolved, also at a proxy. */
export function isLocalhostName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

/** Turns a name into addresses, best first. It throws if there are none. Tests provide their own. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Asks the operating system, so that the hosts file counts as for every other program. */
export const systemResolve: Resolve = async (host) => {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
};

/** Lets simultaneous lookups of one name share one answer. Nothing is cached after that. */
export function sharingResolve(resolve: Resolve): Resolve {
  const pending = new Map<string, Promise<readonly string[]>>();
  return (host) => {
    const known = pending.get(host);
    if (known !== undefined) return known;
    const asked = resolve(host).finally(() => pending.delete(host));
    pending.set(host, asked);
    return asked;
  };
}

/** Networks such as `10.1.0.0/16`, or single addresses. Throws FETCH_SETTINGS_INVALID. */
export function networkList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const version = isIP(address);
    const allBits = version === 6 ? 128 : 32;
    const prefix = bits === undefined ? allBits : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (version === 0 || !(prefix <= allBits)) {
      throw new FetchError(
        'FETCH_SETTINGS_INVALID',
        `"${network}" is not a network: write it as 10.0.0.0/8 or fd00::/8`,
      );
    }
    list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4');
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const mapped: InternetAddress = { version: 6, groups: [0, 0, 0, 0, 0, 0xffff, 0, 0] };

/**
 * The part of the internet that one visitor has alone: an IPv4 address, or a /64 of IPv6, in which a visitor chooses
 * addresses at will. Sockets for both kinds show IPv4 as `::ffff:192.0.2.1`.
 */
export function visitorNetwork(address: string): string {
  return networkOf(address, { octets: 4, groups: 4 });
}

/**
 * The part of the internet that one company sells: a /24 of IPv4, a /32 of IPv6. A tenant gets thousands of those that
 * `visitorNetwork` distinguishes, and few of these.
 */
export function visitorNeighbourhood(address: string): string {
  return networkOf(address, { octets: 3, groups: 2 });
}

function networkOf(address: string, kept: { readonly octets: number; readonly groups: number }): string {
  const parsed = parseAddress(address);
  if (parsed === null) return address;
  const bare = parsed.version === 6 && isWithin(parsed, mapped, 96) ? embeddedIpv4(parsed.groups, 6) : parsed;
  if (bare.version === 4) return bare.octets.slice(0, kept.octets).join('.');
  const groups = bare.groups.slice(0, kept.groups).map((group) => group.toString(16));
  return `${groups.join(':')}::/${kept.groups * 16}`;
}
