import type { Config } from '../../config/index.ts';
import { networkList } from '../../fetch/index.ts';
import type { Caller, Gate, Knock } from '../../http/gate.ts';
import { theOperator } from '../../http/people/audit-note.ts';
import { mayDo, nameOfPrincipal, type Principal, type RouteNeeds } from '../../http/people/may-do.ts';
import { type Admitted, admit, type ServerPlace } from './admit.ts';
import type { PeopleParts } from './people-parts.ts';
import { accessNow } from './share-projects.ts';

/** Users, sessions and tokens at the door of the API. */
export function peopleGate(parts: PeopleParts, place: ServerPlace): Gate {
  return async ({ method, access, project, headers, address }) => {
    const admitted = await admit(parts, place, { method, headers, address, project }, needsOf(access));
    return typeof admitted === 'string' ? admitted : callerOf(parts, admitted);
  };
}

function callerOf(parts: PeopleParts, { accessTo, principal, address, setCookie }: Admitted): Caller {
  return {
    principal,
    address,
    setCookie,
    name: nameOfPrincipal(principal),
    role: roleOf(principal),
    sees: (projectId) => accessTo(projectId) !== null,
    mayChange: (projectId) => mayDo(principal, changesProject, accessTo(projectId)) === 'yes',
    seesNow: async (name) => {
      const project = await parts.store.projects.find(name);
      return project !== null && (await accessNow(parts, principal, project.id)) !== null;
    },
  };
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

const changesProject: RouteNeeds = { role: 'editor', project: 'write', scope: 'write' };

const roleOf = (principal: Principal): Caller['role'] =>
  principal.kind === 'anonymous' ? 'anonymous' : principal.user.role;

const accessByRole = { reader: 'read', editor: 'write', administrator: 'own' } as const;

/**
 * In a project the role counts there: whoever owns it administers it, and need not administer the server. For everybody else it
 * does not exist.
 */
function needsOf({ role, project, scope }: Knock['access']): RouteNeeds {
  if (role === 'anonymous') return { role: 'anyone', project: null, scope };
  if (project === 'none') return { role, project: null, scope };
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
