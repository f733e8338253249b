import type { Random } from '../../../sites/session-sites/random.ts';
import { headline, sentences, thing } from './prose.ts';
import type { Block, Section, WildPage } from './wild-page.ts';

/** The parts that the pages of every kind of site have at first. */
export function draftPage(
  random: Random,
  page: Pick<WildPage, 'key' | 'template' | 'shelf'> & Partial<WildPage>,
): WildPage {
  return {
    title: headline(random),
    sections: [],
    notice: '',
    number: random.between(1000, 9999),
    price: random.between(500, 90_000),
    writtenAt: 0,
    answer: { is: 'page' },
    ...page,
  };
}

export const draftSections = (random: Random, count: number): readonly Section[] =>
  Array.from({ length: count }, () => ({ heading: headline(random), blocks: draftBlocks(random) }));

function draftBlocks(random: Random): readonly Block[] {
  const texts = Array.from(
    { length: random.between(1, 3) },
    (): Block => ({
      is: 'text',
      words: sentences(random, random.between(1, 4)),
    }),
  );
  const others: Block[] = [];
  if (random.chance(0.4))
    others.push({ is: 'list', items: Array.from({ length: random.between(3, 6) }, () => thing(random)) });
  if (random.chance(0.3)) {
    const rows = Array.from({ length: random.between(2, 5) }, () => [
      thing(random),
      String(random.between(2, 2000)),
    ]);
    others.push({ is: 'table', rows });
  }
  if (random.chance(0.3))
    others.push({ is: 'image', source: `/pictures/${random.between(100, 999)}.jpg`, alt: thing(random) });
  if (random.chance(0.4))
    others.push({ is: 'link', to: `/elsewhere/${random.between(10, 99)}`, words: thing(random) });
  return [...texts, ...others];
}
