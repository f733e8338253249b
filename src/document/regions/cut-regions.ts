import {
  type RegionElement,
  type RegionTree,
  regionTree,
  type Selection,
  SelectorSteps,
  selection,
} from './selectors.ts';

/** Parts of a page, by CSS selectors. */
export interface Regions {
  /** The only parts that count; the whole page when empty. */
  readonly only: readonly string[];
  /** Parts that do not count, wherever they are. */
  readonly ignore: readonly string[];
}

/** A page to which several selectors are applied: it is parsed once, and they share their step budget. */
export interface RegionPage {
  readonly html: string;
  /** Null when it is nested too deeply. */
  readonly tree: RegionTree | null;
  readonly steps: SelectorSteps;
}

export const regionPage = (html: string): RegionPage => ({
  html,
  tree: regionTree(html),
  steps: new SelectorSteps(),
});

/**
 * Returns HTML with only the chosen regions, one after the other, or without the ignored ones; nothing else is changed. Null for a page
 * that is nested too deeply, or on which the selectors would take too long. Throws InputError for anything that is not a CSS selector.
 */
export function regionCutter({ only, ignore }: Regions): (page: RegionPage) => string | null {
  const chosen = only.length === 0 ? null : selection(only);
  const ignored = ignore.length === 0 ? null : selection(ignore);
  return (page) => {
    const { html } = page;
    const kept = placesOf(page, chosen);
    const cut = placesOf(page, ignored);
    if (kept === null || cut === null) return null;
    const pieces = piecesOf(html, chosen === null ? [{ from: 0, to: html.length }] : kept, cut);
    // Regions that were separate stay separate.
    return chosen === null ? pieces.join('') : pieces.map((piece) => `<div>${piece}</div>`).join('');
  };
}

/** Returns the source of each region that a selector matches, without regions inside another. Returns null and throws as `regionCutter` does. */
export function regionFinder(selector: string): (page: RegionPage) => readonly string[] | null {
  const select = selection([selector]);
  return (page) => placesOf(page, select)?.map(({ from, to }) => page.html.slice(from, to)) ?? null;
}

interface Place {
  readonly from: number;
  /** The position after its last character. */
  readonly to: number;
}

/** The places of the regions, without regions inside another. */
function placesOf({ tree, steps }: RegionPage, select: Selection | null): readonly Place[] | null {
  if (tree === null) return null;
  const elements = select === null ? [] : select(tree, steps);
  if (elements === null) return null;
  const places: Place[] = [];
  let end = 0;
  for (const { startIndex, endIndex } of elements.toSorted(byStart)) {
    const place = { from: startIndex ?? 0, to: (endIndex ?? 0) + 1 };
    if (place.from < end) continue;
    places.push(place);
    end = place.to;
  }
  return places;
}

const byStart = (a: RegionElement, b: RegionElement): number => (a.startIndex ?? 0) - (b.startIndex ?? 0);

/** The kept places without the cut ones. Both lists are in order, and neither overlaps itself. */
function piecesOf(html: string, kept: readonly Place[], cut: readonly Place[]): readonly string[] {
  let next = 0;
  return kept.map(({ from, to }) => {
    let piece = '';
    let at = from;
    while ((cut[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next++;
    for (let hole = cut[next]; hole !== undefined && hole.from < to; hole = cut[++next]) {
      if (hole.from > at) piece += html.slice(at, hole.from);
      at = hole.to;
      if (hole.to > to) break;
    }
    return at < to ? piece + html.slice(at, to) : piece;
  });
}
