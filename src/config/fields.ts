import { delimiter } from 'node:path';
import { z } from 'zod';

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

/** Every setting there is. Nothing else reads the environment. */
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
  visual: field('VISUAL', '', z.string(), 'Editor for `tidemark projects edit`; empty uses `EDITOR`.'),
  editor: field('EDITOR', '', z.string(), 'The same, after `VISUAL`; empty is vi, or notepad on Windows.'),
} as const;

export type Config = Readonly<{
  [K in keyof typeof configFields]: z.output<(typeof configFields)[K]['type']>;
}>;
