import type { Config } from '../../config/index.ts';
import { networkList } from '../../fetch/index.ts';
import type { AccessRequest, Caller, Gate } from '../../http/gate.ts';
import { theOperator } from '../../http/people/audit-note.ts';
import type { RouteNeeds } from '../../http/people/may-do.ts';
import { admit, type ServerPlace } from './admit.ts';
import type { PeopleParts } from './people-parts.ts';

/** Decides about requests to the API by users, sessions and tokens. */
export function peopleGate(parts: PeopleParts, place: ServerPlace): Gate {
  return (request) => admit(parts, place, request, needsOf(request.access));
}

/** Whoever started the program, for what it answers on its own standard input. */
export const operatorAsCaller: Caller = {
  name: theOperator.name,
  role: 'administrator',
  principal: {
    kind: 'user',
    user: { id: 0, name: theOperator.name, role: 'administrator', credentialVersion: null },
    session: null,
  },
  address: null,
  setCookie: null,
  sees: () => true,
  mayChange: () => true,
  seesNow: async () => true,
};

const accessByRole = { reader: 'read', editor: 'write', administrator: 'own' } as const;

/**
 * In a project the role counts there: whoever owns it administers it, and need not administer the server. For everybody else it
 * does not exist.
 */
function needsOf({ role, project, scope }: AccessRequest['access']): RouteNeeds {
  if (role === 'anonymous' || project === 'none') return { role, project: null, scope };
  return { role: role === 'reader' ? 'reader' : 'editor', project: accessByRole[role], scope };
}

/** How the server is reached, from its settings. Throws FETCH_SETTINGS_INVALID. */
export function serverPlace(
  config: Pick<Config, 'publicUrl' | 'proxyAddresses' | 'proxyUserHeader'>,
): ServerPlace {
  return {
    publicUrl: config.publicUrl,
    isProxy: networkList(config.proxyAddresses),
    proxyUserHeader: config.proxyUserHeader.toLowerCase(),
  };
}
