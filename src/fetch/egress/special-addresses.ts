import { isIPv4, isIPv6 } from 'node:net';

/** A block of the IANA special-purpose address registries. `name` includes the RFC. */
interface SpecialBlock {
  readonly prefix: InternetAddress;
  readonly bits: number;
  readonly name: string;
}

/**
 * The IPv4 and IPv6 special-purpose registries of IANA, and multicast. Blocks that are globally reachable but serve the
 * network itself (AS112, AMT) are included: no site lives there.
 */
const blocks: readonly SpecialBlock[] = [
  block('0.0.0.0/8', 'this network (RFC 791)'),
  block('10.0.0.0/8', 'private network (RFC 1918)'),
  block('100.64.0.0/10', 'shared address space (RFC 6598)'),
  block('127.0.0.0/8', 'loopback (RFC 1122)'),
  block('169.254.0.0/16', 'link-local (RFC 3927)'),
  block('172.16.0.0/12', 'private network (RFC 1918)'),
  block('192.0.0.0/24', 'protocol assignments (RFC 6890)'),
  block('192.0.2.0/24', 'documentation (RFC 5737)'),
  block('192.31.196.0/24', 'AS112 (RFC 7535)'),
  block('192.52.193.0/24', 'AMT relays (RFC 7450)'),
  block('192.88.99.0/24', '6to4 relays (RFC 7526)'),
  block('192.168.0.0/16', 'private network (RFC 1918)'),
  block('192.175.48.0/24', 'AS112 (RFC 7534)'),
  block('198.18.0.0/15', 'benchmarking (RFC 2544)'),
  block('198.51.100.0/24', 'documentation (RFC 5737)'),
  block('203.0.113.0/24', 'documentation (RFC 5737)'),
  block('224.0.0.0/4', 'multicast (RFC 5771)'),
  block('255.255.255.255/32', 'broadcast (RFC 919)'),
  block('240.0.0.0/4', 'reserved (RFC 1112)'),
  block('::/128', 'unspecified (RFC 4291)'),
  block('::1/128', 'loopback (RFC 4291)'),
  block('::/96', 'IPv4-compatible (RFC 4291)'),
  // Each network chooses where the IPv4 address goes (RFC 6052 allows five places), so the whole block is refused. It
  // is not globally reachable anyway.
  block('64:ff9b:1::/48', 'local NAT64 (RFC 8215)'),
  block('100::/64', 'discard (RFC 6666)'),
  block('100:0:0:1::/64', 'dummy prefix (RFC 9780)'),
  block('2001::/32', 'Teredo (RFC 4380)'),
  block('2001:2::/48', 'benchmarking (RFC 5180)'),
  block('2001::/23', 'protocol assignments (RFC 2928)'),
  block('2001:db8::/32', 'documentation (RFC 3849)'),
  block('2620:4f:8000::/48', 'AS112 (RFC 7534)'),
  block('3fff::/20', 'documentation (RFC 9637)'),
  block('5f00::/16', 'segment routing (RFC 9602)'),
  block('fc00::/7', 'unique local (RFC 4193)'),
  block('fe80::/10', 'link-local (RFC 4291)'),
  block('fec0::/10', 'site-local (RFC 3879)'),
  block('ff00::/8', 'multicast (RFC 4291)'),
];

/** Blocks whose addresses contain an IPv4 address: that one decides, because packets end there. */
const ipv4Carriers: readonly {
  readonly prefix: InternetAddress;
  readonly bits: number;
  readonly at: number;
}[] = [
  { ...block('::ffff:0:0/96', 'IPv4-mapped (RFC 4291)'), at: 6 },
  { ...block('::ffff:0:0:0/96', 'IPv4-translated (RFC 2765)'), at: 6 },
  { ...block('64:ff9b::/96', 'NAT64 (RFC 6052)'), at: 6 },
  { ...block('2002::/16', '6to4 (RFC 3056)'), at: 1 },
];

const globalUnicast = block('2000::/3', 'global unicast (RFC 4291)');

/**
 * Why an address is not an ordinary public one, or null if it is. Text that is not an address is not public.
 */
export function specialPurpose(text: string): string | null {
  const address = parseAddress(text);
  return address === null ? 'not an address' : judge(address);
}

function judge(address: InternetAddress): string | null {
  const found = blocks.find(({ prefix, bits }) => isWithin(address, prefix, bits));
  if (found !== undefined) return found.name;
  if (address.version === 4) return null;
  const carrier = ipv4Carriers.find(({ prefix, bits }) => isWithin(address, prefix, bits));
  if (carrier !== undefined) return judge(embeddedIpv4(address.groups, carrier.at));
  if (!isWithin(address, globalUnicast.prefix, globalUnicast.bits)) return 'not allocated (RFC 4291)';
  return isIsatap(address.groups) ? judge(embeddedIpv4(address.groups, 6)) : null;
}

/** RFC 5214, section 6.1: an interface id that contains an IPv4 address under any prefix. */
function isIsatap(groups: readonly number[]): boolean {
  return ((groups[4] ?? 0) & 0xfdff) === 0 && groups[5] === 0x5efe;
}

function block(network: string, name: string): SpecialBlock {
  const [address = '', bits] = network.split('/');
  return { prefix: numbersOf(address), bits: Number(bits), name };
}

/** An address as numbers: 4 octets, or 8 groups of 16 bits. */
export type InternetAddress =
  | { readonly version: 4; readonly octets: readonly number[] }
  | { readonly version: 6; readonly groups: readonly number[] };

/** Reads an address as the operating system prints it; null for a name. A zone (`%eth0`) is ignored. */
export function parseAddress(text: string): InternetAddress | null {
  // Node's pattern for IPv6 takes milliseconds to compile: a name or an IPv4 address does not need it.
  const isAddress = text.includes(':') ? isIPv6(text) : isIPv4(text);
  return isAddress ? numbersOf(text) : null;
}

function numbersOf(address: string): InternetAddress {
  if (!address.includes(':')) return { version: 4, octets: address.split('.').map(Number) };
  const zone = address.indexOf('%');
  return { version: 6, groups: groupsOf(zone < 0 ? address : address.slice(0, zone)) };
}

/** The IPv4 address in the two groups of an IPv6 address that start at `at`. */
export function embeddedIpv4(groups: readonly number[], at: number): InternetAddress {
  const high = groups[at] ?? 0;
  const low = groups[at + 1] ?? 0;
  return { version: 4, octets: [high >> 8, high & 255, low >> 8, low & 255] };
}

/** Whether the first `bits` bits of address and prefix are equal. Different versions never match. */
export function isWithin(address: InternetAddress, prefix: InternetAddress, bits: number): boolean {
  if (address.version !== prefix.version) return false;
  const [parts, wanted, width] =
    address.version === 4 && prefix.version === 4
      ? [address.octets, prefix.octets, 8]
      : address.version === 6 && prefix.version === 6
        ? [address.groups, prefix.groups, 16]
        : [[], [], 8];
  for (let part = 0, left = bits; left > 0; part++, left -= width) {
    const ignored = Math.max(0, width - left);
    if ((parts[part] ?? 0) >> ignored !== (wanted[part] ?? 0) >> ignored) return false;
  }
  return true;
}

function groupsOf(text: string): readonly number[] {
  const [head = '', tail] = text.split('::');
  const before = groupList(head);
  if (tail === undefined) return before;
  const after = groupList(tail);
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function groupList(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
