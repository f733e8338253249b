import { numberAfter, partFrom } from '../../http/json-values.ts';
import { doerOf } from '../../http/people/audit-note.ts';
import { projectCalled } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import { accessToProject, addUser, changeRole, removeUser, setAccess, userNamed } from './manage-users.ts';
import { linkAddress, makeLink } from './one-time-links.ts';
import type { PeopleContext } from './people-context.ts';
import type { StoredUser } from './tables/people-tables.ts';
import type { userEndpoints } from './user-endpoints.ts';

interface UserContext {
  readonly people: PeopleContext;
  /** The address at which browsers reach the server. */
  readonly address: () => string;
}

export function userServices({
  store,
  people,
  address,
}: ServiceContext & UserContext): ServicesOf<typeof userEndpoints> {
  return {
    listUsers: async ({ after = '', limit }) => {
      const later = (await store.people.listUsers()).filter(({ name }) => name > after);
      const rows = later.map(userRow).sort((a, b) => (a.name < b.name ? -1 : 1));
      return partFrom(rows.slice(0, limit + 1), limit, ({ name }) => name);
    },
    addUser: async ({ body: { name, role } }, asking) =>
      userRow(await addUser(people, name, role, doerOf(asking))),
    changeUser: async ({ user: name, body: { role } }, asking) => {
      const user = await userNamed(people, name);
      await changeRole(people, user, role, doerOf(asking));
      return userRow({ ...user, role });
    },
    removeUser: async ({ user }, asking) => {
      await removeUser(people, await userNamed(people, user), doerOf(asking));
    },
    makeLink: async ({ user }, asking) => {
      const link = await makeLink(people, await userNamed(people, user), doerOf(asking));
      return { link: linkAddress(address(), link), expiresAt: link.expiresAt };
    },
    listAccess: async ({ project, after = '', limit }) => {
      const all = await accessToProject(people, await projectCalled(store, project));
      const later = all.filter(({ user }) => user > after).sort((a, b) => (a.user < b.user ? -1 : 1));
      return partFrom(later.slice(0, limit + 1), limit, ({ user }) => user);
    },
    setAccess: async ({ project, user, body: { access } }, asking) => {
      const found = await projectCalled(store, project);
      await setAccess(people, found, await userNamed(people, user), access, doerOf(asking));
    },
    removeAccess: async ({ project, user }, asking) => {
      const found = await projectCalled(store, project);
      await setAccess(people, found, await userNamed(people, user), null, doerOf(asking));
    },
    readAuditLog: async ({ after, limit }) => {
      const before = after === undefined ? {} : { before: numberAfter(after) };
      const entries = await store.people.audit({ ...before, limit: limit + 1 });
      return partFrom(entries, limit, ({ id }) => id);
    },
  };
}

const userRow = ({ name, role, password, external, createdAt }: StoredUser) => ({
  name,
  role,
  logsInWith: [...(password === null ? [] : ['password']), ...(external === null ? [] : [external.issuer])],
  createdAt,
});
