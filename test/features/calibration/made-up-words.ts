import type { Dice } from '../../../src/base/index.ts';

const syllables = 'ta ren mo sil ver ka dun ple ist or wen ga lim ros che bant ul fer nay do'.split(' ');

/** Words, sentences and paragraphs of no language, from a vocabulary so small that pages share much of it. */
export class Words {
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
