import type { Random } from '../../../../sites/session-sites/random.ts';
import type { Block, Page, SiteState } from '../state.ts';

/** Something that an author does to one page. */
export interface Edit {
  readonly name: string;
  /** The site afterwards; null when the page has nothing to edit in this way. */
  apply(state: SiteState, page: Page, random: Random): SiteState | null;
}

/** The place of a block of the kind, or null when the page has none. */
export function placeOf(page: Page, kind: Block['kind'], random: Random): number | null {
  const places = [...page.blocks.entries()]
    .filter(([, block]) => block.kind === kind)
    .map(([place]) => place);
  return places.length === 0 ? null : random.pick(places);
}

export const replaced = <T>(list: readonly T[], place: number, item: T): readonly T[] =>
  list.map((old, index) => (index === place ? item : old));

export const withBlock = (page: Page, place: number, block: Block): Page => ({
  ...page,
  blocks: replaced(page.blocks, place, block),
});

/** An edit that changes one page and nothing around it. */
export const pageEdit = (name: string, change: (page: Page, random: Random) => Page | null): Edit => ({
  name,
  apply: (state, page, random) => {
    const edited = change(page, random);
    if (edited === null) return null;
    return { ...state, pages: state.pages.map((other) => (other.key === page.key ? edited : other)) };
  },
});

type BlockOf<K extends Block['kind']> = Extract<Block, { kind: K }>;

/** An edit of one block of the kind. */
export const blockEdit = <K extends Block['kind']>(
  name: string,
  kind: K,
  change: (block: BlockOf<K>, random: Random) => BlockOf<K> | null,
): Edit =>
  pageEdit(name, (page, random) => {
    const place = placeOf(page, kind, random);
    const block = place === null ? undefined : page.blocks[place];
    if (place === null || block === undefined) return null;
    const edited = change(block as BlockOf<K>, random);
    return edited === null ? null : withBlock(page, place, edited);
  });
