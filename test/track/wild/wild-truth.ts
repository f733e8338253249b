import { heldStill } from './noise.ts';
import type { SiteTraits } from './site-traits.ts';
import type { WildKind } from './wild-kind.ts';
import { isShown, type WildState } from './wild-page.ts';

export type Flag = 'NEW' | 'SAM' | 'UPD' | 'MIS' | 'ERR';

/** The flags that are right for a page; it need not be told at all when it was missing before. */
export interface Expected {
  readonly flags: readonly Flag[];
  readonly mayBeLeftOut: boolean;
}

/** For every visit the right flags by key: a page has changed when it is another one with all noise held still. */
export function wildTruth(
  kind: WildKind,
  site: SiteTraits,
  states: readonly WildState[],
): readonly ReadonlyMap<string, Expected>[] {
  /** What each page was when it could last be read, and whether it was missing at the visit before. */
  const known = new Map<string, { readonly html: string; readonly isMissing: boolean }>();
  return states.map((state) => {
    const expected = new Map<string, Expected>();
    for (const page of state.pages) {
      const before = known.get(page.key);
      if (!isShown(page)) {
        if (before === undefined) continue;
        // Whether a notice with status 200 means "gone" or "cannot be told" is a matter of taste.
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
