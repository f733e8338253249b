import { z } from 'zod';
import { section, text, type Unchangeable, wanted } from '../../../config/index.ts';
import { addressOnSite } from './addresses.ts';
import { type SecretReference, secretReference } from './secret-reference.ts';

const EXAMPLE = '{ post: /api/login, send: { user: me, password: { env: NEWS_PASSWORD } }, token: token }';

/** A value of the object, with secrets where the file refers to them. */
export type JsonValue = string | number | boolean | SecretReference | { readonly [name: string]: JsonValue };

/** A map that looks like a reference to a secret is one. */
const value: z.ZodType<JsonValue> = z.lazy(() =>
  z.union([secretReference, z.string(), z.number(), z.boolean(), z.record(z.string(), value)], {
    error: wanted('text, a number, true or false, a secret, or a map of them', 'user: me'),
  }),
);

const header = text('a header with {token} in it', "'Authorization: Bearer {token}'").refine(
  (line) =>
    /^[A-Za-z0-9!#$%&'*+.^_`|~-]+: *[\x21-\x7e]*(?: [\x21-\x7e]+)*$/.test(line) && line.includes('{token}'),
  { error: wanted('a header with {token} in it', "'Authorization: Bearer {token}'") },
);

/** A log-in by an object that is posted as JSON. */
export const jsonLoginEntry = section('an object to post', EXAMPLE, {
  post: addressOnSite('/api/login').describe('Where it is posted.'),
  send: z
    .record(z.string(), value, { error: wanted('a map of names and values', '{ user: me }') })
    .describe('The object: names and values, with secrets as elsewhere. A value may be a map.'),
  token: text('where the answer has the token', 'data.token')
    .optional()
    .describe('Where the answer has the token, names joined by dots. Without it: the server sets a cookie.'),
  header: header
    .optional()
    .describe('The header that sends the token. Default: "Authorization: Bearer {token}".'),
}).refine(({ token, header: line }) => token !== undefined || line === undefined, {
  path: ['token'],
  error: wanted('where the answer has the token, since there is a header for it', 'token: data.token'),
});

export type JsonLoginEntry = Unchangeable<z.output<typeof jsonLoginEntry>>;
