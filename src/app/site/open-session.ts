import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AccessError, readCookieFile } from '../../access/index.ts';
import { HttpSession, type PageFetcher } from '../../fetch/index.ts';
import type { RunDefinition } from '../run/define-run.ts';

/** The session that a run starts with: cookies from a file, and the password for HTTP authentication. */
export async function openSession({ source, account, session, folder }: RunDefinition): Promise<HttpSession> {
  const { username, password } = account ?? {};
  const { cookies } = session ?? {};
  return new HttpSession({
    ...(username !== undefined &&
      password !== undefined && {
        credentials: new Map([[new URL(source).origin, { username, password }]]),
      }),
    ...(cookies !== undefined && {
      cookies: readCookieFile(await textOf(resolve(folder, cookies)), Date.now()).cookies,
    }),
  });
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AccessError('ACCESS_COOKIES_INVALID', `the cookie file cannot be read: ${reason}`, {
      cause,
    });
  }
}

/** Sends the project's token with requests to its own site only. */
export function withToken(fetcher: PageFetcher, { session, source, secrets }: RunDefinition): PageFetcher {
  const login = session?.login;
  if (login === undefined || !('bearer' in login)) return fetcher;
  const authorization = `Bearer ${secrets.reveal(login.bearer)}`;
  const { origin } = new URL(source);
  return {
    fetch: (request) =>
      fetcher.fetch(
        URL.parse(request.url)?.origin === origin
          ? { ...request, headers: { ...request.headers, authorization } }
          : request,
      ),
  };
}
