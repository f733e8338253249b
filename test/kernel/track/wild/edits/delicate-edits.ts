import { sentence, slogan } from '../prose.ts';
import { pageEdit, sectionEdit, type WildEdit } from './wild-edit.ts';

/** Edits that are hard to find: in the middle of noise, beside it, or in its words. */
export const delicateEdits: readonly WildEdit[] = [
  pageEdit('a notice between the adverts', (page, random) =>
    page.notice === '' ? { ...page, notice: sentence(random) } : null,
  ),
  pageEdit('the notice between the adverts', (page, random) =>
    page.notice === '' ? null : { ...page, notice: sentence(random) },
  ),
  pageEdit('the notice between the adverts removed', (page) =>
    page.notice === '' ? null : { ...page, notice: '' },
  ),
  pageEdit('a notice that reads like an advert', (page, random) =>
    page.notice === '' ? { ...page, notice: slogan(random) } : null,
  ),
  sectionEdit('a paragraph in the words of an advert', (section, random, { adverts }) => {
    const words = random.pick(adverts);
    const at = random.below(section.blocks.length + 1);
    return section.blocks.toSpliced(at, 0, { is: 'text', words });
  }),
  pageEdit('one digit beside a counter', (page, random) => ({
    ...page,
    number: page.number + random.pick([1, 2, 10, 100]),
  })),
];
