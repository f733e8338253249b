import { type ApiServices, notFound } from '../../publish/index.ts';
import { noteOf } from '../people/index.ts';
import { ownSecretName, ownSecrets } from '../projects/secrets-of-project.ts';
import { storedSecrets } from '../projects/stored-secrets.ts';
import { doerOf } from './account-services.ts';
import { partFrom } from './list-parts.ts';
import { isoTime, projectCalled, type ServerParts } from './server-parts.ts';

type ProjectSecretServices = Pick<
  ApiServices,
  'listProjectSecrets' | 'keepProjectSecret' | 'removeProjectSecret'
>;

export function projectSecretServices({ store, config, people }: ServerParts): ProjectSecretServices {
  return {
    listProjectSecrets: async ({ project, after = '', limit }) => {
      const { name: owner } = await projectCalled(store, project);
      const later = (await ownSecrets(store, owner)).filter(({ name }) => name > after);
      const rows = later.map(({ name, changedAt }) => ({ name, changedAt: isoTime(changedAt) }));
      return partFrom(rows.slice(0, limit + 1), limit, ({ name }) => name);
    },
    keepProjectSecret: async ({ project, secret, body: { value } }, asking) => {
      const { name } = await projectCalled(store, project);
      const note = noteOf(people.now(), doerOf(asking), 'set secret', name, `secret ${secret}`);
      await storedSecrets(store, config).keep(ownSecretName(name, secret), value, [note]);
    },
    removeProjectSecret: async ({ project, secret }, asking) => {
      const { name } = await projectCalled(store, project);
      const note = noteOf(people.now(), doerOf(asking), 'remove secret', name, `secret ${secret}`);
      if (!(await store.secrets.remove(ownSecretName(name, secret), [note])))
        throw notFound(`secret "${secret}" of the project "${name}"`);
    },
  };
}
