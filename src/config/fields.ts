import { delimiter } from 'node:path';
import { z } from 'zod';

/** One setting: what it is called in the environment, what it means, what it is when nobody says. */
interface ConfigField<T extends z.ZodType> {
  readonly env: string;
  /** A sentence for people; docs/configuration.md repeats it, and a test compares the two. */
  readonly meaning: string;
  /** The default as people write it. */
  readonly fallback: string;
  readonly type: T;
}

function field<T extends z.ZodType>(env: string, fallback: string, type: T, meaning: string): ConfigField<T> {
  return { env, fallback, type, meaning };
}

/** Every setting there is. Nothing else reads the environment. */
export const configFields = {
  data: field(
    'TIDEMARK_DATA',
    './.tidemark',
    z.string().min(1),
    'Folder that holds everything Tidemark keeps.',
  ),
  logLevel: field(
    'TIDEMARK_LOG',
    'info',
    z.enum(['error', 'warn', 'info', 'debug']),
    'How much is said on standard error.',
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
    z.string().min(1),
    'File with the keys of SFTP servers, as `ssh` keeps it.',
  ),
  caFile: field(
    'TIDEMARK_CA_FILE',
    '',
    z.string(),
    'File with the certificates (PEM) of authorities or servers to trust besides those that Node brings.',
  ),
  folders: field(
    'TIDEMARK_FOLDERS',
    '',
    z.string().transform((text): readonly string[] | null => (text === '' ? null : text.split(delimiter))),
    'Folders of this machine that may be visited, apart like the entries of `PATH`; empty allows all.',
  ),
  visual: field('VISUAL', '', z.string(), 'Editor for `tidemark projects edit`; empty asks `EDITOR`.'),
  editor: field('EDITOR', '', z.string(), 'The same, after `VISUAL`; empty is vi, on Windows notepad.'),
} as const;

export type Config = Readonly<{
  [K in keyof typeof configFields]: z.output<(typeof configFields)[K]['type']>;
}>;
