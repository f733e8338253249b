import { isIP } from 'node:net';
import { canonicalHost, isLocalhostName } from './host-names.ts';
import { networkList } from './network-list.ts';
import { specialPurpose } from './special-addresses.ts';

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
}

/** Decides which addresses we may connect to. It is asked about every address before every connection. */
export interface EgressPolicy {
  /** Why we may not connect to a host at this address, or null if we may. */
  refusal(host: string, address: string): string | null;
  /** Whether a host is allowed at any address. */
  trusts(host: string): boolean;
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
