import { StoreError } from '../errors.ts';

interface S3Cause {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const noBucket = new Set(['NoSuchBucket', 'InvalidBucketName']);
const wrongRegion = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]);
const noKeys = new Set(['CredentialsProviderError', 'AuthorizationMissing']);
const wrongKeys = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'RequestTimeTooSkewed',
]);
const noRoom = /^(?:XMinioStorageFull|QuotaExceeded|InsufficientStorage|EntityTooLarge)/;
const wrongCertificate = /CERT|UNABLE_TO_VERIFY/;
const noConnection = /^(?:ECONN|EPIPE|EPROTO|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|HPE_)/;
/** Statuses of temporary failures: too many requests, and a request that took too long. */
const laterStatuses = new Set([408, 429]);

/** Translates a failure of the S3 client or of the server; `place` is the bucket, for messages. */
export function s3Failure(cause: unknown, place: string): unknown {
  if (cause instanceof StoreError || !(cause instanceof Error)) return cause;
  // A host with several addresses fails once for each of them.
  const first = cause instanceof AggregateError ? (cause.errors[0] as Error) : cause;
  const { name, message, code = '', $metadata } = first as S3Cause;
  const status = $metadata?.httpStatusCode ?? 0;
  const shown = [name === 'Error' ? code : name, message]
    .filter((part) => part !== '')
    .join(': ')
    .replace(/\.$/, '');
  const refused = (what: string, advice: string) =>
    new StoreError('STORE_BODIES_REFUSED', { reason: `${what} at ${place} (${shown})`, hint: advice }, cause);
  if (noRoom.test(name) || status === 507) {
    return new StoreError(
      'STORE_FULL',
      {
        reason: `The store of objects has no room left at ${place} (${shown})`,
        hint: 'Make room there, then resume: nothing was lost.',
      },
      cause,
    );
  }
  if (noBucket.has(name)) return refused('There is no such bucket', 'Create it, or correct TIDEMARK_BODIES.');
  if (wrongRegion.has(name)) return refused('The bucket is in another region', 'Set AWS_REGION to that one.');
  if (noKeys.has(name)) {
    return refused(
      'No keys were found for the store of objects',
      'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  }
  if (wrongKeys.has(name) || status === 401) {
    return refused(
      'The keys were refused',
      'Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and the clock of this machine.',
    );
  }
  if (status === 403) {
    return refused(
      'Access was denied',
      'Allow the user of the keys to read, write and delete objects there.',
    );
  }
  if (status >= 300 && status < 500 && !laterStatuses.has(status)) {
    return refused('A request was refused', 'Check TIDEMARK_BODIES and AWS_ENDPOINT_URL_S3.');
  }
  if (wrongCertificate.test(code)) {
    return refused(
      'The certificate was not accepted',
      'Set NODE_EXTRA_CA_CERTS to a file with that of its authority.',
    );
  }
  if (status < 400 && !noConnection.test(code) && name !== 'TimeoutError') return cause;
  return new StoreError(
    'STORE_BODIES_UNREACHABLE',
    {
      reason: `No answer from the store of objects at ${place} (${shown})`,
      hint: 'Check that it runs and that AWS_ENDPOINT_URL_S3 is right, then resume.',
    },
    cause,
  );
}
