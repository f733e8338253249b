import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SerializedCookie, SerializedCookieJar } from 'tough-cookie';
import { AccessError } from '../../access/index.ts';
import { messageOf } from '../../base/index.ts';
import { Cookies, HttpSession } from '../../fetch/index.ts';
import type { RunDefinition } from '../run/define-run.ts';

/** A shorter cookie value is a choice (`lang=en`), and may also be a word of the page. */
const SHORTEST_COOKIE = 8;
/** More than browsers store for one site. */
const MOST_COOKIES = 200;

/** The values of cookies that are sent to the site of the project: an export of a browser has those of thousands of sites. */
function secretsIn(cookies: readonly SerializedCookie[], host: string): readonly string[] {
  const values = cookies.flatMap(({ domain, value }) =>
    typeof value === 'string' && value.length >= SHORTEST_COOKIE && isSentTo(String(domain ?? host), host)
      ? [value]
      : [],
  );
  return [...new Set(values)].slice(0, MOST_COOKIES);
}

/** Includes parent domains and subdomains of the start host: a run may lead there. */
function isSentTo(domain: string, host: string): boolean {
  const bare = domain.replace(/^\./, '').toLowerCase();
  return bare === host || host.endsWith(`.${bare}`) || bare.endsWith(`.${host}`);
}

/** The session that a run starts with: cookies from a file or a secret, the password for HTTP authentication, a token. */
export async function openSession(definition: RunDefinition): Promise<HttpSession> {
  const { source, account, session, secrets, folder } = definition;
  const { username, password } = account ?? {};
  const { cookies, login } = session ?? {};
  const jar =
    cookies === undefined
      ? null
      : await cookiesIn(
          typeof cookies === 'string' ? await textOf(resolve(folder, cookies)) : secrets.reveal(cookies),
        );
  secrets.redactor.learn(...secretsIn(jar?.cookies ?? [], new URL(source).hostname));
  const opened = new HttpSession({
    ...(username !== undefined &&
      password !== undefined && {
        credentials: new Map([[new URL(source).origin, { username, password }]]),
      }),
    ...(jar !== null && { cookies: await Cookies.restored(jar) }),
  });
  if (login !== undefined && 'bearer' in login) {
    const value = `Bearer ${secrets.reveal(login.bearer)}`;
    for (const origin of ownOrigins(definition)) opened.sendToken(origin, { header: 'authorization', value });
  }
  return opened;
}

/** Loads what knows cookies, and with it the list of public suffixes, which takes 10 ms. */
async function cookiesIn(text: string): Promise<SerializedCookieJar> {
  const { readCookieFile } = await import('../../access/index.ts');
  return readCookieFile(text, Date.now()).cookies;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const reason = messageOf(cause);
    throw new AccessError('ACCESS_COOKIES_INVALID', `the cookie file cannot be read: ${reason}`, {
      cause,
    });
  }
}

/** Where tokens and passwords of the project may be sent. */
export function ownOrigins({ source, session }: RunDefinition): readonly string[] {
  const login = session?.login;
  const posted = login !== undefined && 'json' in login ? URL.parse(login.json.post, source) : null;
  return [...new Set([new URL(source).origin, ...(posted === null ? [] : [posted.origin])])];
}
