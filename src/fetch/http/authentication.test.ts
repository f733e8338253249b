import { describe, expect, test } from 'vitest';
import { digestAuthorization, parseChallenges, readDigest } from './authentication.ts';

function response(line: string): string | undefined {
  const [challenge] = parseChallenges(line);
  const digest = challenge === undefined ? null : readDigest(challenge);
  if (digest === null) return undefined;
  const value = digestAuthorization(
    digest,
    { username: 'Mufasa', password: 'Circle of Life' },
    {
      method: 'GET',
      target: '/dir/index.html',
      count: 1,
      clientNonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
    },
  );
  return /response="([0-9a-f]+)"/.exec(value)?.[1];
}

describe('the example of RFC 7616, section 3.9.1', () => {
  const rest =
    'realm="http-auth@example.org", qop="auth, auth-int", ' +
    'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';

  test('with MD5', () => {
    expect(response(`Digest ${rest}, algorithm=MD5`)).toBe('8ca523f5e9506fed4657c9700eebdbec');
    expect(response(`Digest ${rest}`)).toBe('8ca523f5e9506fed4657c9700eebdbec');
  });

  test('with SHA-256', () => {
    expect(response(`Digest ${rest}, algorithm=SHA-256`)).toBe(
      '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
    );
  });

  test('with what we do not know', () => {
    expect(response(`Digest ${rest}, algorithm=CRC32`)).toBeUndefined();
    expect(response('Digest realm="x"')).toBeUndefined();
    expect(response('Digest realm="x", nonce="1", qop="auth-int"')).toBeUndefined();
  });
});

describe('a line of challenges', () => {
  test('may hold several', () => {
    const found = parseChallenges(
      'Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"',
    );
    expect(found.map(({ scheme }) => scheme)).toEqual(['newauth', 'basic']);
    expect(found[0]?.parameters.get('title')).toBe('Login to "apps"');
    expect(found[1]?.parameters.get('realm')).toBe('simple');
  });

  test.each([
    ['Negotiate', ['negotiate']],
    ['NTLM TlRMTVNTUAAB==, Basic realm="x"', ['ntlm', 'basic']],
    ['basic REALM=x', ['basic']],
    ['', []],
    ['"', []],
    ['realm="x"', []],
    ['Basic realm="unfinished', ['basic']],
  ])('%s', (line, schemes) => {
    expect(parseChallenges(line).map(({ scheme }) => scheme)).toEqual(schemes);
  });

  test('of hostile length is read in time', () => {
    const started = performance.now();
    parseChallenges(`Digest ${'a="\\\\'.repeat(20_000)}`);
    parseChallenges(`Digest ${'a ='.repeat(20_000)}`);
    parseChallenges(' '.repeat(60_000));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
