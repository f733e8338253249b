import type { Project } from '../../crawl/tables/records.ts';
import { type Doer, noteOf } from '../../http/people/audit-note.ts';
import { accessTo, type Principal, type ProjectAccess } from '../../http/people/may-do.ts';
import type { PeopleParts } from './people-parts.ts';
import type { StoredUser } from './tables/people-records.ts';

/** Gives a user a share of a project, or with null takes it away. */
export async function shareProject(
  { store, now }: PeopleParts,
  project: Project,
  user: Pick<StoredUser, 'id' | 'name'>,
  access: ProjectAccess | null,
  doer: Doer,
): Promise<void> {
  const action = access === null ? 'stop sharing' : 'share project';
  const detail = access === null ? user.name : `${user.name}: ${access}`;
  await store.people.shareProject(
    project.id,
    user.id,
    access,
    noteOf(now(), doer, action, project.name, detail),
  );
}

/** Who has a share, by name. Administrators have every project and are not listed for that. */
export async function sharesOfProject(
  { store }: Pick<PeopleParts, 'store'>,
  project: Project,
): Promise<readonly { readonly user: string; readonly access: ProjectAccess }[]> {
  const [shares, users] = await Promise.all([store.people.sharesOf(project.id), store.people.listUsers()]);
  return users.flatMap(({ id, name }) => {
    const share = shares.find(({ userId }) => userId === id);
    return share === undefined ? [] : [{ user: name, access: share.access }];
  });
}

/** What somebody may do with each project: asked once for a request, however many projects its answer names. */
export async function accessOf(
  { store }: Pick<PeopleParts, 'store'>,
  principal: Principal,
): Promise<(projectId: number) => ProjectAccess | null> {
  if (principal.kind === 'anonymous') return () => null;
  const shares = await store.people.sharedWith(principal.user.id);
  const given = new Map(shares.map(({ projectId, access }) => [projectId, access]));
  return (projectId) => accessTo(principal, projectId, given.get(projectId) ?? null);
}

/** What somebody may do with a project at this moment: nothing after a log-out, or once the user or the token is gone. */
export async function accessNow(
  { store, now }: PeopleParts,
  principal: Principal,
  projectId: number,
): Promise<ProjectAccess | null> {
  if (principal.kind === 'anonymous') return null;
  const user = await store.people.findUser(principal.user.id);
  if (user === null || !(await isStillIn({ store, now }, principal))) return null;
  return (await accessOf({ store }, { ...principal, user }))(projectId);
}

async function isStillIn(
  { store, now }: Pick<PeopleParts, 'store' | 'now'>,
  principal: Exclude<Principal, { readonly kind: 'anonymous' }>,
): Promise<boolean> {
  if (principal.kind === 'user')
    return principal.session === null || (await store.people.findSession(principal.session, now())) !== null;
  const tokens = await store.people.tokensOf(principal.user.id);
  return tokens.some(({ id, expiresAt }) => id === principal.tokenId && expiresAt > now());
}
