import type { Action, Tape, TapedState, TapedTry } from '../../src/explore/index.ts';
import { Dice } from '../../src/base/index.ts';

/** A recorded site that nobody visited, with the truth about its states. */
export interface GeneratedSite {
  readonly tape: Tape;
  /** The class of each state: the smallest number in it. */
  readonly classOf: readonly number[];
}

const syllables = 'ta ren mo sil ver ka dun ple ist or wen ga lim ros che bant ul fer nay do'.split(' ');

class Words {
  readonly #dice: Dice;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  word(): string {
    const count = 1 + this.#dice.below(3);
    return Array.from({ length: count }, () => syllables[this.#dice.below(syllables.length)]).join('');
  }

  sentence(): string {
    const words = Array.from({ length: 5 + this.#dice.below(9) }, () => this.word());
    return `${words.join(' ').replace(/^./, (first) => first.toUpperCase())}.`;
  }

  paragraph(sentences: number): string {
    return `<p>${Array.from({ length: sentences }, () => this.sentence()).join(' ')}</p>`;
  }
}

/**
 * A site of records. Some states show a record again with something beside it that nobody comes for: an advert, where one came from, what was seen last, a
 * greeting. Others are different although they share most of their text: a part that is opened, the same template with other data.
 */
export function generatedSite(seed: number, states: number): GeneratedSite {
  const dice = new Dice(seed);
  const words = new Words(dice);
  const menu = Array.from({ length: 6 }, () => words.word());
  const nav = `<nav>${menu.map((each) => `<a href="/${each}">${each}</a>`).join(' ')}</nav>`;
  const adverts = Array.from({ length: 8 }, () => words.paragraph(1));
  const bodies: string[] = [];
  const pages: string[] = [];
  const classOf: number[] = [];
  for (let number = 0; number < states; number++) {
    const earlier = number === 0 ? 0 : dice.below(number);
    const kind =
      number < 4 ? 'record' : (['record', 'opened', 'again', 'again', 'again'] as const)[dice.below(5)];
    const body =
      kind === 'record'
        ? `<h1>${words.word()} ${words.word()}</h1>${words.paragraph(3 + dice.below(5))}${words.paragraph(2 + dice.below(4))}`
        : kind === 'opened'
          ? `${bodies[earlier]}${words.paragraph(3 + dice.below(4))}`
          : (bodies[earlier] ?? '');
    bodies.push(body);
    classOf.push(kind === 'again' ? (classOf[earlier] ?? earlier) : number);
    const beside = kind === 'again' || dice.below(3) === 0 ? besides(dice, words, adverts) : '';
    pages.push(
      `<html><head><title>Generated</title></head><body>${nav}<main>${body}</main>${beside}</body></html>`,
    );
  }
  return { tape: tapeOf(seed, pages, dice), classOf };
}

function besides(dice: Dice, words: Words, adverts: readonly string[]): string {
  const all = [
    `<div>${adverts[dice.below(adverts.length)]}</div>`,
    `<ul><li>${words.word()} ${words.word()}</li><li>${words.word()}</li></ul>`,
    `<p>You came from ${words.word()} ${words.word()}.</p>`,
    `<p>Good day, ${words.word()}, it is ${dice.below(24)} past ${dice.below(60)}.</p>`,
  ];
  return all.filter(() => dice.below(2) === 0).join('');
}

/** Every state is reached from one before it, and has actions that lead back. */
function tapeOf(seed: number, pages: readonly string[], dice: Dice): Tape {
  const url = `http://generated-${seed}.example/`;
  const targets: number[][] = pages.map(() => []);
  const depths = [0];
  for (let number = 1; number < pages.length; number++) {
    const from = Math.floor((number - 1) / 4);
    targets[from]?.push(number);
    depths.push((depths[from] ?? 0) + 1);
  }
  for (const [from, list] of targets.entries())
    while (list.length < 6) list.push(dice.below(Math.min(pages.length, from + 4)));
  const states = pages.map(
    (html, number): TapedState => ({
      state: { number, url, title: 'Generated', hash: String(number), depth: depths[number] ?? 0 },
      ...{ html, stripped: html, loads: [html, html, html], avoided: [] },
      candidates: (targets[number] ?? []).map((to, place) => actionTo(to, place)),
    }),
  );
  const seen = new Set([0]);
  const tried = states.flatMap(({ candidates, state: { number: from } }) =>
    candidates.map((action, candidate): TapedTry => {
      const to = targets[from]?.[candidate] ?? from;
      const isNew = !seen.has(to);
      seen.add(to);
      const transition = to === from ? null : { from, to, action, distance: 0 };
      return {
        from,
        candidate,
        transition,
        failure: '',
        loads: isNew ? [pages[to] ?? '', pages[to] ?? ''] : [],
      };
    }),
  );
  return { url, states, tried };
}

function actionTo(to: number, place: number): Action {
  return {
    kind: 'click',
    place: { path: [`a:nth-of-type(${place + 1})`], label: `to ${to}`, element: 'a' },
    filled: [],
    value: '',
  };
}
