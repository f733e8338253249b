import type { Random } from '../../../sites/session-sites/random.ts';
import {
  type Block,
  type Page,
  type Recommendation,
  type Section,
  type SiteState,
  served,
  type Template,
  templates,
} from './state.ts';
import { fourDigits, sentence, word, words } from './words.ts';

const sectionNames = ['news', 'shop', 'culture', 'travel', 'sport', 'science'];

/** The site as the first visitor finds it. */
export function firstState(random: Random, pageCount: number): SiteState {
  const names = random.shuffle(sectionNames).slice(0, random.between(2, 4));
  const sections: readonly Section[] = names.map((name) => ({
    key: `/${name}`,
    title: `All about ${name} ${word(random)}`,
  }));
  const bare = Array.from({ length: pageCount }, (_, number) =>
    newPage(random, number + 1, random.pick(sections), templates[number % templates.length] ?? 'article'),
  );
  return {
    name: `The ${words(random, 2)} paper`,
    sections,
    pages: bare.map((page) => ({ ...page, recommended: recommendations(random, bare, page.key) })),
    footer: sentence(random, 8),
    imageVersions: new Map(),
  };
}

export function newPage(random: Random, number: number, { key: section }: Section, template: Template): Page {
  const blocks = blocksOf(random, template, number);
  return {
    key: keyOf(section, template, number),
    template,
    section,
    title: `${words(random, 3)} ${number}`,
    blocks,
    advertAfter: random.below(blocks.length),
    recommended: [],
    age: random.between(3, 6000),
    isListed: true,
    answer: served,
  };
}

/** Some pages are named by their path, others by a number in the query. */
function keyOf(section: string, template: Template, number: number): string {
  if (template === 'product') return `${section}/item?id=${100 + number}`;
  if (template === 'timetable') return `${section}/table?route=${number}&view=full`;
  return `${section}/${template}-${number}`;
}

function recommendations(random: Random, pages: readonly Page[], own: string): readonly Recommendation[] {
  const others = random.shuffle(pages.filter(({ key }) => key !== own)).slice(0, random.between(4, 7));
  return others.map(({ key, title }) => ({ text: title, target: key }));
}

const paragraph = (random: Random): Block => ({
  kind: 'paragraph',
  text: `${sentence(random, random.between(6, 18))} ${sentence(random, random.between(5, 12))} ${sentence(random, 4)}`,
});

const paragraphs = (random: Random, low: number, high: number): readonly Block[] =>
  Array.from({ length: random.between(low, high) }, () => paragraph(random));

const picture = (random: Random, number: number, place: number) => ({
  address: `/img/${word(random)}-${number}-${place}.png`,
  caption: `${words(random, 2)} ${place + 1}`,
});

const outsideLinks = (random: Random): Block => ({
  kind: 'links',
  links: Array.from({ length: random.between(2, 4) }, (_, place) => ({
    text: `${words(random, 2)} ${place + 1}`,
    target: `http://${word(random)}.example/${word(random)}/${random.between(1, 99)}`,
  })),
});

const clocked = (random: Random): Block => ({
  kind: 'clocked',
  before: `In the ${word(random)} it is now`,
  after: `and the ${words(random, 2)} leaves from pier ${word(random)}.`,
});

function blocksOf(random: Random, template: Template, number: number): readonly Block[] {
  switch (template) {
    case 'article':
      return [
        ...paragraphs(random, 3, 6),
        { kind: 'pictures', pictures: [picture(random, number, 0)] },
        clocked(random),
        paragraph(random),
        outsideLinks(random),
      ];
    case 'product':
      return [
        paragraph(random),
        { kind: 'price', label: 'Price', amount: `${fourDigits(random)}.${random.between(10, 99)}` },
        { kind: 'pictures', pictures: [picture(random, number, 0), picture(random, number, 1)] },
        {
          kind: 'list',
          items: Array.from({ length: random.between(3, 6) }, (_, place) => `${words(random, 3)} ${place}`),
        },
        paragraph(random),
      ];
    case 'gallery':
      return [
        paragraph(random),
        {
          kind: 'pictures',
          pictures: Array.from({ length: random.between(3, 6) }, (_, place) =>
            picture(random, number, place),
          ),
        },
        outsideLinks(random),
      ];
    case 'timetable':
      return [
        paragraph(random),
        {
          kind: 'table',
          rows: Array.from({ length: random.between(4, 9) }, () => [
            words(random, 2),
            `${fourDigits(random)} m`,
            `platform ${random.between(1, 40)}`,
          ]),
        },
        ...paragraphs(random, 1, 2),
      ];
    case 'board':
      return [
        paragraph(random),
        {
          kind: 'entries',
          entries: Array.from({ length: random.between(4, 8) }, () => ({
            text: sentence(random, random.between(4, 9)),
            age: random.between(3, 5000),
          })),
        },
        clocked(random),
      ];
  }
}
