import type { Random } from '../../../../sites/session-sites/random.ts';
import type { SiteTraits } from '../site-traits.ts';
import type { Block, Section, WildPage, WildState } from '../wild-page.ts';
import { withPage } from '../wild-page.ts';

/** Something that an editor does to one page. */
export interface WildEdit {
  readonly name: string;
  /** Null when the page has nothing to edit in this way. */
  apply(state: WildState, page: WildPage, random: Random, site: SiteTraits): WildState | null;
}

export type BlockOf<Kind extends Block['is']> = Extract<Block, { readonly is: Kind }>;

/** An edit of one block of that kind. */
export function blockEdit<Kind extends Block['is']>(
  name: string,
  kind: Kind,
  change: (block: BlockOf<Kind>, random: Random) => Block | null,
): WildEdit {
  return {
    name,
    apply: (state, page, random) => {
      const places = page.sections.flatMap((section, at) =>
        section.blocks.flatMap((block, place) => (block.is === kind ? [{ at, place, block }] : [])),
      );
      if (places.length === 0) return null;
      const { at, place, block } = random.pick(places);
      const changed = change(block as BlockOf<Kind>, random);
      if (changed === null) return null;
      const blocks = page.sections[at]?.blocks.with(place, changed) ?? [];
      return withPage(state, withSection(page, at, blocks));
    },
  };
}

/** An edit of the blocks of one section. */
export function sectionEdit(
  name: string,
  change: (section: Section, random: Random, site: SiteTraits) => readonly Block[] | null,
): WildEdit {
  return {
    name,
    apply: (state, page, random, site) => {
      if (page.sections.length === 0) return null;
      const at = random.below(page.sections.length);
      const blocks = change(page.sections[at] as Section, random, site);
      return blocks === null ? null : withPage(state, withSection(page, at, blocks));
    },
  };
}

export function pageEdit(
  name: string,
  change: (page: WildPage, random: Random, site: SiteTraits) => WildPage | null,
): WildEdit {
  return {
    name,
    apply: (state, page, random, site) => {
      const changed = change(page, random, site);
      return changed === null ? null : withPage(state, changed);
    },
  };
}

function withSection(page: WildPage, at: number, blocks: readonly Block[]): WildPage {
  const section = page.sections[at] as Section;
  return { ...page, sections: page.sections.with(at, { ...section, blocks }) };
}
