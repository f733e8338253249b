import { users } from '../../cli/of-other-features.ts';
import type { Feature } from '../feature.ts';
import { tokensCommand } from './commands/tokens-command.ts';
import { usersCommand } from './commands/users-command.ts';

export const people: Feature = {
  name: 'people',
  commands: [usersCommand, tokensCommand],
  fill: () =>
    users.fill({
      named: async (store, name) => (await import('./manage-users.ts')).userNamed({ store }, name),
      list: (store) => store.people.listUsers(),
    }),
  checkConfig: async (config) => (await import('./serve-people.ts')).refuseUnusable(config),
  serve: async (server) => (await import('./serve-people.ts')).servePeople(server),
};
