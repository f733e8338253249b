import { BlockList, isIP } from 'node:net';
import { FetchError } from '../errors.ts';
import { embeddedIpv4, type InternetAddress, isWithin, parseAddress } from './internet-address.ts';

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
 * The part of the internet that one visitor has to himself: an IPv4 address, or a /64 of IPv6, in which anybody chooses
 * addresses at will. A socket that takes both kinds shows IPv4 addresses as `::ffff:192.0.2.1`.
 */
export function visitorNetwork(address: string): string {
  return networkOf(address, { octets: 4, groups: 4 });
}

/**
 * The part of the internet that one company sells: a /24 of IPv4, a /32 of IPv6. Whoever rents addresses gets thousands of those that
 * `visitorNetwork` tells apart, and few of these.
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
