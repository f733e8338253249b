import { errors } from 'undici';
import { FetchError, type FetchErrorCode } from '../errors.ts';

const unreachable = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENETDOWN',
  'EACCES',
]);

/** A failure to open a TCP connection, in our words. */
export function connectFailure(where: string, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const code = codeOf(error);
  if (code === 'ETIMEDOUT') {
    return new FetchError('FETCH_TIMEOUT_CONNECT', `${where}: no connection`, { cause: error });
  }
  const reason = unreachable.has(code) ? code : messageOf(error);
  return new FetchError('FETCH_REFUSED', `${where}: no connection (${reason})`, { cause: error });
}

/** A failure of the TLS handshake: a certificate that does not hold, or a server that speaks no TLS we accept. */
/** The server may well be who it says, but nobody whom we trust says so. */
const notTrusted: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

export function tlsFailure(host: string, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const code = codeOf(error);
  // Without a code of OpenSSL the connection just went away, which another try may mend.
  if (code === '' || code === 'ECONNRESET' || code === 'EPIPE') {
    return new FetchError('FETCH_CLOSED', `${host}: the server closed during the TLS handshake`, {
      cause: error,
    });
  }
  const advice = notTrusted.has(code)
    ? ': if it is a server of yours, name its certificate in TIDEMARK_CA_FILE'
    : '';
  return new FetchError('FETCH_TLS', `${host}: ${messageOf(error).split(';', 1)[0]} (${code})${advice}`, {
    cause: error,
  });
}

/** What undici reports about an exchange. `began` says whether the head of the answer had come. */
export function exchangeFailure(url: string, error: unknown, began: boolean): FetchError {
  if (error instanceof FetchError) return error;
  const code = isParserError(error)
    ? parserCode(messageOf(error), began)
    : exchangeCode(codeOf(error), began);
  return new FetchError(code, `${url}: ${explanations[code] ?? messageOf(error)}`, { cause: error });
}

/** Whether the bytes were no HTTP/1. undici gives this error no code. */
export function isParserError(error: unknown): boolean {
  return error instanceof errors.HTTPParserError;
}

function parserCode(message: string, began: boolean): FetchErrorCode {
  return began && message.includes('EOF') ? 'FETCH_INCOMPLETE' : 'FETCH_PROTOCOL';
}

const explanations: Readonly<Partial<Record<FetchErrorCode, string>>> = {
  FETCH_CLOSED: 'the server closed the connection before it answered',
  FETCH_INCOMPLETE: 'the answer broke off or was not as long as announced',
  FETCH_HEADERS_TOO_LARGE: 'the head of the answer is larger than allowed',
  FETCH_ABORTED: 'the request was given up',
};

function exchangeCode(code: string, began: boolean): FetchErrorCode {
  switch (code) {
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      // undici blames the length also when it cannot read the rest of the head.
      return began ? 'FETCH_INCOMPLETE' : 'FETCH_PROTOCOL';
    case 'UND_ERR_HEADERS_OVERFLOW':
      return 'FETCH_HEADERS_TOO_LARGE';
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_INFO':
      return began ? 'FETCH_INCOMPLETE' : 'FETCH_CLOSED';
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
    case 'UND_ERR_ABORTED':
      return 'FETCH_ABORTED';
    case 'UND_ERR_INVALID_ARG':
    case 'UND_ERR_NOT_SUPPORTED':
    case 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH':
      return 'FETCH_REQUEST_INVALID';
    default:
      if (code.startsWith('ERR_HTTP2')) return began ? 'FETCH_INCOMPLETE' : 'FETCH_PROTOCOL';
      return 'FETCH_FAILED';
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
