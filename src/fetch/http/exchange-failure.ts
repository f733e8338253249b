import { errors } from 'undici';
import { FetchError, type FetchErrorCode, messageOf, systemCode } from '../errors.ts';

/** An error of undici as a FetchError. `hasHeaders` says whether the headers of the answer had arrived. */
export function exchangeFailure(url: string, error: unknown, hasHeaders: boolean): FetchError {
  if (error instanceof FetchError) return error;
  const code = isParserError(error)
    ? parserCode(messageOf(error), hasHeaders)
    : exchangeCode(systemCode(error), hasHeaders);
  return new FetchError(code, `${url}: ${explanations[code] ?? messageOf(error)}`, { cause: error });
}

/** Whether the bytes were not HTTP/1. undici gives this error no code. */
export function isParserError(error: unknown): boolean {
  return error instanceof errors.HTTPParserError;
}

function parserCode(message: string, hasHeaders: boolean): FetchErrorCode {
  return hasHeaders && message.includes('EOF') ? 'FETCH_INCOMPLETE' : 'FETCH_PROTOCOL';
}

const explanations: Readonly<Partial<Record<FetchErrorCode, string>>> = {
  FETCH_CLOSED: 'the server closed the connection before it answered',
  FETCH_INCOMPLETE: 'the answer was cut off or does not have the announced length',
  FETCH_HEADERS_TOO_LARGE: 'the headers are larger than allowed',
  FETCH_ABORTED: 'the request was given up',
};

function exchangeCode(code: string, hasHeaders: boolean): FetchErrorCode {
  switch (code) {
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      // undici also blames the length when it cannot read the rest of the headers.
      return hasHeaders ? 'FETCH_INCOMPLETE' : 'FETCH_PROTOCOL';
    case 'UND_ERR_HEADERS_OVERFLOW':
      return 'FETCH_HEADERS_TOO_LARGE';
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_INFO':
      return hasHeaders ? 'FETCH_INCOMPLETE' : 'FETCH_CLOSED';
    case 'ERR_ASSERTION':
      // undici asserts what it expects of a status, such as that it is not 000.
      return 'FETCH_PROTOCOL';
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
    case 'UND_ERR_ABORTED':
      return 'FETCH_ABORTED';
    case 'UND_ERR_INVALID_ARG':
    case 'UND_ERR_NOT_SUPPORTED':
    case 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH':
      return 'FETCH_REQUEST_INVALID';
    default:
      if (code.startsWith('ERR_HTTP2')) return hasHeaders ? 'FETCH_INCOMPLETE' : 'FETCH_PROTOCOL';
      return 'FETCH_FAILED';
  }
}
