import { describe, expect, test } from 'vitest';
import { passesByItself } from '../postgres/postgres-failure.ts';
import { s3Failure } from './s3-failure.ts';

const failure = (name: string, httpStatusCode?: number, code?: string): unknown =>
  s3Failure(
    Object.assign(new Error('What happened.'), {
      name,
      ...(httpStatusCode !== undefined && { $metadata: { httpStatusCode } }),
      ...(code !== undefined && { code }),
    }),
    's3://bucket/folder/',
  );

describe('a failure of a store of objects', () => {
  test.each([
    ['NoSuchBucket', 404, 'STORE_BODIES_REFUSED', 'Create it, or correct TIDEMARK_BODIES.'],
    ['InvalidAccessKeyId', 403, 'STORE_BODIES_REFUSED', 'Check AWS_ACCESS_KEY_ID'],
    ['SignatureDoesNotMatch', 403, 'STORE_BODIES_REFUSED', 'the clock of this machine'],
    ['CredentialsProviderError', undefined, 'STORE_BODIES_REFUSED', 'Set AWS_ACCESS_KEY_ID'],
    ['AccessDenied', 403, 'STORE_BODIES_REFUSED', 'Allow the user of the keys'],
    ['PermanentRedirect', 301, 'STORE_BODIES_REFUSED', 'Set AWS_REGION'],
    ['MethodNotAllowed', 405, 'STORE_BODIES_REFUSED', 'AWS_ENDPOINT_URL_S3'],
    ['QuotaExceeded', 403, 'STORE_FULL', 'Make room there'],
    ['SlowDown', 503, 'STORE_BODIES_UNREACHABLE', 'Check that it runs'],
    ['TooManyRequests', 429, 'STORE_BODIES_UNREACHABLE', 'Check that it runs'],
    ['TimeoutError', undefined, 'STORE_BODIES_UNREACHABLE', 'Check that it runs'],
  ])('%s (%s) is %s', (name, status, code, advice) => {
    const found = failure(name, status);
    expect(found).toMatchObject({ code, message: expect.stringContaining(advice) });
    expect(found).toMatchObject({
      message: expect.stringContaining(`at s3://bucket/folder/ (${name}: What happened)`),
    });
    expect(passesByItself(found)).toBe(code === 'STORE_BODIES_UNREACHABLE');
  });

  test.each([
    ['ECONNREFUSED', 'STORE_BODIES_UNREACHABLE'],
    ['ENOTFOUND', 'STORE_BODIES_UNREACHABLE'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'STORE_BODIES_REFUSED'],
  ])('%s is %s', (networkCode, code) => {
    expect(failure('Error', undefined, networkCode)).toMatchObject({ code });
  });

  test('a mistake in the program stays what it is', () => {
    const mistake = new TypeError('x is not a function');
    expect(s3Failure(mistake, 's3://bucket/')).toBe(mistake);
  });
});
