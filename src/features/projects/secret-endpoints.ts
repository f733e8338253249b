import { z } from 'zod';
import { type Endpoint, everywhere, inProject, json } from '../../http/contract/endpoint.ts';
import { instant, paging, partOf, projectName } from '../../http/contract/values.ts';

const ofSecret = z.object({
  project: projectName,
  secret: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'a name has letters, digits, dots, - and _')
    .describe('name of the secret, as in { secret: password }'),
});

const secretName = z.object({ secret: z.string().min(1).max(200) });

/** A user's project can use only its own secrets; the server's secrets belong to the operator. */
export const secretEndpoints = {
  listProjectSecrets: {
    method: 'GET',
    path: '/api/projects/:project/secrets',
    says: 'Lists the names of the secrets of a project. Their values are never shown.',
    access: inProject('editor', 'read'),
    params: z.object({ project: projectName }),
    query: paging,
    answer: json(partOf(z.object({ name: z.string(), changedAt: instant }))),
  },
  keepProjectSecret: {
    method: 'PUT',
    path: '/api/projects/:project/secrets/:secret',
    says: 'Stores a secret of a project, encrypted; replaces an older one of that name.',
    access: inProject('editor', 'write'),
    params: ofSecret,
    body: z.strictObject({ value: z.string().min(1).max(100_000) }),
    answer: { kind: 'nothing' },
  },
  removeProjectSecret: {
    method: 'DELETE',
    path: '/api/projects/:project/secrets/:secret',
    says: 'Removes a secret of a project.',
    access: inProject('editor', 'write'),
    params: ofSecret,
    answer: { kind: 'nothing' },
  },
  listSecrets: {
    method: 'GET',
    path: '/api/secrets',
    says: 'Lists the names of the secrets. Their values are never shown.',
    access: everywhere('administrator', 'admin'),
    query: paging,
    answer: json(partOf(z.object({ name: z.string(), changedAt: instant }))),
  },
  keepSecret: {
    method: 'PUT',
    path: '/api/secrets/:secret',
    says: 'Stores a secret, encrypted; replaces an older one of that name.',
    access: everywhere('administrator', 'admin'),
    params: secretName,
    body: z.strictObject({ value: z.string().min(1).max(100_000) }),
    answer: { kind: 'nothing' },
  },
  removeSecret: {
    method: 'DELETE',
    path: '/api/secrets/:secret',
    says: 'Removes a secret.',
    access: everywhere('administrator', 'admin'),
    params: secretName,
    answer: { kind: 'nothing' },
  },
} as const satisfies Record<string, Endpoint>;
