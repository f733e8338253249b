import { describe, expect, test } from 'vitest';
import { FetchError } from '../errors.ts';
import { connectFailure, tlsFailure } from './connection-attempt.ts';

const failed = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });

describe('a connection that fails', () => {
  test.each([
    ['ECONNREFUSED', 'FETCH_REFUSED', 'a:80: no connection (ECONNREFUSED)'],
    ['ENETUNREACH', 'FETCH_REFUSED', 'a:80: no connection (ENETUNREACH)'],
    ['EOTHER', 'FETCH_REFUSED', 'a:80: no connection (it failed)'],
    ['ETIMEDOUT', 'FETCH_TIMEOUT_CONNECT', 'a:80: no connection'],
  ])('with %s is %s', (code, expected, message) => {
    expect(connectFailure('a:80', failed(code))).toMatchObject({ code: expected, message });
  });
});

describe('a TLS handshake that fails', () => {
  test.each(['', 'ECONNRESET', 'EPIPE'])('with "%s" may be tried again', (code) => {
    expect(tlsFailure('a', failed(code))).toMatchObject({ code: 'FETCH_CLOSED', decision: 'retry' });
  });

  test('because of an unknown authority says how to add one', () => {
    const failure = tlsFailure('a', failed('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate; more'));
    expect(failure.code).toBe('FETCH_TLS');
    expect(failure.message).toBe(
      'a: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT): if this server is yours, name its certificate in TIDEMARK_CA_FILE',
    );
  });

  test('because the other side speaks something else says so, and not what OpenSSL calls it', () => {
    const said =
      '40DD5061:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:x.c:77:';
    const failure = tlsFailure('a', failed('ERR_SSL_WRONG_VERSION_NUMBER', said));
    expect(failure.code).toBe('FETCH_TLS');
    expect(failure.message).toBe('a: what answers there does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER)');
  });

  test('for another reason does not', () => {
    const failure = tlsFailure('a', failed('CERT_HAS_EXPIRED', 'certificate has expired'));
    expect(failure.message).toBe('a: certificate has expired (CERT_HAS_EXPIRED)');
  });
});

test('a failure that has a code already keeps it', () => {
  const known = new FetchError('FETCH_ABORTED', 'given up');
  expect(connectFailure('a:80', known)).toBe(known);
  expect(tlsFailure('a', known)).toBe(known);
});
