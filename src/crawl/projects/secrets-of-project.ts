import type { SecretReaders } from '../../access/index.ts';
import type { Store } from '../../database/store.ts';

/** A project owns the secrets whose names begin with its own name and a slash. Names of projects have no slash. */
export const ownSecretName = (project: string, name: string): string => `${project}/${name}`;

/** Where a project finds its secrets. A project that is not the operator's finds only its own: no others, and none of this machine. */
export function readersFor(project: string, isTrusted: boolean, all: SecretReaders): SecretReaders {
  if (isTrusted) return all;
  const nameOf = (name: string) => ownSecretName(project, name);
  return { env: () => null, file: async () => null, secret: (name) => all.secret(nameOf(name)), nameOf };
}

/** The names of a project's own secrets, without the name of the project. */
export async function ownSecrets(
  { secrets }: Pick<Store, 'secrets'>,
  project: string,
): Promise<readonly { readonly name: string; readonly changedAt: number }[]> {
  const begin = ownSecretName(project, '');
  const own = (await secrets.list()).filter(({ name }) => name.startsWith(begin));
  return own.map(({ name, changedAt }) => ({ name: name.slice(begin.length), changedAt }));
}
