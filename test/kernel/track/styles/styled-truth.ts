import type { Expected, Flag } from '../wild/wild-truth.ts';
import { type Drawing, drawPage } from './render-styled.ts';
import type { StyledState } from './styled-page.ts';

/** The right flags of every visit, by key. A page has changed if it differs with all noise held still. */
export function styledTruth(
  drawing: Drawing,
  states: readonly StyledState[],
): readonly ReadonlyMap<string, Expected>[] {
  /** Each page as it could last be read, and whether it was gone at the previous visit. */
  const known = new Map<string, { readonly html: string; readonly isGone: boolean }>();
  return states.map((state) => {
    const expected = new Map<string, Expected>();
    for (const page of state.pages) {
      const before = known.get(page.key);
      if (page.isGone) {
        expected.set(page.key, { flags: ['MIS'], mayBeLeftOut: before?.isGone ?? true });
        known.set(page.key, { html: before?.html ?? '', isGone: true });
        continue;
      }
      const html = drawPage(drawing, state, page, null);
      expected.set(page.key, { flags: flagsOf(before?.html, html), mayBeLeftOut: false });
      known.set(page.key, { html, isGone: false });
    }
    return expected;
  });
}

/** Emphasis alone may count or not. */
function flagsOf(before: string | undefined, now: string): readonly Flag[] {
  if (before === undefined) return ['NEW'];
  if (before === now) return ['SAM'];
  return unemphasised(before) === unemphasised(now) ? ['SAM', 'UPD'] : ['UPD'];
}

const unemphasised = (html: string): string => html.replaceAll(/<\/?b>/g, '');
