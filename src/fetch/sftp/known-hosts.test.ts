import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkHostKey, knownKeys, preferredAlgorithms } from './known-hosts.ts';

const keyOf = (type: string, body: string) => {
  const name = Buffer.from(type);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(name.length);
  return Buffer.concat([length, name, Buffer.from(body)]);
};
const key = keyOf('ssh-ed25519', 'one');
const other = keyOf('ssh-ed25519', 'two');
const line = (hosts: string, of = key) => `${hosts} ssh-ed25519 ${of.toString('base64')} comment`;
const hashed = (name: string) => {
  const salt = Buffer.from('some salt, 20 bytes.');
  return `|1|${salt.toString('base64')}|${createHmac('sha1', salt).update(name).digest('base64')}`;
};

describe('which lines name a host', () => {
  test.each<[string, string, number, boolean]>([
    ['example.org', 'example.org', 22, true],
    ['EXAMPLE.org', 'example.org', 22, true],
    ['example.org', 'example.org', 2222, false],
    ['[example.org]:2222', 'example.org', 2222, true],
    ['a,example.org,b', 'example.org', 22, true],
    ['*.example.org', 'ftp.example.org', 22, true],
    ['*.example.org', 'example.org', 22, false],
    ['*.example.org,!ftp.example.org', 'ftp.example.org', 22, false],
    ['192.0.2.?', '192.0.2.7', 22, true],
    [hashed('example.org'), 'example.org', 22, true],
    [hashed('[example.org]:2222'), 'example.org', 2222, true],
    [hashed('example.org'), 'example.net', 22, false],
    ['|1|broken', 'example.org', 22, false],
    [`${'*'.repeat(200)}x`, 'a'.repeat(200), 22, false],
  ])('%s of %s:%i', (hosts, host, port, expected) => {
    expect(knownKeys(`# comment\n\nnonsense\n${line(hosts)}\n`, host, port)).toHaveLength(expected ? 1 : 0);
  });
});

describe('the verdict', () => {
  const verdict = (file: string) => checkHostKey('sftp://h/', 'h', key, knownKeys(file, 'h', 22));

  test('a known key is accepted', () => {
    expect(verdict(`${line('h', other)}\n${line('h')}`)).toBeNull();
  });

  test('an unknown key is refused with its fingerprint and the line to add', () => {
    const failure = verdict(line('elsewhere'));
    expect(failure?.code).toBe('FETCH_HOST_KEY_UNKNOWN');
    expect(failure?.message).toMatch(/SHA256:[\w+/]{43} \(ssh-ed25519\)/);
    expect(failure?.message).toContain(`h ssh-ed25519 ${key.toString('base64')}`);
  });

  test('a key that differs from the known one has its own code', () => {
    expect(verdict(line('h', other))?.code).toBe('FETCH_HOST_KEY_CHANGED');
  });

  test('a revoked key is never accepted', () => {
    expect(verdict(`${line('h')}\n@revoked ${line('*')}`)?.message).toContain('revoked');
  });

  test('only a revoked key is not a known one', () => {
    expect(verdict(`@revoked ${line('h', other)}`)?.code).toBe('FETCH_HOST_KEY_UNKNOWN');
  });

  test('a key that is too short is unknown', () => {
    expect(checkHostKey('sftp://h/', 'h', Buffer.from('ab'), [])?.code).toBe('FETCH_HOST_KEY_UNKNOWN');
  });

  test('an authority is not taken for a host', () => {
    expect(verdict(`@cert-authority ${line('h')}`)?.code).toBe('FETCH_HOST_KEY_UNKNOWN');
  });
});

test('the algorithms of the known keys are asked for first', () => {
  const rsa = line('h', keyOf('ssh-rsa', 'rsa')).replace('ssh-ed25519', 'ssh-rsa');
  const file = `${line('h')}\n${line('h', other)}\n${rsa}\nh unknown-type AAAA`;
  expect(preferredAlgorithms(knownKeys(file, 'h', 22))).toEqual([
    'ssh-ed25519',
    'rsa-sha2-512',
    'rsa-sha2-256',
  ]);
  expect(preferredAlgorithms(knownKeys(`@revoked ${line('h')}`, 'h', 22))).toEqual([]);
});
