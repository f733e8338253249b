import type { ScopeRule } from './candidate.ts';

/** Rejects what no spider unit can fetch (B1): `mailto:`, `javascript:`, a phone number. */
export const unsupportedScheme = (schemes: ReadonlySet<string>): ScopeRule => ({
  name: 'unsupported scheme',
  decide: ({ scheme }) => (schemes.has(scheme) ? 'none' : 'reject'),
  reason: ({ scheme }) => `${scheme}: is not one of ${[...schemes].join(', ')}`,
});
