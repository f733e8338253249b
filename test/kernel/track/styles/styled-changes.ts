import type { Random } from '../../../sites/session-sites/random.ts';
import { type Drawing, drawPage } from './render-styled.ts';
import { styledEdits } from './styled-edits.ts';
import { emptyContent, type StyledPage, type StyledState } from './styled-page.ts';
import { noun, titled } from './vocabulary.ts';

interface Changed {
  readonly state: StyledState;
  /** What was done, by key. */
  readonly done: ReadonlyMap<string, string>;
}

/** The states of the site at all visits, and what editors did before each of them. */
export function editedStates(
  drawing: Drawing,
  first: StyledState,
  random: Random,
  { visits, edited, pages }: { readonly visits: number; readonly edited: number; readonly pages: number },
): { readonly states: readonly StyledState[]; readonly done: readonly ReadonlyMap<string, string>[] } {
  const history: Changed[] = [{ state: first, done: new Map() }];
  for (let visit = 1; visit < visits; visit++)
    history.push(change(drawing, (history[visit - 1] as Changed).state, random, edited * pages));
  return { states: history.map(({ state }) => state), done: history.map(({ done }) => done) };
}

function change(drawing: Drawing, before: StyledState, random: Random, count: number): Changed {
  const done = new Map<string, string>();
  let state = before;
  if (count > 0 && random.chance(0.05)) {
    const onAll = (random.chance(0.5) ? null : onAllPages(drawing, state, random)) ?? {
      state: { ...state, menu: [...state.menu, titled(noun(random))] },
      name: 'menu entry added',
    };
    state = onAll.state;
    for (const { key } of state.pages) done.set(key, onAll.name);
  }
  const wanted = done.size + Math.round(count);
  for (let tries = 0; done.size < wanted && tries < 40 * count; tries++) {
    const page = random.pick(before.pages.filter(({ isGone }) => !isGone));
    if (done.has(page.key)) continue;
    const changed = random.chance(0.02)
      ? wholePage(state, page, random)
      : atOnePlace(drawing, state, page, random);
    if (changed === null) continue;
    state = changed.state;
    done.set(page.key, changed.name);
  }
  return { state, done };
}

interface NamedChange {
  readonly state: StyledState;
  readonly name: string;
}

/** The same edit on all pages, where all of them have the same: a list, or the words beside a value. */
function onAllPages(drawing: Drawing, state: StyledState, random: Random): NamedChange | null {
  const [first] = state.pages;
  for (const { id, place } of random.shuffle(drawing.placed)) {
    const edit = random.pick(styledEdits);
    const content = first?.contents[id];
    if (content === undefined || (content.label === '' && !place.name.includes('all pages'))) continue;
    const changed = edit.apply(content, random, drawing.stock);
    if (changed === null) continue;
    const { label, items, heading } = changed;
    const pages = state.pages.map((page) => {
      const own = page.contents[id] ?? emptyContent;
      const shared = place.name.includes('all pages') ? { items, heading } : { label, heading };
      return { ...page, contents: { ...page.contents, [id]: { ...own, ...shared } } };
    });
    const differs = pages.every((page, at) => {
      const before = state.pages[at] as StyledPage;
      return drawPage(drawing, state, page, null) !== drawPage(drawing, state, before, null);
    });
    if (differs) return { state: { ...state, pages }, name: `${edit.name} on all pages @ ${place.name}` };
  }
  return null;
}

function atOnePlace(
  drawing: Drawing,
  state: StyledState,
  page: StyledPage,
  random: Random,
): NamedChange | null {
  // Edits at places that change by themselves are the hard ones, and most of them have little to edit.
  const noisy = drawing.placed.filter((one) => !one.place.isSteady);
  const { id, place } = random.pick(random.chance(0.6) ? noisy : drawing.placed);
  const content = page.contents[id];
  const edit = random.pick(styledEdits);
  const changed = content === undefined ? null : edit.apply(content, random, drawing.stock);
  if (changed === null) return null;
  const edited = { ...page, contents: { ...page.contents, [id]: changed } };
  // An edit that no reader can see is none: another order of a list that has no order, a heading that the style leaves out.
  if (drawPage(drawing, state, page, null) === drawPage(drawing, state, edited, null)) return null;
  return { state: withPage(state, edited), name: `${edit.name} @ ${place.name}` };
}

function wholePage(state: StyledState, page: StyledPage, random: Random): NamedChange | null {
  if (page.key === '/') return null;
  if (random.chance(0.5)) return { state: withPage(state, { ...page, isGone: true }), name: 'page removed' };
  const key = page.key.replace(/\w+(?=$|\.html$)/, String(random.between(1000, 9999)));
  const title = `${titled(noun(random))} and ${noun(random)} ${random.between(100, 999)}`;
  if (state.pages.some((one) => one.key === key)) return null;
  return {
    state: { ...state, pages: [...state.pages, { ...page, key, title }] },
    name: 'page like this one added',
  };
}

const withPage = (state: StyledState, page: StyledPage): StyledState => ({
  ...state,
  pages: state.pages.map((one) => (one.key === page.key ? page : one)),
});
