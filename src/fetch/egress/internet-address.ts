import { isIPv4, isIPv6 } from 'node:net';

/** An address as numbers: 4 octets, or 8 groups of 16 bits. */
export type InternetAddress =
  | { readonly version: 4; readonly octets: readonly number[] }
  | { readonly version: 6; readonly groups: readonly number[] };

/** Reads an address as the operating system prints it; null for a name. A zone (`%eth0`) is ignored. */
export function parseAddress(text: string): InternetAddress | null {
  if (isIPv4(text)) return { version: 4, octets: text.split('.').map(Number) };
  if (!isIPv6(text)) return null;
  const zone = text.indexOf('%');
  return { version: 6, groups: groupsOf(zone < 0 ? text : text.slice(0, zone)) };
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
