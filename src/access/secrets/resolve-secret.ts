import { Buffer } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { messageOf } from '../../base/index.ts';
import type { SecretReference } from '../../project/index.ts';
import { AccessError } from '../errors.ts';

/** Where secrets are read from. Each returns null when there is none; any other problem is thrown, and reported with its reason. */
export interface SecretReaders {
  /** Only the configuration may read the environment, so it passes this in. */
  readonly env: (name: string) => string | null | undefined;
  readonly file: (path: string) => Promise<string | null>;
  readonly secret: (name: string) => Promise<string | null>;
  /** The name under which a secret is stored, if it differs from the given name. */
  readonly nameOf?: (name: string) => string;
}

export function isSecretReference(value: unknown): value is SecretReference {
  if (typeof value !== 'object' || value === null) return false;
  const [entry, another] = Object.entries(value);
  if (entry === undefined || another !== undefined) return false;
  return ['env', 'file', 'secret'].includes(entry[0]) && typeof entry[1] === 'string' && entry[1] !== '';
}

/** Reads the secret that a reference names. `purpose` is for messages: `password of the log-in`. */
export async function resolveSecret(
  reference: SecretReference,
  readers: SecretReaders,
  purpose: string,
): Promise<Secret> {
  const { origin, read, advice } = describe(reference, readers);
  let value: string | null | undefined;
  try {
    value = await read();
  } catch (cause) {
    if (cause instanceof AccessError) throw cause; // it already says what is wrong with a stored secret
    const reason = messageOf(cause);
    throw new AccessError(
      'ACCESS_SECRET_MISSING',
      `the ${purpose} cannot be read from ${origin}: ${reason}`,
      { cause },
    );
  }
  if (value === null || value === undefined || value === '') {
    const state = value === '' ? 'is empty' : 'does not exist';
    throw new AccessError(
      'ACCESS_SECRET_MISSING',
      `the ${purpose} should come from ${origin}, which ${state}. ${advice}`,
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
  const stored = readers.nameOf?.(secret) ?? secret;
  return {
    origin: `the stored secret "${stored}"`,
    advice: `Store it with: tidemark secrets set ${stored}`,
    read: () => readers.secret(secret),
  };
}

/** Largest size of a secret file, in bytes: no password is longer. Reading stops here, even for an endless device. */
const longestSecretFile = 65_536;

/** Reads secrets from files, relative to a folder: that of the project file. Null when there is no such file. */
export function secretFilesIn(folder: string): (path: string) => Promise<string | null> {
  return async (path) => {
    let file: FileHandle;
    try {
      file = await open(resolve(folder, path), 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    try {
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(longestSecretFile + 1),
        0,
        longestSecretFile + 1,
        0,
      );
      if (bytesRead > longestSecretFile) throw new Error('it is too large for a secret');
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  };
}

const shown = '[secret]';

/** A password or token. Printing hides it; only `reveal` returns it. */
export class Secret {
  readonly #value: string;
  /** Where it came from, for messages: `the environment variable FORUM_PASSWORD`. */
  readonly origin: string;

  constructor(value: string, origin: string) {
    this.#value = value;
    this.origin = origin;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}
