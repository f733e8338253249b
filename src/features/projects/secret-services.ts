import { ownSecretName, ownSecrets } from '../../crawl/projects/secrets-of-project.ts';
import { storedSecrets } from '../../crawl/projects/stored-secrets.ts';
import { notFound } from '../../http/errors.ts';
import { partFrom } from '../../http/json-values.ts';
import { doerOf, noteOf } from '../../http/people/audit-note.ts';
import { projectCalled } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import type { secretEndpoints } from './secret-endpoints.ts';

export function secretServices({ store, config }: ServiceContext): ServicesOf<typeof secretEndpoints> {
  return {
    listProjectSecrets: async ({ project, after = '', limit }) => {
      const { name: owner } = await projectCalled(store, project);
      return secretsAfter(after, limit, await ownSecrets(store, owner));
    },
    keepProjectSecret: async ({ project, secret, body: { value } }, asking) => {
      const { name } = await projectCalled(store, project);
      const note = noteOf(Date.now(), doerOf(asking), 'set secret', name, `secret ${secret}`);
      await storedSecrets(store, config).keep(ownSecretName(name, secret), value, [note]);
    },
    removeProjectSecret: async ({ project, secret }, asking) => {
      const { name } = await projectCalled(store, project);
      const note = noteOf(Date.now(), doerOf(asking), 'remove secret', name, `secret ${secret}`);
      if (!(await store.secrets.remove(ownSecretName(name, secret), [note])))
        throw notFound(`secret "${secret}" of the project "${name}"`);
    },
    listSecrets: async ({ after = '', limit }) => secretsAfter(after, limit, await store.secrets.list()),
    keepSecret: async ({ secret, body: { value } }, asking) => {
      const note = noteOf(Date.now(), doerOf(asking), 'set secret', '', `secret ${secret}`);
      await storedSecrets(store, config).keep(secret, value, [note]);
    },
    removeSecret: async ({ secret }, asking) => {
      const note = noteOf(Date.now(), doerOf(asking), 'remove secret', '', `secret ${secret}`);
      if (!(await store.secrets.remove(secret, [note]))) throw notFound(`secret "${secret}"`);
    },
  };
}

function secretsAfter(
  after: string,
  limit: number,
  all: readonly { readonly name: string; readonly changedAt: number }[],
) {
  const later = all.filter(({ name }) => name > after);
  return partFrom(later, limit, ({ name }) => name);
}
