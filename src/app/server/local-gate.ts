import { createHash, timingSafeEqual } from 'node:crypto';
import type { Caller, Gate } from '../../publish/index.ts';

/** Whoever started the program. */
export const localOperator: Caller = { name: 'the operator', role: 'administrator', sees: async () => true };

/** Lets in whoever has the token that was shown where the server was started, and nobody else. */
export function localGate(token: string): Gate {
  const stranger: Caller = { name: 'somebody', role: 'anonymous', sees: async () => false };
  return async ({ access, headers }) => {
    const { authorization } = headers;
    const [, sent = ''] = /^Bearer +(\S+)$/i.exec(String(authorization ?? '')) ?? [];
    if (isSame(sent, token)) return localOperator;
    return access.role === 'anonymous' ? stranger : 'not logged in';
  };
}

/** Takes as long for a wrong token as for a right one. */
function isSame(sent: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(token));
}
