import { heldStill } from './noise.ts';
import type { SiteTraits } from './site-traits.ts';
import type { WildKind } from './wild-kind.ts';
import { isShown, type WildState } from './wild-page.ts';

export type Flag = 'NEW' | 'SAM' | 'UPD' | 'MIS' | 'ERR';

/** The right flags for a page. A page that was missing before need not be reported. */
export interface Expected {
  readonly flags: readonly Flag[];
  readonly mayBeLeftOut: boolean;
}

/** The right flags of every visit, by key. A page has changed if it differs with all noise switched off. */
export function wildTruth(
  kind: WildKind,
  site: SiteTraits,
  states: readonly WildState[],
): readonly ReadonlyMap<string, Expected>[] {
  /** Each page as it could last be read, and whether it was missing at the previous visit. */
  const known = new Map<string, { readonly html: string; readonly isMissing: boolean }>();
  return states.map((state) => {
    const expected = new Map<string, Expected>();
    for (const page of state.pages) {
      const before = known.get(page.key);
      if (!isShown(page)) {
        if (before === undefined) continue;
        // A notice with status 200 may mean that the page is gone, or that something failed: both flags are right.
        const flags: readonly Flag[] = page.answer.is === 'soft 404' ? ['ERR', 'MIS'] : ['MIS'];
        expected.set(page.key, { flags, mayBeLeftOut: before.isMissing });
        known.set(page.key, { ...before, isMissing: true });
        continue;
      }
      const html = kind.render({ page, state, site, noise: heldStill });
      const flag = before === undefined ? 'NEW' : before.html === html ? 'SAM' : 'UPD';
      expected.set(page.key, { flags: [flag], mayBeLeftOut: false });
      known.set(page.key, { html, isMissing: false });
    }
    return expected;
  });
}
