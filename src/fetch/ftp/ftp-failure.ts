import { FTPError } from 'basic-ftp';
import { tlsFailure } from '../egress/connect-failure.ts';
import { FetchError, type FetchErrorCode, messageOf, shownText, systemCode } from '../errors.ts';

/** An error of basic-ftp as a FetchError. The server's words are shown, except about a log-in: they might repeat it. */
export function ftpFailure(url: string, error: unknown): FetchError {
  if (error instanceof FetchError) {
    return error.url === ''
      ? new FetchError(error.code, `${url}: ${error.message}`, { url, cause: error })
      : error;
  }
  if (error instanceof Error && error.cause instanceof FetchError) return ftpFailure(url, error.cause);
  const message = messageOf(error);
  if (error instanceof FTPError) {
    return new FetchError(codeOfReply(error), `${url}: the server answers ${shownText(message)}`, { url });
  }
  // basic-ftp puts words of its own before the reason why it closed.
  const reason = shownText(message.replace(/^Client is closed because /, ''));
  return new FetchError(codeOfFailure(error, message), `${url}: ${reason}`, { url, cause: error });
}

export function ftpLoginFailure(url: string, error: unknown): FetchError {
  if (!(error instanceof FTPError) || error.code < 500) return ftpFailure(url, error);
  return new FetchError(
    'FETCH_LOGIN',
    `${url}: the server refuses the log-in (${error.code}): check the user and the password`,
    {
      url,
    },
  );
}

export function secureFailure(host: string, url: string, error: unknown): FetchError {
  if (error instanceof FTPError) {
    return new FetchError(
      'FETCH_TLS',
      `${url}: the server does not offer TLS (${shownText(error.message)}): use ftp:`,
      { url },
    );
  }
  return ftpFailure(url, tlsFailure(host, error));
}

/** RFC 959, section 4.2: 4xx is temporary, 5xx is not. 550 means "not there", "not allowed" or "not a file". */
function codeOfReply({ code, message }: FTPError): FetchErrorCode {
  if (code === 421 || code === 425 || code === 426) return 'FETCH_CLOSED';
  if (code < 500) return 'FETCH_FAILED';
  if (code === 530) return 'FETCH_LOGIN';
  if (/permission|denied|not allowed|access/i.test(message)) return 'FETCH_PERMISSION';
  return /no such|not found|not exist/i.test(message) ? 'FETCH_NOT_FOUND' : 'FETCH_UNAVAILABLE';
}

function codeOfFailure(error: unknown, message: string): FetchErrorCode {
  if (/timeout/i.test(message)) return 'FETCH_TIMEOUT_HEADERS';
  const isTls = /^(?:ERR_(?:SSL|TLS)|CERT_|DEPTH_|UNABLE_TO|SELF_SIGNED)/.test(systemCode(error));
  return isTls ? 'FETCH_TLS' : 'FETCH_CLOSED';
}
