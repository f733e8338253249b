import { Dice } from '../../../src/base/index.ts';
import { type GeneratedSite, generatedSite } from './generated-sites.ts';
import { Words } from './made-up-words.ts';
import { recordingOf } from './recording-of-pages.ts';

/** What the makers of pages have in common. */
interface Maker {
  readonly dice: Dice;
  readonly words: Words;
}

/** What a state shows that people come for, and how it looks this time. */
interface Shown<Core> {
  /** A state that nobody has seen; `like` is one that it may share most of its content with. */
  fresh(maker: Maker, like: Core | null): Core;
  /** The page of it, with whatever differs from time to time. */
  page(maker: Maker, core: Core): string;
}

/** A third of the states is new, a fifth differs from an earlier one in something that counts, the others are seen again. */
function siteOf<Core>(shown: Shown<Core>, seed: number, states: number): GeneratedSite {
  const dice = new Dice(seed);
  const maker = { dice, words: new Words(dice) };
  const cores: Core[] = [];
  const pages: string[] = [];
  const classOf: number[] = [];
  for (let number = 0; number < states; number++) {
    const earlier = number === 0 ? 0 : dice.below(number);
    const drawn = number < 3 ? 0 : dice.next();
    const like = cores[earlier];
    const isAgain = drawn > 0.53 && like !== undefined;
    cores.push(isAgain ? like : shown.fresh(maker, drawn > 0.33 && like !== undefined ? like : null));
    classOf.push(isAgain ? (classOf[earlier] ?? earlier) : number);
    const body = shown.page(maker, cores[number] as Core);
    pages.push(`<html><head><title>Generated</title></head><body>${body}</body></html>`);
  }
  return { recording: recordingOf(seed, pages, dice), classOf };
}

const items = (list: readonly string[]): string => list.map((each) => `<li>${each}</li>`).join('');
const many = <T>(count: number, make: () => T): readonly T[] => Array.from({ length: count }, make);

/** Posts under each other. Ages, counts and who is there differ each time; a post more is another state. */
const forum: Shown<readonly string[]> = {
  fresh: ({ dice, words }, like) =>
    like === null
      ? many(2 + dice.below(5), () => `<b>${words.word()}</b> ${words.paragraph(1 + dice.below(3))}`)
      : [...like, `<b>${words.word()}</b> ${words.paragraph(1 + dice.below(2))}`],
  page: ({ dice, words }, posts) =>
    `<h1>Thread</h1><ul>${items(posts.map((post) => `${post} <i>${1 + dice.below(50)} minutes ago, ${dice.below(900)} views</i>`))}</ul>` +
    `<aside>Here now: ${many(dice.below(6), () => words.word()).join(', ')}</aside>`,
};

/** Products in some order, with a basket. The order and what is recommended do not count; another product or another price does. */
const shop: Shown<readonly string[]> = {
  fresh: ({ dice, words }, like) => {
    const product = () =>
      `${words.word()} ${words.word()} <b>${1 + dice.below(300)}.${dice.below(100)}</b> ${words.sentence()}`;
    if (like === null) return many(4 + dice.below(8), product);
    const replaced = dice.below(like.length);
    return like.map((each, place) => (place === replaced ? product() : each));
  },
  page: ({ dice, words }, products) =>
    `<header>Basket: ${dice.below(9)}</header><ul>${items(dice.below(2) === 0 ? products : dice.shuffled(products))}</ul>` +
    `<div>Others bought ${many(dice.below(4), () => `<a href="/${words.word()}">${words.word()} ${words.word()}</a>`).join(' ')}</div>`,
};

/** Tables under the same headings. Numbers tick all the time; which rows and columns there are is what counts. */
const dashboard: Shown<{ readonly title: string; readonly rows: readonly string[] }> = {
  fresh: ({ dice, words }, like) =>
    like === null
      ? { title: words.sentence(), rows: many(5 + dice.below(12), () => `${words.word()} ${words.word()}`) }
      : { title: like.title, rows: [...like.rows.slice(2), words.word(), words.word(), words.word()] },
  page: ({ dice }, { title, rows }) =>
    `<h1>${title}</h1><table>${rows.map((row) => `<tr><th>${row}</th><td>${dice.below(10)}</td><td>${dice.below(5)} %</td></tr>`).join('')}</table>`,
};

/** Steps of a form with the same frame around them. Hints and complaints come and go; other fields are another step. */
const form: Shown<readonly string[]> = {
  fresh: ({ dice, words }, like) =>
    like === null
      ? many(3 + dice.below(6), () => `${words.word()} ${words.word()}`)
      : [...like.slice(1), `${words.word()} ${words.word()}`],
  page: ({ dice, words }, fields) =>
    `<h1>Your application to the office</h1><p>Please fill in all fields. Whatever you enter is kept for as long as the law says.</p>` +
    fields
      .map(
        (field) =>
          `<p><label>${field}</label>${dice.below(4) === 0 ? ` <em>${words.sentence()}</em>` : ''}</p>`,
      )
      .join(''),
};

/** Long articles. What was read before and a quotation of the day differ; a section more, or another article, counts. */
const library: Shown<readonly string[]> = {
  fresh: ({ dice, words }, like) =>
    like === null
      ? many(3 + dice.below(6), () => `<h2>${words.word()}</h2>${words.paragraph(3 + dice.below(5))}`)
      : [...like, `<h2>${words.word()}</h2>${words.paragraph(2 + dice.below(3))}`],
  page: ({ dice, words }, sections) =>
    `<nav>${many(dice.below(5), () => `<a href="/${words.word()}">${words.word()}</a>`).join(' ')}</nav>${sections.join('')}` +
    `<blockquote>${words.sentence()} ${words.sentence()}</blockquote>`,
};

/** Generated applications of several kinds, by name. */
export const generatedKinds = {
  records: generatedSite,
  forum: (seed: number, states: number) => siteOf(forum, seed, states),
  shop: (seed: number, states: number) => siteOf(shop, seed, states),
  dashboard: (seed: number, states: number) => siteOf(dashboard, seed, states),
  form: (seed: number, states: number) => siteOf(form, seed, states),
  library: (seed: number, states: number) => siteOf(library, seed, states),
} as const satisfies Readonly<Record<string, (seed: number, states: number) => GeneratedSite>>;

export type GeneratedKind = keyof typeof generatedKinds;
