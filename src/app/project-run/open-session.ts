import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AccessError, readCookieFile } from '../../access/index.ts';
import { type Credentials, HttpSession, type PageFetcher } from '../../fetch/index.ts';
import type { ProjectDefinition } from '../../project/index.ts';
import type { ProjectSecrets } from './project-secrets.ts';

/** What the visitor of a project carries from the beginning: cookies of a file, and the password that HTTP asks for. */
export async function openSession(
  project: ProjectDefinition,
  secrets: ProjectSecrets,
  folder: string,
): Promise<HttpSession> {
  const login = accountOf(project, secrets);
  const { cookies } = project.session ?? {};
  return new HttpSession({
    ...(login !== null && { credentials: new Map([[new URL(project.source.url).origin, login]]) }),
    ...(cookies !== undefined && {
      cookies: readCookieFile(await textOf(resolve(folder, cookies)), Date.now()).cookies,
    }),
  });
}

function accountOf({ preference, session }: ProjectDefinition, secrets: ProjectSecrets): Credentials | null {
  const login = session?.login;
  const account = login !== undefined && 'basic' in login ? login.basic : undefined;
  const digest = login !== undefined && 'digest' in login ? login.digest : undefined;
  const { user, password } = account ?? digest ?? preference ?? {};
  if (user === undefined || password === undefined) return null;
  return { username: secrets.reveal(user), password: secrets.reveal(password) };
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AccessError('ACCESS_COOKIES_INVALID', `the file with cookies cannot be read: ${reason}`, {
      cause,
    });
  }
}

/** Sends the project's token along, to the site that it is for and to no other. */
export function withToken(
  fetcher: PageFetcher,
  { session, source }: ProjectDefinition,
  secrets: ProjectSecrets,
): PageFetcher {
  const login = session?.login;
  if (login === undefined || !('bearer' in login)) return fetcher;
  const authorization = `Bearer ${secrets.reveal(login.bearer)}`;
  const { origin } = new URL(source.url);
  return {
    fetch: (request) =>
      fetcher.fetch(
        URL.parse(request.url)?.origin === origin
          ? { ...request, headers: { ...request.headers, authorization } }
          : request,
      ),
  };
}
