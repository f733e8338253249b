import { z } from 'zod';
import { complain, exactlyOne, section, text, type Unchangeable, wanted } from '../../../config/index.ts';
import { addressOnSite, pageLink, regex, urlPatterns } from './addresses.ts';
import { formEntry } from './form-entry.ts';
import { type SecretReference, secretReference, textOrSecret } from './secret-reference.ts';

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
const jsonLoginEntry = section('an object to post', EXAMPLE, {
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

const LOGIN = '{ open: /login, form: { fill: { user: me, password: { env: NEWS_PASSWORD } } } }';
const ACCOUNT = '{ user: me, password: { env: NEWS_PASSWORD } }';

const account = () =>
  section('a user and a password', ACCOUNT, {
    user: textOrSecret('the name of a user', 'me').describe('Name of the user.'),
    password: secretReference.describe('Where the password is kept.'),
  });

type FormLogin = { readonly open: string; readonly form: z.output<typeof formEntry> };
type Login =
  | { readonly step: string }
  | FormLogin
  | { readonly json: z.output<typeof jsonLoginEntry> }
  | { readonly basic: z.output<ReturnType<typeof account>> }
  | { readonly digest: z.output<ReturnType<typeof account>> }
  | { readonly bearer: z.output<typeof secretReference> };

const login = z
  .union(
    [
      text('the name of a step', 'log in'),
      section('a way to log in', LOGIN, {
        step: text('the name of a step', 'log in').optional().describe('Name of the step that logs in.'),
        open: addressOnSite('/login').optional().describe('Page with the log-in form.'),
        form: formEntry.optional().describe('The log-in form.'),
        json: jsonLoginEntry.optional().describe('An object that is posted, as scripts of a site do.'),
        basic: account().optional().describe('HTTP basic authentication.'),
        digest: account().optional().describe('HTTP digest authentication.'),
        bearer: secretReference.optional().describe('A token sent with every request to the site.'),
      }).superRefine((way, context) => {
        exactlyOne(['open', 'step', 'json', 'basic', 'digest', 'bearer'], way, context, `write ${LOGIN}`);
        if ((way.open === undefined) !== (way.form === undefined) && (way.open ?? way.form) !== undefined)
          complain(
            context,
            [],
            'a log-in form needs both "open" and "form"',
            `write the page and its form: ${LOGIN}`,
          );
      }),
    ],
    { error: wanted('the name of a step, or a way to log in', LOGIN) },
  )
  .transform((way) => (typeof way === 'string' ? { step: way } : way) as Login);

const loggedInWhen = z
  .union(
    [
      text('text that only members see', 'Log out'),
      section('what a page shows to members', '{ text: Log out }', {
        text: text('text that only members see', 'Log out').optional().describe('Text of the page.'),
        selector: text('a CSS selector', "'#account'").optional().describe('A CSS selector.'),
        url: regex().optional().describe('A regular expression for the address.'),
      }).refine((signs) => Object.keys(signs).length > 0, {
        error: wanted('a map with at least one of text, selector and url', '{ text: Log out }'),
      }),
    ],
    { error: wanted('what a page shows to members', '{ text: Log out }') },
  )
  .transform((signs) => (typeof signs === 'string' ? { text: signs } : signs));

const logout = section('a way to log out', '{ follow: Log out }', {
  open: addressOnSite('/logout').optional().describe('Address to open.'),
  follow: pageLink.optional().describe('A link of the last page.'),
  form: formEntry.optional().describe('A form of the last page, for sites with a button to log out.'),
}).superRefine((way, context) =>
  exactlyOne(['open', 'follow', 'form'], way, context, 'write { follow: Log out }'),
);

export const sessionEntry = section('a map', 'login: log in', {
  login: login.optional().describe('How to log in, before the first step and whenever the session is lost.'),
  cookies: textOrSecret('the path of a file', 'cookies.txt')
    .optional()
    .describe('Cookies to start with, in a file or a secret: cookies.txt, or a JSON export of a browser.'),
  loggedInWhen: loggedInWhen
    .optional()
    .describe('What a page shows only while logged in. All that is given must hold.'),
  neverFollow: urlPatterns()
    .optional()
    .describe('Links that would end the session. Log-out links are recognised anyway.'),
  logout: logout.optional().describe('What to do at the end.'),
});

export type SessionEntry = Unchangeable<z.output<typeof sessionEntry>>;
