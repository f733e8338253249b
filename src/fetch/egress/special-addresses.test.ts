import { describe, expect, test } from 'vitest';
import { canonicalHost } from './egress-policy.ts';
import { specialPurpose } from './special-addresses.ts';

/** Per block: its first and last address, and some from the middle. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  'this network': ['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  'private network': [
    '10.0.0.0',
    '10.1.2.3',
    '10.255.255.255',
    '172.16.0.0',
    '172.20.1.1',
    '172.31.255.255',
    '192.168.0.0',
    '192.168.1.1',
    '192.168.255.255',
  ],
  'shared address space': ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  loopback: ['127.0.0.0', '127.0.0.1', '127.1.2.3', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1'],
  'link-local': [
    '169.254.0.0',
    '169.254.169.254',
    '169.254.255.255',
    'fe80::',
    'fe80::1',
    'fe80::1%eth0',
    'febf:ffff::',
  ],
  'protocol assignments': [
    '192.0.0.0',
    '192.0.0.8',
    '192.0.0.9',
    '192.0.0.171',
    '192.0.0.255',
    '2001:1::1',
    '2001:1ff::',
  ],
  documentation: [
    '192.0.2.0',
    '192.0.2.255',
    '198.51.100.7',
    '203.0.113.9',
    '2001:db8::1',
    '3fff::1',
    '3fff:fff:ffff::',
  ],
  AS112: ['192.31.196.1', '192.175.48.1', '2620:4f:8000::1'],
  'AMT relays': ['192.52.193.1'],
  '6to4 relays': ['192.88.99.1'],
  benchmarking: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.0', '224.0.0.251', '239.255.255.255', 'ff00::', 'ff02::1', 'ffff:ffff::'],
  reserved: ['240.0.0.0', '250.1.2.3', '255.255.255.254'],
  broadcast: ['255.255.255.255'],
  unspecified: ['::', '0:0:0:0:0:0:0:0'],
  'IPv4-compatible': ['::127.0.0.1', '::8.8.8.8', '::2', '::ffff'],
  'local NAT64': ['64:ff9b:1::', '64:ff9b:1::7f00:1', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  discard: ['100::', '100::1', '100::ffff:ffff:ffff:ffff'],
  'dummy prefix': ['100:0:0:1::1'],
  Teredo: ['2001::', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'segment routing': ['5f00::1', '5f00:ffff::'],
  'unique local': ['fc00::', 'fc00::1', 'fd12:3456:789a::1', 'fdff:ffff::'],
  'site-local': ['fec0::', 'fec0::1', 'feff:ffff::'],
  'not allocated': ['64:ff9a::1', '200::1', '400::', '1fff:ffff::', '4000::', '8000::1', 'e000::', 'fe00::1'],
  'not an address': ['', 'example.com', '127.0.0.1.', '0x7f.1'],
};

/** Carriers of an IPv4 address, for every kind of private one. */
const privateIpv4 = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
];
const carriers: Readonly<Record<string, (hex: string, dotted: string) => readonly string[]>> = {
  'IPv4-mapped': (hex, dotted) => [
    `::ffff:${dotted}`,
    `::ffff:${hex}`,
    `0:0:0:0:0:ffff:${hex}`,
    `::FFFF:${dotted}`,
  ],
  'IPv4-translated': (hex, dotted) => [`::ffff:0:${dotted}`, `::ffff:0:${hex}`],
  NAT64: (hex, dotted) => [`64:ff9b::${dotted}`, `64:ff9b::${hex}`],
  '6to4': (hex) => [`2002:${hex}::`, `2002:${hex}::1`, `2002:${hex}:ffff::1`],
  ISATAP: (hex) => [`2a00:1450::5efe:${hex}`, `2a00:1450::200:5efe:${hex}`],
};

/** What people write in URLs to mean a private address. A URL makes an address of each. */
const spellings: readonly string[] = [
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0X7F.1',
  '0177.0.0.1',
  '017700000001',
  '0x7f.0x0.0x0.0x1',
  '0300.0250.1.1',
  '3232235777',
  '0xc0a80101',
  '192.168.257',
  '10.1',
  '012.1',
  '0',
  '0x0',
  '00.0',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '１２７.0.0.1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127．0．0．1',
  '%31%32%37.0.0.1',
  '127.0.0.1.',
  '0x7f.1.',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:7F00:0001]',
  '[0000::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fd00::1]',
];

const allowed: readonly string[] = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2000::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '3ffe::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2002:808:808::1',
  '2a00:1450::5efe:808:808',
];

describe('an address that is not public', () => {
  const cases = Object.entries(forbidden).flatMap(([name, addresses]) =>
    addresses.map((address) => [address, name] as const),
  );

  test.each(cases)('%s is %s', (address, name) => {
    expect(specialPurpose(address)).toMatch(new RegExp(`^${name}`));
  });

  const carried = privateIpv4.flatMap((address) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
    const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
    return Object.entries(carriers).flatMap(([kind, spell]) =>
      spell(hex, address).map((spelled) => [spelled, address, kind] as const),
    );
  });

  test.each(carried)('%s carries %s (%s)', (spelled, address) => {
    expect(specialPurpose(spelled)).toBe(specialPurpose(address));
    expect(specialPurpose(spelled)).not.toBeNull();
  });

  test.each(spellings.map((each) => [each]))('http://%s/ is one', (spelled) => {
    const host = canonicalHost(spelled);
    expect(specialPurpose(host ?? '')).not.toBeNull();
    expect(specialPurpose(host ?? '')).not.toBe('not an address');
  });

  test.each(allowed.map((each) => [each]))('%s is public', (address) => {
    expect(specialPurpose(address)).toBeNull();
  });

  test('the table is long', () => {
    const count = cases.length + carried.length + spellings.length;
    expect(count).toBeGreaterThan(200);
    process.stdout.write(`egress table: ${count} addresses refused, ${allowed.length} allowed\n`);
  });
});
