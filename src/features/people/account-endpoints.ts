import { z } from 'zod';
import { type Endpoint, everywhere, json } from '../../http/contract/endpoint.ts';
import { instant, paging, partOf, projectName } from '../../http/contract/values.ts';

export const userName = z.string().min(1).max(200).describe('name of the user');
export const userRole = z.enum(['reader', 'editor', 'administrator']);
const tokenScope = z.enum(['read', 'write', 'admin']);
/** Only an upper limit on length: the server checks the rules about good passwords. */
const password = z.string().min(1).max(1000);

/** The caller. */
const accountView = z.object({
  name: z.string(),
  role: userRole,
  token: z
    .object({ scope: tokenScope, project: projectName.nullable(), expiresAt: instant })
    .nullable()
    .describe('the token that was sent; null for a session'),
  hasPassword: z.boolean().describe('false for users whom only a provider or a proxy lets in'),
});

const keepTokens = z
  .boolean()
  .default(false)
  .describe('whether existing tokens stay valid; otherwise they end');

const tokenRow = z.object({
  id: z.number().int(),
  hint: z.string().describe('how the token begins'),
  name: z.string().describe('what it is for'),
  scope: tokenScope,
  project: projectName.nullable().describe('the only project that it is for; null for all'),
  createdAt: instant,
  expiresAt: instant,
  usedAt: instant.nullable(),
});

const fromProvider = z.string().max(10_000);
const linkToken = z.string().min(1).max(200).describe('what follows # in the link');
const everyone = everywhere('anonymous', 'none');
const oneself = everywhere('reader', 'none');

/** Logging in, and what people do with their own accounts. */
export const accountEndpoints = {
  waysToLogIn: {
    method: 'GET',
    path: '/api/login',
    says: 'Says how one can log in: with a password always, and perhaps at an identity provider.',
    access: everyone,
    answer: json({ elsewhere: z.string().nullable().describe('host of the identity provider') }),
  },
  logIn: {
    method: 'POST',
    path: '/api/login',
    says: 'Logs in with a password: the answer sets the cookie of the session.',
    access: everyone,
    body: z.strictObject({ name: userName, password }),
    answer: json(accountView),
  },
  logInElsewhere: {
    method: 'GET',
    path: '/api/login/elsewhere',
    says: 'Sends the browser to the identity provider (OpenID Connect).',
    access: everyone,
    answer: { kind: 'redirect' },
  },
  returnFromElsewhere: {
    method: 'GET',
    path: '/api/login/elsewhere/return',
    says: 'Where the identity provider sends the browser back to: logs in, and goes on to the first page.',
    access: everyone,
    // Providers may add any parameters.
    query: z.object({ code: fromProvider.optional(), state: fromProvider.optional() }).catchall(fromProvider),
    answer: { kind: 'redirect' },
  },
  lookAtLink: {
    method: 'POST',
    path: '/api/link',
    says: 'Says whose a one-time link is, without using it up.',
    access: everyone,
    body: z.strictObject({ token: linkToken }),
    answer: json({ name: z.string() }),
  },
  useLink: {
    method: 'POST',
    path: '/api/link/use',
    says: 'Sets the password of the user of a one-time link, and logs in.',
    access: everyone,
    body: z.strictObject({ token: linkToken, password }),
    answer: json(accountView),
  },
  logOut: {
    method: 'POST',
    path: '/api/logout',
    says: 'Ends this session.',
    access: oneself,
    answer: { kind: 'nothing' },
  },
  logOutEverywhere: {
    method: 'POST',
    path: '/api/logout/everywhere',
    says: 'Ends all sessions of the caller, in every browser, and their tokens.',
    access: oneself,
    body: z.strictObject({ keepTokens }),
    answer: { kind: 'nothing' },
  },
  whoAmI: {
    method: 'GET',
    path: '/api/me',
    says: 'Says who is asking, as the server sees it.',
    access: everywhere('reader', 'read'),
    answer: json(accountView),
  },
  changeMyPassword: {
    method: 'PUT',
    path: '/api/me/password',
    says: 'Changes the own password; ends all other sessions, and the own tokens.',
    access: oneself,
    body: z.strictObject({ old: password, password, keepTokens }),
    answer: { kind: 'nothing' },
  },
  listMyTokens: {
    method: 'GET',
    path: '/api/me/tokens',
    says: 'Lists the own tokens, the newest first, without their values.',
    access: oneself,
    query: paging,
    answer: json(partOf(tokenRow)),
  },
  addMyToken: {
    method: 'POST',
    path: '/api/me/tokens',
    says: 'Makes a token for a program. It is shown once.',
    access: oneself,
    body: z.strictObject({
      name: z.string().min(1).max(100).describe('what it is for'),
      scope: tokenScope.default('read'),
      project: projectName.optional().describe('the only project that it is for'),
      days: z.number().int().min(1).max(732).default(90).describe('after how many days it expires'),
      password: password.optional().describe('of the caller, if there is one'),
    }),
    answer: json(tokenRow.extend({ token: z.string() }), 201),
  },
  removeMyToken: {
    method: 'DELETE',
    path: '/api/me/tokens/:token',
    says: 'Removes one of the own tokens.',
    access: oneself,
    params: z.object({
      token: z.coerce.number().int().min(1).max(2_000_000_000).describe('id of the token'),
    }),
    answer: { kind: 'nothing' },
  },
} as const satisfies Record<string, Endpoint>;
