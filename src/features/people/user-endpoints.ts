import { z } from 'zod';
import { type Endpoint, everywhere, inProject, json } from '../../http/contract/endpoint.ts';
import { instant, listOf, paging, partOf, projectName } from '../../http/contract/values.ts';
import { userName, userRole } from './account-endpoints.ts';

const userRow = z.object({
  name: z.string(),
  role: userRole,
  logsInWith: listOf(z.string()).describe('`password`, and the address of an identity provider'),
  createdAt: instant,
});

const access = z.enum(['read', 'write', 'own']);
const accessRow = z.object({ user: z.string(), access });

const auditRow = z.object({
  id: z.number().int(),
  at: instant,
  actor: z.string(),
  address: z.string().nullable().describe('null on the command line'),
  action: z.string(),
  subject: z.string(),
  detail: z.string(),
});

const ofUser = z.object({ user: userName });
const ofAccess = z.object({ project: projectName, user: userName });
const administrators = everywhere('administrator', 'admin');
const owners = inProject('administrator', 'admin');

/** Users, their access to projects, and the audit log. */
export const userEndpoints = {
  listUsers: {
    method: 'GET',
    path: '/api/users',
    says: 'Lists the users, by name.',
    access: administrators,
    query: paging,
    answer: json(partOf(userRow)),
  },
  addUser: {
    method: 'POST',
    path: '/api/users',
    says: 'Adds a user, who logs in with a one-time link first.',
    access: administrators,
    body: z.strictObject({ name: userName, role: userRole.default('reader') }),
    answer: json(userRow, 201),
  },
  changeUser: {
    method: 'PUT',
    path: '/api/users/:user',
    says: 'Changes what a user may do at most, from the next request on.',
    access: administrators,
    params: ofUser,
    body: z.strictObject({ role: userRole }),
    answer: json(userRow),
  },
  removeUser: {
    method: 'DELETE',
    path: '/api/users/:user',
    says: 'Removes a user, with sessions, tokens and access to projects. Projects stay.',
    access: administrators,
    params: ofUser,
    answer: { kind: 'nothing' },
  },
  makeLink: {
    method: 'POST',
    path: '/api/users/:user/link',
    says: 'Makes a one-time link, with which a user chooses a password within a day. It is shown once.',
    access: everywhere('administrator', 'none'),
    params: ofUser,
    answer: json({ link: z.string(), expiresAt: instant }, 201),
  },
  listAccess: {
    method: 'GET',
    path: '/api/projects/:project/access',
    says: 'Lists who has access to a project. Administrators have access to every project, and are not listed for that.',
    access: owners,
    params: z.object({ project: projectName }),
    query: paging,
    answer: json(partOf(accessRow)),
  },
  setAccess: {
    method: 'PUT',
    path: '/api/projects/:project/access/:user',
    says: 'Gives a user access to a project, or changes it.',
    access: owners,
    params: ofAccess,
    body: z.strictObject({ access }),
    answer: { kind: 'nothing' },
  },
  removeAccess: {
    method: 'DELETE',
    path: '/api/projects/:project/access/:user',
    says: 'Takes the access to a project away from a user.',
    access: owners,
    params: ofAccess,
    answer: { kind: 'nothing' },
  },
  readAuditLog: {
    method: 'GET',
    path: '/api/audit',
    says: 'Who did what, when and from where; the newest first.',
    access: administrators,
    query: paging,
    answer: json(partOf(auditRow)),
  },
} as const satisfies Record<string, Endpoint>;
