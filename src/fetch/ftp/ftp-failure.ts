import { FTPError } from 'basic-ftp';
import { FetchError, type FetchErrorCode } from '../errors.ts';
import { tlsFailure } from '../http/exchange-failure.ts';

/** What basic-ftp reports, in our words. The server's own words are shown, but for a log-in: they might repeat it. */
export function ftpFailure(url: string, error: unknown): FetchError {
  if (error instanceof FetchError) {
    return error.url === ''
      ? new FetchError(error.code, `${url}: ${error.message}`, { url, cause: error })
      : error;
  }
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  if (cause instanceof FetchError) return ftpFailure(url, cause);
  if (error instanceof FTPError) {
    return new FetchError(codeOfReply(error), `${url}: the server answers ${printable(message)}`, { url });
  }
  return new FetchError(codeOfFailure(error, message), `${url}: ${explained(message)}`, {
    url,
    cause: error,
  });
}

export function loginFailure(url: string, error: unknown): FetchError {
  if (!(error instanceof FTPError) || error.code < 500) return ftpFailure(url, error);
  return new FetchError(
    'FETCH_LOGIN',
    `${url}: the server refuses the log-in (${error.code}): check user and password`,
    {
      url,
    },
  );
}

export function secureFailure(host: string, url: string, error: unknown): FetchError {
  if (error instanceof FTPError) {
    return new FetchError(
      'FETCH_TLS',
      `${url}: the server has no TLS (${printable(error.message)}): use ftp:`,
      { url },
    );
  }
  return ftpFailure(url, tlsFailure(host, error));
}

/** RFC 959, section 4.2: 4xx may pass, 5xx will not. 550 is all of "not there", "not yours" and "not a file". */
function codeOfReply({ code, message }: FTPError): FetchErrorCode {
  if (code === 421 || code === 425 || code === 426) return 'FETCH_CLOSED';
  if (code < 500) return 'FETCH_FAILED';
  if (code === 530) return 'FETCH_LOGIN';
  if (/permission|denied|not allowed|access/i.test(message)) return 'FETCH_PERMISSION';
  return /no such|not found|not exist/i.test(message) ? 'FETCH_NOT_FOUND' : 'FETCH_UNAVAILABLE';
}

function codeOfFailure(error: unknown, message: string): FetchErrorCode {
  if (/timeout/i.test(message)) return 'FETCH_TIMEOUT_HEADERS';
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (/^(?:ERR_(?:SSL|TLS)|CERT_|DEPTH_|UNABLE_TO|SELF_SIGNED)/.test(String(code))) return 'FETCH_TLS';
  return 'FETCH_CLOSED';
}

/** basic-ftp passes on why it closed with words in front; those after it are the server's or the system's. */
function explained(message: string): string {
  return printable(message.replace(/^Client is closed because /, ''));
}

function printable(message: string): string {
  return message
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 200);
}
