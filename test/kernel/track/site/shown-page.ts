import type { Block, Page, Recommendation, Section, SiteState, Template } from './state.ts';

export interface ListedEntry {
  readonly title: string;
  readonly target: string;
  readonly age: number;
}

/** A page without noise: two versions are the same exactly when these are equal. */
export interface ShownPage {
  readonly key: string;
  readonly site: string;
  readonly template: Template | 'home' | 'section';
  readonly title: string;
  readonly sections: readonly Section[];
  readonly blocks: readonly Block[];
  readonly advertAfter: number;
  readonly listing: readonly ListedEntry[];
  readonly further: readonly { readonly text: string; readonly target: string }[];
  readonly recommended: readonly Recommendation[];
  readonly age: number | null;
  readonly footer: string;
}

const entriesPerList = 9;
const newestOnHome = 6;

/** The page at every address of the site that answers with content. */
export function shownPages(state: SiteState): ReadonlyMap<string, ShownPage> {
  const listed = state.pages.filter(({ isListed }) => isListed);
  const shown = [
    home(state, listed),
    ...state.sections.flatMap((section) => sectionPages(state, section, listed)),
    ...state.pages.filter(({ answer }) => answer.is === 'served').map((page) => leaf(state, page, listed)),
  ];
  return new Map(shown.map((page) => [page.key, page]));
}

/** A page without noise as one text, for comparison. */
export const essence = (page: ShownPage): string => JSON.stringify(page);

const entry = ({ title, key, age }: Page): ListedEntry => ({ title, target: key, age });

function frame(state: SiteState): Omit<ShownPage, 'key' | 'template' | 'title'> {
  return {
    site: state.name,
    sections: state.sections,
    blocks: [],
    advertAfter: 0,
    listing: [],
    further: [],
    recommended: [],
    age: null,
    footer: state.footer,
  };
}

function home(state: SiteState, listed: readonly Page[]): ShownPage {
  return {
    ...frame(state),
    key: '/',
    template: 'home',
    title: `Welcome to ${state.name}`,
    blocks: [{ kind: 'paragraph', text: `${state.name} tells what happens, section by section.` }],
    listing: listed.slice(0, newestOnHome).map(entry),
  };
}

export const sectionPageKey = (section: string, number: number): string =>
  number === 1 ? section : `${section}?page=${number}`;

function sectionPages(state: SiteState, section: Section, listed: readonly Page[]): readonly ShownPage[] {
  const own = listed.filter((page) => page.section === section.key);
  const count = Math.max(1, Math.ceil(own.length / entriesPerList));
  return Array.from({ length: count }, (_, index) => ({
    ...frame(state),
    key: sectionPageKey(section.key, index + 1),
    template: 'section' as const,
    title: index === 0 ? section.title : `${section.title}, page ${index + 1}`,
    listing: own.slice(index * entriesPerList, (index + 1) * entriesPerList).map(entry),
    further: Array.from({ length: count }, (_, other) => ({
      text: `Page ${other + 1}`,
      target: sectionPageKey(section.key, other + 1),
    })),
  }));
}

function leaf(state: SiteState, page: Page, listed: readonly Page[]): ShownPage {
  const { key, template, title, blocks, advertAfter, age } = page;
  const reachable = new Set(listed.map((other) => other.key));
  return {
    ...frame(state),
    key,
    template,
    title,
    blocks,
    advertAfter,
    recommended: page.recommended.filter(({ target }) => reachable.has(target)),
    age,
  };
}
