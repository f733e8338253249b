import { headline } from '../prose.ts';
import { type Answer, isShown, type WildPage, withPage } from '../wild-page.ts';
import { pageEdit, type WildEdit } from './wild-edit.ts';

const ends = (name: string, answer: Answer): WildEdit =>
  pageEdit(name, (page) => (page.template === 'item' ? { ...page, answer } : null));

/** Edits that add, remove or rename pages. */
export const wholePageEdits: readonly WildEdit[] = [
  ends('gone (404)', { is: 'gone', status: 404 }),
  ends('gone (410)', { is: 'gone', status: 410 }),
  ends('gone (soft 404)', { is: 'soft 404' }),
  {
    name: 'a new page',
    apply: (state, page, random) => {
      if (page.template !== 'item') return null;
      const newest = Math.max(...state.pages.map(({ writtenAt }) => writtenAt));
      const key = page.key.replace(/[^/]*$/, `${random.between(10_000, 99_999)}`);
      if (state.pages.some((one) => one.key === key)) return null;
      const added: WildPage = {
        ...page,
        key,
        title: `${headline(random)} ${random.between(100, 999)}`,
        number: random.between(1000, 9999),
        notice: '',
        writtenAt: newest + 600_000,
      };
      return { pages: [...state.pages, added] };
    },
  },
  {
    name: 'renamed',
    apply: (state, page, random) => {
      if (page.template !== 'item' || !isShown(page)) return null;
      const key = `${page.key}-${random.between(10, 99)}`;
      const moved: WildPage = {
        ...page,
        answer: random.chance(0.5) ? { is: 'moved', to: key } : { is: 'gone', status: 404 },
      };
      return { pages: [...withPage(state, moved).pages, { ...page, key }] };
    },
  },
];
