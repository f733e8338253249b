import type { ScopeRule } from './candidate.ts';

/** What is fetched of all that pages embed. */
export type AssetChoice = 'none' | 'images' | 'all';

/** Rejects what pages embed, unless the user asked for it. */
export const embeddedNotWanted = (assets: AssetChoice): ScopeRule => ({
  name: 'embedded',
  decide: ({ kind }) => {
    if (kind === 'image') return assets === 'none' ? 'reject' : 'none';
    return kind === 'asset' && assets !== 'all' ? 'reject' : 'none';
  },
  reason: ({ kind }) =>
    kind === 'image'
      ? 'part of a page, not a page: --assets images fetches it'
      : 'part of a page, not a page: --assets all fetches it',
});
