import { goodPassword } from '../../features/people/people-for-test.ts';
import { chooseOverHttp, fromOwnPage, type StartedServer, tokenOf } from './started-server.ts';

/** Somebody who asks, as a browser or a program does. */
export type Headers = Readonly<Record<string, string>>;

/** What a page of the server sends along. */
export const ownPageHeaders: Headers = { 'sec-fetch-site': 'same-origin', 'x-tidemark-client': 'test' };

/** Adds a user over HTTP, who chooses a password with the link. Returns the cookie. */
export async function newUser(
  { url, cookie }: Pick<StartedServer, 'url' | 'cookie'>,
  name: string,
  role: string,
): Promise<string> {
  const asked = async (path: string, body: object) => {
    const answer = await fromOwnPage(url, path, body, { cookie });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { link: string };
  };
  await asked('/api/users', { name, role });
  const { link } = await asked(`/api/users/${name}/link`, {});
  return chooseOverHttp(url, link, goodPassword);
}

export interface Population {
  /** How each of them asks. */
  readonly callers: Readonly<Record<string, Headers>>;
  readonly cookies: Readonly<Record<'reader' | 'editor' | 'owner' | 'other', string>>;
}

/**
 * Everybody there can be, around the project `tides`: whoever may read, change or own it, somebody with another project, and tokens of
 * its owner for each scope, for this project and for another.
 */
export async function populate(server: StartedServer, source: string): Promise<Population> {
  const { url } = server;
  const cookies = {
    reader: await newUser(server, 'rita-reader', 'reader'),
    editor: await newUser(server, 'edda-editor', 'editor'),
    owner: await newUser(server, 'olga-owner', 'editor'),
    other: await newUser(server, 'otto-other', 'editor'),
  };
  const add = async (cookie: string, name: string) => {
    const answer = await fromOwnPage(url, '/api/projects', { url: source, name }, { cookie });
    if (answer.status !== 201) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  };
  await add(cookies.owner, 'tides');
  await add(cookies.owner, 'moons');
  await add(cookies.other, 'ships');
  await share(server, cookies.owner, 'tides');
  const owners = (wish: object) => tokenOf(url, cookies.owner, { name: 'x', ...wish });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const people = Object.entries({ ...cookies, administrator: server.cookie }).map(
    ([name, cookie]) => [name, { ...ownPageHeaders, cookie }] as const,
  );
  return {
    cookies,
    callers: {
      anonymous: ownPageHeaders,
      ...Object.fromEntries(people),
      'token to read': bearer(await owners({ scope: 'read' })),
      'token to write': bearer(await owners({ scope: 'write' })),
      'token for everything': bearer(await owners({ scope: 'admin' })),
      'token for the project': bearer(await owners({ scope: 'admin', project: 'tides' })),
      'token for another project': bearer(await owners({ scope: 'admin', project: 'moons' })),
      'token of the administrator': bearer(server.token),
      'token that is none': bearer('tdm_00000000'),
    },
  };
}

/** Gives the reader and the editor their shares. */
export async function share({ url }: StartedServer, cookie: string, project: string): Promise<void> {
  for (const [user, access] of [
    ['rita-reader', 'read'],
    ['edda-editor', 'write'],
  ]) {
    const path = `/api/projects/${project}/access/${user}`;
    const answer = await fromOwnPage(url, path, { access }, { cookie }, 'PUT');
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
}
