import type { Dice } from '../../../../src/base/index.ts';

const words =
  `harbour lighthouse tide current sandbank ferry captain rope anchor compass chart storm barometer gull pier market basket herring
mackerel lantern keeper island channel buoy signal fog bell sail mast oar rudder deck cargo crane warehouse customs ledger quay
schooner trawler net float estuary marsh heron reed dune beacon gale breeze swell surf pebble cliff cave shell coral lagoon`.split(
    /\s+/,
  );

const verbs =
  'carries follows guards mends paints crosses measures watches repairs brings leaves finds'.split(' ');

/** Sentences that mean nothing in particular, always the same for the same seed. */
export class Prose {
  readonly #random: Dice;

  constructor(random: Dice) {
    this.#random = random;
  }

  word(): string {
    return this.#random.pick(words);
  }

  sentence(): string {
    const subject = this.word();
    return `The ${subject} ${this.#random.pick(verbs)} the ${this.word()} beyond the ${this.word()} and the ${this.word()}.`;
  }

  paragraph(sentences = 4): string {
    return Array.from({ length: sentences }, () => this.sentence()).join(' ');
  }

  title(): string {
    const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
    return `${capital(this.word())} and ${capital(this.word())}`;
  }

  /** Names without figures in them, each another one. */
  names(count: number): string[] {
    const names = new Set<string>();
    while (names.size < count) names.add(`${this.word()}-${this.word()}`);
    return [...names];
  }

  price(): string {
    return `${5 + this.#random.below(400)}.${10 + this.#random.below(90)}`;
  }
}
