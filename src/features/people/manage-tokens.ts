import { AppError } from '../../crawl/run/errors.ts';
import type { Project } from '../../crawl/tables/records.ts';
import { type Doer, noteOf } from '../../http/people/audit-note.ts';
import { longestTokenLife } from '../../http/people/chosen-values.ts';
import type { TokenScope } from '../../http/people/may-do.ts';
import type { PeopleParts } from './people-parts.ts';
import { hashOf, hintOf, newToken } from './secret-texts.ts';
import type { ApiToken, StoredUser } from './tables/people-records.ts';

interface TokenRequest {
  /** What it is for, in the words of its user. */
  readonly name: string;
  readonly scope: TokenScope;
  /** The only project that it is for; null for all projects of its user. */
  readonly project: Project | null;
  readonly lifeMs: number;
}

/** Returns the token itself, which is shown once and stored nowhere. Throws APP_TOKEN_EXPIRY_INVALID. */
export async function addToken(
  { store, now }: PeopleParts,
  user: StoredUser,
  { name, scope, project, lifeMs }: TokenRequest,
  doer: Doer,
): Promise<{ readonly token: string; readonly kept: ApiToken }> {
  if (!(lifeMs > 0) || lifeMs > longestTokenLife)
    throw new AppError(
      'APP_TOKEN_EXPIRY_INVALID',
      'A token expires after a day at least, and two years at most.',
    );
  const token = newToken();
  const at = now();
  const about = `${name}: ${scope}${project === null ? '' : `, only the project ${project.name}`}`;
  const kept = await store.people.createToken(
    {
      hash: hashOf(token),
      userId: user.id,
      name: name.slice(0, 100),
      hint: hintOf(token),
      scope,
      projectId: project?.id ?? null,
      createdAt: at,
      expiresAt: at + lifeMs,
    },
    noteOf(at, doer, 'add token', user.name, about),
  );
  return { token, kept };
}

/** `userId` is null for whoever may remove everybody's. Throws APP_TOKEN_UNKNOWN, also for a token of somebody else. */
export async function removeToken(
  { store, now }: PeopleParts,
  userId: number | null,
  tokenId: number,
  doer: Doer,
): Promise<void> {
  const known = (await store.people.tokensOf(userId)).find(({ id }) => id === tokenId);
  if (known === undefined)
    throw new AppError('APP_TOKEN_UNKNOWN', `There is no token ${tokenId}; "tidemark tokens ls" lists them.`);
  await store.people.removeToken(tokenId, noteOf(now(), doer, 'remove token', known.hint, known.name));
}
