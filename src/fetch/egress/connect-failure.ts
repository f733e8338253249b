import { FetchError, messageOf, systemCode } from '../errors.ts';

const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENETDOWN',
  'EACCES',
]);

/** A failure to open a TCP connection. `where` is host and port. */
export function connectFailure(where: string, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const code = systemCode(error);
  if (code === 'ETIMEDOUT') {
    return new FetchError('FETCH_TIMEOUT_CONNECT', `${where}: no connection`, { cause: error });
  }
  const reason = unreachable.has(code) ? code : messageOf(error);
  return new FetchError('FETCH_REFUSED', `${where}: no connection (${reason})`, { cause: error });
}

/** The certificate may be right, but no authority that we trust confirms it. */
const notTrusted: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** What OpenSSL says about an answer that is not TLS. */
export function speaksNoTls(error: unknown): boolean {
  return /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_LAYER_FAILURE|UNEXPECTED_MESSAGE)$/.test(
    systemCode(error),
  );
}

/** A failure of the TLS handshake: an invalid certificate, or a server without a TLS version that we accept. */
export function tlsFailure(host: string, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const code = systemCode(error);
  // Without an OpenSSL code the connection was just lost, and another try may work.
  if (code === '' || code === 'ECONNRESET' || code === 'EPIPE') {
    return new FetchError(
      'FETCH_CLOSED',
      `${host}: the server closed the connection during the TLS handshake`,
      { cause: error },
    );
  }
  if (speaksNoTls(error))
    return new FetchError('FETCH_TLS', `${host}: what answers there does not speak TLS (${code})`, {
      cause: error,
    });
  const advice = notTrusted.has(code)
    ? ': if this server is yours, name its certificate in TIDEMARK_CA_FILE'
    : '';
  return new FetchError('FETCH_TLS', `${host}: ${messageOf(error).split(';', 1)[0]} (${code})${advice}`, {
    cause: error,
  });
}
