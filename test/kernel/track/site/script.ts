import type { Random } from '../../../sites/session-sites/random.ts';
import type { Edit } from './edits/edit.ts';
import { figureEdits } from './edits/figures.ts';
import { listEdits } from './edits/lists.ts';
import { recovered, wholePageEdits } from './edits/whole-pages.ts';
import { wordingEdits } from './edits/wording.ts';
import type { Page, SiteState } from './state.ts';

export const edits: readonly Edit[] = [...wordingEdits, ...figureEdits, ...listEdits, ...wholePageEdits];

/** A page that was changed or removed becomes what it was before. */
export const takenBack = 'taken back';
/** An edit of the footer, and so of every page. */
export const footerEdit = 'footer';

export interface DoneEdit {
  readonly name: string;
  readonly key: string;
}

/** The site at one visit. */
export interface Visit {
  readonly state: SiteState;
  /** What was done since the previous visit. */
  readonly done: readonly DoneEdit[];
}

/** The site at every visit. No page has two edits at once. */
export function scriptOf(
  random: Random,
  first: SiteState,
  visits: number,
  editsPerVisit: number,
): readonly Visit[] {
  const script: Visit[] = [{ state: first, done: [] }];
  while (script.length < visits) {
    const last = script.at(-1)?.state ?? first;
    script.push(nextVisit(random, recovered(last), script, editsPerVisit));
  }
  return script;
}

function nextVisit(random: Random, last: SiteState, before: readonly Visit[], editsPerVisit: number): Visit {
  let state = last;
  const done: DoneEdit[] = [];
  const free = [...random.shuffle(last.pages.filter(({ answer }) => answer.is === 'served'))];
  // One page in four is never edited.
  free.length = Math.ceil(free.length * 0.75);
  for (const edit of random.shuffle([...edits, ...edits]).slice(0, editsPerVisit)) {
    for (const [place, page] of free.entries()) {
      const edited = edit.apply(state, currentOf(state, page.key) ?? page, random);
      if (edited === null) continue;
      state = edited;
      done.push({ name: edit.name, key: page.key });
      free.splice(place, 1);
      break;
    }
  }
  const earlier = before.length < 2 ? null : takeBack(random, state, before, done);
  if (earlier !== null) {
    state = earlier.state;
    done.push(earlier.done);
  }
  if (random.chance(0.04)) {
    state = { ...state, footer: `${state.footer} Since ${random.between(1850, 1999)}.` };
    done.push({ name: footerEdit, key: '/' });
  }
  return { state, done };
}

const currentOf = (state: SiteState, key: string): Page | undefined =>
  state.pages.find((page) => page.key === key);

/** Takes back what was done to one page before the last visit. */
function takeBack(
  random: Random,
  state: SiteState,
  before: readonly Visit[],
  done: readonly DoneEdit[],
): { readonly state: SiteState; readonly done: DoneEdit } | null {
  const touched = new Set(done.map(({ key }) => key));
  const earlier = before.at(-2)?.state;
  // A page with a second address would be there twice.
  const keys = (before.at(-1)?.done ?? [])
    .filter(({ name, key }) => !/renamed|redirected|added/.test(name) && !touched.has(key))
    .map(({ key }) => key);
  const candidates = keys.filter((key) => earlier?.pages.some((page) => page.key === key));
  if (earlier === undefined || candidates.length === 0) return null;
  const key = random.pick(candidates);
  const old = currentOf(earlier, key);
  if (old === undefined || old.answer.is !== 'served' || currentOf(state, key)?.answer.is === 'moved')
    return null;
  const pages = state.pages.map((page) => (page.key === key ? old : page));
  return { state: { ...state, pages }, done: { name: takenBack, key } };
}
