import { newPage } from '../first-state.ts';
import { type Answer, failures, type Page, type SiteState, served, templates, withPage } from '../state.ts';
import { freshWord } from '../words.ts';
import { type Edit, pageEdit } from './edit.ts';

const answering = (state: SiteState, key: string, answer: Answer, isListed: boolean): SiteState =>
  withPage(state, key, (page) => ({ ...page, answer, isListed }));

/** The new address of a page that is renamed. */
function renamed(page: Page, name: string): Page {
  return { ...page, key: `${page.section}/${name}` };
}

/** Makes all links to one page lead to another. */
function relinked(state: SiteState, from: string, to: string): SiteState {
  const pages = state.pages.map((page) => ({
    ...page,
    recommended: page.recommended.map((link) => (link.target === from ? { ...link, target: to } : link)),
  }));
  return { ...state, pages };
}

const nextNumber = ({ pages }: SiteState): number => 500 + pages.length;

/** Edits that add, remove or rename pages. */
export const wholePageEdits: readonly Edit[] = [
  {
    name: 'page removed',
    apply: (state, { key }, random) =>
      answering(state, key, { is: 'gone', status: random.pick([404, 410]) }, false),
  },
  {
    name: 'page removed, links stay',
    apply: (state, { key }, random) =>
      answering(state, key, { is: 'gone', status: random.pick([404, 410]) }, true),
  },
  {
    name: 'page added',
    apply: (state, { recommended }, random) => {
      const page = newPage(random, nextNumber(state), random.pick(state.sections), random.pick(templates));
      return { ...state, pages: [{ ...page, age: 2, recommended }, ...state.pages] };
    },
  },
  pageEdit('page orphaned', (page) => ({ ...page, isListed: false })),
  pageEdit('page orphaned and edited', (page, random) => ({
    ...page,
    isListed: false,
    title: `${page.title} ${freshWord(random)}`,
  })),
  {
    name: 'page renamed',
    apply: (state, page, random) => {
      // No link leads to the new name of an orphan.
      if (!page.isListed) return null;
      const copy = renamed(page, freshWord(random));
      const old: Page = { ...page, answer: { is: 'gone', status: 404 }, isListed: false };
      const pages = state.pages.flatMap((other) => (other.key === page.key ? [copy, old] : [other]));
      return relinked({ ...state, pages }, page.key, copy.key);
    },
  },
  {
    name: 'page redirected to a new address',
    apply: (state, page, random) => {
      const copy = { ...renamed(page, freshWord(random)), isListed: false };
      const moved = answering(state, page.key, { is: 'moved', to: copy.key, status: 301 }, true);
      return { ...moved, pages: [...moved.pages, copy] };
    },
  },
  {
    name: 'page redirected to another page',
    apply: (state, { key }, random) => {
      const others = state.pages.filter((other) => other.key !== key && other.answer.is === 'served');
      const to = random.pick(others).key;
      return answering(state, key, { is: 'moved', to, status: random.pick([301, 302]) }, true);
    },
  },
  ...failures.map((how): Edit => pageEdit(how, (page) => ({ ...page, answer: { is: 'failing', how } }))),
];

/** A failure is over after one visit. */
export function recovered(state: SiteState): SiteState {
  const pages = state.pages.map((page) =>
    page.answer.is === 'failing' ? { ...page, answer: served } : page,
  );
  return { ...state, pages };
}
