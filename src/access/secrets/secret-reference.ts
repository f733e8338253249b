import { AccessError } from '../errors.ts';
import { Secret } from './secret.ts';

/** Where a secret is kept. A project holds this, never the secret itself. */
export type SecretReference =
  /** The name of an environment variable. */
  | { readonly env: string }
  /** A file whose whole content it is, but for one line break at its end. */
  | { readonly file: string }
  /** The name of an encrypted field in the database. */
  | { readonly secret: string };

/** How to get at them. Each gives null when there is nothing; what else goes wrong is thrown and told with its reason. */
export interface SecretReaders {
  /** Only the configuration may look at the environment: it hands over how. */
  readonly env: (name: string) => string | null | undefined;
  readonly file: (path: string) => Promise<string | null>;
  readonly secret: (name: string) => Promise<string | null>;
}

export function isSecretReference(value: unknown): value is SecretReference {
  if (typeof value !== 'object' || value === null) return false;
  const [entry, another] = Object.entries(value);
  if (entry === undefined || another !== undefined) return false;
  return ['env', 'file', 'secret'].includes(entry[0]) && typeof entry[1] === 'string' && entry[1] !== '';
}

/** `wantedFor` says what it is for in messages: `password of the log-in`. */
export async function resolveSecret(
  reference: SecretReference,
  readers: SecretReaders,
  wantedFor: string,
): Promise<Secret> {
  const { origin, read, advice } = describe(reference, readers);
  let value: string | null | undefined;
  try {
    value = await read();
  } catch (cause) {
    if (cause instanceof AccessError) throw cause; // says itself what is wrong with a stored secret
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AccessError(
      'ACCESS_SECRET_MISSING',
      `the ${wantedFor} cannot be read from ${origin}: ${reason}`,
      { cause },
    );
  }
  if (value === null || value === undefined || value === '') {
    const state = value === '' ? 'is empty' : 'is not there';
    throw new AccessError(
      'ACCESS_SECRET_MISSING',
      `the ${wantedFor} should come from ${origin}, which ${state}. ${advice}`,
    );
  }
  return new Secret(value, origin);
}

interface Source {
  readonly origin: string;
  readonly advice: string;
  readonly read: () => Promise<string | null | undefined> | string | null | undefined;
}

function describe(reference: SecretReference, readers: SecretReaders): Source {
  if ('env' in reference) {
    const { env } = reference;
    return {
      origin: `the environment variable ${env}`,
      advice: `Set it, as in: export ${env}=...`,
      read: () => readers.env(env),
    };
  }
  if ('file' in reference) {
    const { file } = reference;
    return {
      origin: `the file ${file}`,
      advice: 'Write the secret into it.',
      read: async () => (await readers.file(file))?.replace(/\r?\n$/, ''),
    };
  }
  const { secret } = reference;
  return {
    origin: `the stored secret "${secret}"`,
    advice: `Store it with: tidemark secrets set ${secret}`,
    read: () => readers.secret(secret),
  };
}
