import type { Config } from '../../config/index.ts';
import { networkList } from '../../fetch/index.ts';
import {
  type Caller,
  type Gate,
  type Knock,
  nameOfPrincipal,
  type Principal,
  type RouteNeeds,
} from '../../publish/index.ts';
import { type Admitted, admit, type ServerPlace } from './admit.ts';
import type { PeopleParts } from './people-parts.ts';

/** Somebody whom this gate let in: with who it is, for the audit log, and the header of a renewed session. */
export interface AdmittedCaller extends Caller, Pick<Admitted, 'principal' | 'address' | 'setCookie'> {}

/** Users, sessions and tokens at the door of the API. */
export function peopleGate(parts: PeopleParts, place: ServerPlace): Gate {
  return async ({ method, access, project, headers, address }) => {
    const admitted = await admit(parts, place, { method, headers, address, project }, needsOf(access));
    if (admitted === 'unknown host' || admitted === 'other site') return 'not allowed';
    return typeof admitted === 'string' ? admitted : callerOf(parts, admitted);
  };
}

function callerOf({ store }: PeopleParts, { accessTo, ...admitted }: Admitted): AdmittedCaller {
  return {
    ...admitted,
    name: nameOfPrincipal(admitted.principal),
    role: roleOf(admitted.principal),
    sees: async (name) => {
      const project = await store.projects.find(name);
      return project !== null && accessTo(project.id) !== null;
    },
  };
}

const roleOf = (principal: Principal): Caller['role'] =>
  principal.kind === 'anonymous' ? 'anonymous' : principal.user.role;

const accessByRole = { reader: 'read', editor: 'write', administrator: 'own' } as const;

/**
 * In a project the role counts there: whoever owns it administers it, and need not administer the server. For everybody else it
 * does not exist.
 */
export function needsOf({ role, project, scope }: Knock['access']): RouteNeeds {
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
