import { BlockList, isIP } from 'node:net';
import { FetchError } from '../errors.ts';
import { canonicalHost } from './host-names.ts';
import { specialPurpose } from './special-addresses.ts';

/** A proxy that every connection goes through. `http` proxies are asked to CONNECT, `socks5` ones by RFC 1928. */
export interface ProxySettings {
  readonly kind: 'http' | 'socks5';
  readonly host: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
  /** Hosts that are reached without it. */
  readonly bypass?: readonly string[];
}

/** What the operator or the user of the command line allows. */
export interface EgressSettings {
  /** Allows every address, for an operator whose sites are all inside. */
  readonly allowPrivate?: boolean;
  /** Networks (`10.1.0.0/16`) that are allowed although they are not public. */
  readonly allowedNetworks?: readonly string[];
  /** Hosts that are allowed wherever they lead: those that the user of the command line typed. */
  readonly allowedHosts?: Iterable<string>;
  readonly proxy?: ProxySettings;
}

/** Says which addresses may be connected to. It is asked for every address before every connection. */
export interface EgressPolicy {
  /** Why a host may not be reached at this address, or null when it may. */
  refusal(host: string, address: string): string | null;
  /** Whether a host was named by somebody who may name private ones. */
  trusts(host: string): boolean;
  /** False when no host has a proxy, which spares the question. */
  readonly usesProxy: boolean;
  /** The proxy for a host, null for a direct connection. */
  proxyFor(host: string): ProxySettings | null;
}

/** Public addresses only, but for what the settings allow. Hosts are compared in their canonical spelling. */
export function egressPolicy(settings: EgressSettings = {}): EgressPolicy {
  const typed = new Set([...(settings.allowedHosts ?? [])].map(spelling));
  const bypass = new Set((settings.proxy?.bypass ?? []).map(spelling));
  const networks = blockList(settings.allowedNetworks ?? []);
  const proxy = settings.proxy ?? null;
  const trusts = (host: string) => settings.allowPrivate === true || typed.has(host);
  return {
    usesProxy: proxy !== null,
    trusts,
    refusal(host, address) {
      if (trusts(host)) return null;
      const reason = specialPurpose(address);
      if (reason === null || networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return null;
      return reason;
    },
    proxyFor: (host) => (bypass.has(host) ? null : proxy),
  };
}

function spelling(host: string): string {
  return canonicalHost(host) ?? host.toLowerCase();
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address);
    if (family === 0) {
      throw new FetchError(
        'FETCH_SETTINGS_INVALID',
        `"${network}" is not a network: write it as 10.0.0.0/8 or fd00::/8`,
      );
    }
    list.addSubnet(
      address,
      bits === undefined ? (family === 6 ? 128 : 32) : Number(bits),
      family === 6 ? 'ipv6' : 'ipv4',
    );
  }
  return list;
}
