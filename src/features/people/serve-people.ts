import { type Config, ConfigError } from '../../config/index.ts';
import type { Served, ServerContext } from '../feature.ts';
import { accountServices } from './account-services.ts';
import { logInElsewhere } from './log-in-elsewhere.ts';
import { firstAdministrator, linkAddress, userOrFirst } from './one-time-links.ts';
import { Passwords } from './password-hash.ts';
import type { PeopleContext } from './people-context.ts';
import { peopleGate, serverPlace } from './people-gate.ts';
import { cookieFor, startSession } from './sessions.ts';
import { userServices } from './user-services.ts';

/** Users, their sessions and tokens decide who may send requests to the server. */
export function servePeople(server: ServerContext): Served {
  const { store, config, address, passwords } = server;
  const place = serverPlace(config);
  const people: PeopleContext = {
    store,
    passwords: passwords ?? new Passwords(),
    now: Date.now,
  };
  const elsewhere = config.oidcIssuer === '' ? null : logInElsewhere(people, config);
  const context = { ...server, people, place, elsewhere };
  return {
    services: { ...accountServices(context), ...userServices(context) },
    access: {
      gate: peopleGate(people, place),
      note: (line) => store.people.note({ at: people.now(), ...line }),
      firstLink: async () => {
        const link = await firstAdministrator(people);
        return link === null ? null : () => linkAddress(address(), link);
      },
      ownSession: async () => {
        const visit = { address: '127.0.0.1', agent: 'the operator' };
        return cookieFor(await startSession(people, await userOrFirst(people, 'admin'), visit, ''), config);
      },
    },
    close: async () => {
      await elsewhere?.close();
    },
  };
}

/** Refuses settings that would fail only later, when a user needs them. Throws CONFIG_INVALID and FETCH_SETTINGS_INVALID. */
export function refuseUnusable(config: Config): void {
  serverPlace(config);
  if (config.oidcIssuer !== '' && config.publicUrl === '')
    throw new ConfigError(
      'CONFIG_INVALID',
      'TIDEMARK_OIDC_ISSUER: set TIDEMARK_PUBLIC_URL too, so that the identity provider can send browsers back',
    );
}
