import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { digestAuthorization, parseChallenges, readDigest } from './authentication.ts';

const mufasa = { username: 'Mufasa', password: 'Circle of Life' };
const request = {
  method: 'GET',
  target: '/dir/index.html',
  count: 1,
  clientNonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
};

/** The value of `Authorization` that answers a challenge. */
function authorization(line: string): string {
  const [challenge] = parseChallenges(line);
  const digest = challenge === undefined ? null : readDigest(challenge);
  return digest === null ? '' : digestAuthorization(digest, mufasa, request);
}

function response(line: string): string | undefined {
  return /response="([0-9a-f]+)"/.exec(authorization(line))?.[1];
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

describe('the answer to a digest challenge', () => {
  const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');

  test('without qop neither counts requests nor hashes our nonce (RFC 2069)', () => {
    const answer = authorization('Digest realm="r", nonce="n"');
    const secret = hash('md5', 'Mufasa:r:Circle of Life');
    const expected = hash('md5', `${secret}:n:${hash('md5', 'GET:/dir/index.html')}`);
    expect(answer).toContain(`response="${expected}"`);
    expect(answer).not.toMatch(/nc=|cnonce=|qop=/);
  });

  test('hashes the user name if the server wants that', () => {
    const answer = authorization('Digest realm="r", nonce="n", qop=auth, algorithm=SHA-256, userhash=true');
    expect(answer).toContain(`username="${hash('sha256', 'Mufasa:r')}"`);
    expect(answer).toContain('userhash=true');
    expect(authorization('Digest realm="r", nonce="n", qop=auth')).toContain('username="Mufasa"');
  });

  test('returns realm and opaque as they came', () => {
    const answer = authorization('Digest realm="a \\"b\\" \\\\c", nonce="n", qop=auth, opaque="o\\"p"');
    expect(answer).toContain('realm="a \\"b\\" \\\\c"');
    expect(answer).toContain('opaque="o\\"p"');
    expect(authorization('Digest realm="r", nonce="n"')).not.toContain('opaque');
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

  // Longer than any header: reading that takes more than linear time would not end before the test is given up.
  test('of hostile length is read', () => {
    expect(parseChallenges(`Digest ${'a="\\\\'.repeat(1_000_000)}`)).toHaveLength(1);
    expect(parseChallenges(`Digest ${'a ='.repeat(1_000_000)}`)).toHaveLength(1);
    expect(parseChallenges(' '.repeat(3_000_000))).toEqual([]);
  });
});
