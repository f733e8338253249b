import { FetchError, type FetchErrorCode, shownText } from '../errors.ts';

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

/** An error of ssh2 as a FetchError. */
export function sftpFailure(url: string, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  const known = typeof code === 'number' ? codes[code] : undefined;
  return new FetchError(known ?? 'FETCH_CLOSED', `${url}: the server answers "${shownText(message ?? '')}"`, {
    url,
    cause: error,
  });
}

/** A failure before or during the log-in. */
export function sshFailure(url: string, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const { level, message } = error as { readonly level?: string; readonly message?: string };
  if (level === 'client-authentication') {
    return new FetchError(
      'FETCH_LOGIN',
      `${url}: the server refuses the log-in: check the user, the password and the key`,
      { url },
    );
  }
  if (level === 'client-timeout') {
    return new FetchError('FETCH_TIMEOUT_CONNECT', `${url}: the log-in took too long`, { url });
  }
  const code = level === 'handshake' || level === 'protocol' ? 'FETCH_PROTOCOL' : 'FETCH_CLOSED';
  return new FetchError(code, `${url}: ${message ?? 'the connection was lost'}`, { url, cause: error });
}
