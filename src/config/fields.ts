import { delimiter } from 'node:path';
import { z } from 'zod';
import { parseSize, sizePattern } from '../base/index.ts';

/** One setting: its variable in the environment, its default, and what it means. */
interface ConfigField<T extends z.ZodType> {
  readonly env: string;
  /** A sentence for people; docs/configuration.md repeats it, and a test compares the two. */
  readonly meaning: string;
  /** The default as people write it. */
  readonly fallback: string;
  readonly type: T;
  /** Whether the value may hold a password, and so is never shown. */
  readonly isSecret: boolean;
}

function field<T extends z.ZodType>(
  env: string,
  fallback: string,
  type: T,
  meaning: string,
  { isSecret = false }: { readonly isSecret?: boolean } = {},
): ConfigField<T> {
  return { env, fallback, type, meaning, isSecret };
}

const databaseUrl = z
  .string()
  .refine(
    (text) => text === '' || ['postgres:', 'postgresql:'].includes(URL.parse(text)?.protocol ?? ''),
    'it must be a PostgreSQL address such as postgres://user:password@host:5432/name, or empty to use the data folder',
  );

/** `s3://bucket/folder`; the name of the bucket follows the rules of S3. */
const objectPlace = z
  .string()
  .refine(
    (text) => text === '' || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w!.*'()/-]*)?$/.test(text),
    'it must be a bucket of S3, with a folder in it or without, such as s3://bucket/folder, or empty to use the database',
  )
  .transform((text) => {
    if (text === '') return null;
    const [, bucket = '', folder = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(text) ?? [];
    // A folder ends with a slash; empty is the bucket itself.
    return { bucket, folder: folder === '' ? '' : `${folder}/` } as const;
  });

const smtp = z
  .string()
  .refine(
    (text) =>
      text === '' || (/^smtps?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.hostname !== ''),
    'it must be a mail server such as smtps://me@mail.example.org or smtp://me@mail.example.org:587',
  );

const webAddress = z
  .string()
  .refine(
    (text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'it must be an address such as https://tidemark.example.org, or empty',
  );

const wordList = z
  .string()
  .transform((text): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== ''));

/** Rejects words that cannot be networks; `fetch` does the exact check. */
const networkWords = wordList.refine(
  (words) => words.every((word) => /^[\d.]+(?:\/\d+)?$|^[\da-f.:]*:[\da-f.:]*(?:\/\d+)?$/i.test(word)),
  'it must be addresses or networks such as 10.1.0.0/16 or fd00::/8, separated by commas',
);

const yesNo = z.enum(['yes', 'no'], 'it must be yes or no').transform((text) => text === 'yes');

const size = z
  .string()
  .regex(sizePattern(), 'it must be a size such as 100M')
  .transform((text) => parseSize(text) ?? 0);

/** All settings. Nothing else reads the environment. */
export const configFields = {
  data: field(
    'TIDEMARK_DATA',
    './.tidemark',
    z.string().min(1, 'it cannot be empty'),
    'Folder that holds everything Tidemark keeps, except what goes to `DATABASE_URL`.',
  ),
  databaseUrl: field(
    'DATABASE_URL',
    '',
    databaseUrl,
    'PostgreSQL database to use, as `postgres://user:password@host:port/name`; empty uses SQLite in the data folder.',
    { isSecret: true },
  ),
  bodies: field(
    'TIDEMARK_BODIES',
    '',
    objectPlace,
    'Bucket, and folder in it, that takes the bodies of pages and files instead of PostgreSQL, as `s3://bucket/folder`; empty keeps them in the database.',
  ),
  s3Endpoint: field(
    'AWS_ENDPOINT_URL_S3',
    '',
    webAddress,
    'Address of the S3 server for `TIDEMARK_BODIES`, such as `https://minio.example.org:9000`; empty uses `AWS_ENDPOINT_URL`.',
  ),
  awsEndpoint: field(
    'AWS_ENDPOINT_URL',
    '',
    webAddress,
    'The same, after `AWS_ENDPOINT_URL_S3`; empty is Amazon.',
  ),
  noColor: field(
    'NO_COLOR',
    '',
    z.string().transform((text) => text !== ''),
    'Any value switches colours off (see no-color.org).',
  ),
  browser: field(
    'TIDEMARK_BROWSER',
    '',
    z.string(),
    'Path of the Chrome, Chromium or Edge to use; empty finds one.',
  ),
  browsers: field(
    'TIDEMARK_BROWSERS',
    '8',
    z
      .string()
      .regex(/^(?:[2-9]|[1-9]\d{1,2})$/, 'it must be a number from 2 to 999')
      .transform(Number),
    'Browsers at the same time, of 0.4 GB and more each. Further runs and explorations wait for one: runs take turns, and explorations (four at most) leave them one.',
  ),
  knownHosts: field(
    'TIDEMARK_KNOWN_HOSTS',
    '~/.ssh/known_hosts',
    z.string().min(1, 'it cannot be empty'),
    'File with the keys of SFTP servers, in the format of `ssh`.',
  ),
  caFile: field(
    'TIDEMARK_CA_FILE',
    '',
    z.string(),
    'File with certificates (PEM) of authorities or servers to trust, in addition to those of Node.',
  ),
  folders: field(
    'TIDEMARK_FOLDERS',
    '',
    z.string().transform((text): readonly string[] | null => (text === '' ? null : text.split(delimiter))),
    'Folders of this machine that may be visited, separated as in `PATH`; empty allows all.',
  ),
  smtp: field(
    'TIDEMARK_SMTP',
    '',
    smtp,
    'Mail server that takes messages, as `smtps://me@mail.example.org` or `smtp://me@mail.example.org:587`; empty sends no mail.',
    { isSecret: true },
  ),
  smtpPassword: field(
    'TIDEMARK_SMTP_PASSWORD',
    '',
    z.string(),
    'Password for that server; empty uses the stored secret `smtp-password`, if there is one.',
    { isSecret: true },
  ),
  mailFrom: field(
    'TIDEMARK_MAIL_FROM',
    '',
    z
      .string()
      .regex(
        /^(?:[^<>\p{Cc}]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)?$/u,
        'it must be a mail address such as tidemark@example.org',
      ),
    'Sender of mail; empty is the user of the mail server.',
  ),
  mailDomains: field(
    'TIDEMARK_MAIL_DOMAINS',
    '',
    wordList.refine(
      (words) => words.every((word) => /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*$/u.test(word)),
      'it must be domains such as example.org, separated by commas',
    ),
    'Domains to which projects of users of the server may send mail, such as `example.org`, separated by commas; empty for all.',
  ),
  notifyCommands: field(
    'TIDEMARK_NOTIFY_COMMANDS',
    'no',
    yesNo,
    'Whether messages may go to programs that project files name: yes or no.',
  ),
  host: field(
    'TIDEMARK_HOST',
    '127.0.0.1',
    z.string().min(1, 'it cannot be empty'),
    'Address that `tidemark serve` listens on; `0.0.0.0` or `::` is every address of this machine.',
  ),
  port: field(
    'TIDEMARK_PORT',
    '4280',
    // JavaScript accepts more texts as numbers: 0x1 and 1e3 are typing errors here.
    z
      .string()
      .regex(/^\d{1,5}$/, 'it must be a whole number from 0 to 65535')
      .transform(Number)
      .refine((port) => port <= 65_535, 'it must be a whole number from 0 to 65535'),
    'Port that `tidemark serve` listens on; 0 chooses a free one.',
  ),
  logLevel: field(
    'TIDEMARK_LOG_LEVEL',
    'info',
    z.enum(['error', 'warn', 'info', 'debug'], 'it must be error, warn, info or debug'),
    'What goes to the log: `error`, `warn`, `info` (every request, too) or `debug` (also health probes).',
  ),
  logFormat: field(
    'TIDEMARK_LOG_FORMAT',
    '',
    z.enum(['', 'json', 'text'], 'it must be json or text, or empty'),
    'How `tidemark worker` and `tidemark watch` write their log: `json` or `text`; empty is JSON for a worker without a terminal, text otherwise. `tidemark serve` always writes JSON.',
  ),
  openMetrics: field(
    'TIDEMARK_OPEN_METRICS',
    'no',
    yesNo,
    'Whether `/metrics` may be read without a token, as by a monitoring system on the same network: yes or no.',
  ),
  publicUrl: field(
    'TIDEMARK_PUBLIC_URL',
    '',
    webAddress,
    'Where browsers find the server, such as `https://tidemark.example.org`; empty when only this machine uses it.',
  ),
  proxyAddresses: field(
    'TIDEMARK_PROXY_ADDRESSES',
    '',
    networkWords,
    'Addresses or networks of proxies before the server whose headers are believed, separated by commas; empty believes none.',
  ),
  proxyUserHeader: field(
    'TIDEMARK_PROXY_USER_HEADER',
    '',
    z.string().regex(/^[A-Za-z0-9-]*$/, 'it must be the name of a header, such as X-Remote-User'),
    'Header in which such a proxy names the user who is logged in there; empty lets no proxy log users in.',
  ),
  allowedNetworks: field(
    'TIDEMARK_ALLOWED_NETWORKS',
    '',
    networkWords,
    'Networks that are not public and that every project may visit, such as `10.1.0.0/16`, separated by commas; empty for none.',
  ),
  maxPageSize: field(
    'TIDEMARK_MAX_PAGE_SIZE',
    '100M',
    size,
    'Largest page that projects of users of the server may ask for (`crawl.maxPageSize`): a page is held in memory. Files that a server lists (FTP, SFTP) may be larger.',
  ),
  oidcIssuer: field(
    'TIDEMARK_OIDC_ISSUER',
    '',
    webAddress,
    'Address of an OpenID Connect provider with which users log in; empty for none. Needs `TIDEMARK_PUBLIC_URL`.',
  ),
  oidcClientId: field(
    'TIDEMARK_OIDC_CLIENT_ID',
    '',
    z.string(),
    'Name under which the server is registered there.',
  ),
  oidcClientSecret: field(
    'TIDEMARK_OIDC_CLIENT_SECRET',
    '',
    z.string(),
    'Secret with which the server identifies itself there.',
    { isSecret: true },
  ),
  secretKey: field(
    'TIDEMARK_SECRET_KEY',
    '',
    z
      .string()
      .regex(
        /^(?:|[A-Za-z0-9_-]{43})$/,
        'it must be a key as `tidemark secrets key` prints it, or empty to use the file secret.key in the data folder',
      ),
    'Key with which secrets in the database are encrypted; empty uses the file `secret.key` in the data folder.',
    { isSecret: true },
  ),
  visual: field('VISUAL', '', z.string(), 'Editor for `tidemark projects edit`; empty uses `EDITOR`.'),
  editor: field('EDITOR', '', z.string(), 'The same, after `VISUAL`; empty is vi, or notepad on Windows.'),
} as const;

export type Config = Readonly<{
  [K in keyof typeof configFields]: z.output<(typeof configFields)[K]['type']>;
}>;
