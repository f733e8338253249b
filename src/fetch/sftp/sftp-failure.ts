import { FetchError, type FetchErrorCode } from '../errors.ts';

/** Status codes of SFTP version 3 (draft-ietf-secsh-filexfer-02, section 7). */
const codes: Readonly<Record<number, FetchErrorCode>> = {
  2: 'FETCH_NOT_FOUND',
  3: 'FETCH_PERMISSION',
  4: 'FETCH_UNAVAILABLE',
  6: 'FETCH_CLOSED',
  7: 'FETCH_CLOSED',
  8: 'FETCH_UNAVAILABLE',
};

export const endOfFile = 1;

/** What ssh2 reports, in our words. */
export function sftpFailure(url: string, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  const known = typeof code === 'number' ? codes[code] : undefined;
  const shown = (message ?? '').replace(/[^\x20-\x7e]+/g, ' ').slice(0, 200);
  return new FetchError(known ?? 'FETCH_CLOSED', `${url}: the server answers "${shown}"`, {
    url,
    cause: error,
  });
}

/** A failure on the way to the log-in. */
export function sshFailure(url: string, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const { level, message } = error as { readonly level?: string; readonly message?: string };
  if (level === 'client-authentication') {
    return new FetchError(
      'FETCH_LOGIN',
      `${url}: the server refuses the log-in: check user, password and key`,
      { url },
    );
  }
  if (level === 'client-timeout') {
    return new FetchError('FETCH_TIMEOUT_CONNECT', `${url}: no log-in in time`, { url });
  }
  const code = level === 'handshake' || level === 'protocol' ? 'FETCH_PROTOCOL' : 'FETCH_CLOSED';
  return new FetchError(code, `${url}: ${message ?? 'the connection broke off'}`, { url, cause: error });
}
