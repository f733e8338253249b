import type { Caller } from '../gate.ts';
import { theOperator } from './audit-note.ts';

/** The user who started the program, for what it answers on its own standard input. */
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
