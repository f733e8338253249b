import type { ScopeRule } from '../../project/index.ts';
import { logoutReason } from './is-logout-link.ts';

/** Rejects links that would end the session. A link's text is not known here, its address is. */
export const endsTheSession: ScopeRule = {
  name: 'log-out',
  decide: ({ url, kind }) => (kind !== 'seed' && logoutReason(url) !== null ? 'reject' : 'none'),
  reason: ({ url }) => `this would log out: ${logoutReason(url) ?? 'by its address'}`,
};
