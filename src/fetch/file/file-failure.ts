import { FetchError, type FetchErrorCode } from '../errors.ts';

const codes: Readonly<Record<string, FetchErrorCode>> = {
  ENOENT: 'FETCH_NOT_FOUND',
  ENOTDIR: 'FETCH_NOT_FOUND',
  EACCES: 'FETCH_PERMISSION',
  EPERM: 'FETCH_PERMISSION',
  ELOOP: 'FETCH_LINK_LOOP',
  EISDIR: 'FETCH_UNAVAILABLE',
  // What a mount whose server went away answers.
  ESTALE: 'FETCH_CLOSED',
  ETIMEDOUT: 'FETCH_CLOSED',
  EHOSTDOWN: 'FETCH_CLOSED',
};

/** What the file system reports, in our words. */
export function fileFailure(url: string, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return new FetchError(codes[code] ?? 'FETCH_FAILED', `${url}: the file system answers ${code}`, {
    url,
    cause: error,
  });
}
