import { Dice } from '../../../../src/base/index.ts';
import type { Language } from './languages.ts';

export interface Item {
  text: string;
  /** A path of this site or an address elsewhere; null for plain text. */
  href: string | null;
}

export interface Post {
  who: string;
  text: string;
  at: number;
}

/** What editors and users wrote. Noise is not part of it. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'para'; text: string; link: Item | null }
  | { kind: 'list'; items: Item[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'image'; src: string; alt: string }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  | { kind: 'file'; href: string; text: string }
  | { kind: 'posts'; posts: Post[] }
  /** A part of the pages of a section, newest first; of all sections when null. */
  | { kind: 'teasers'; section: string | null; from: number; count: number; older: string | null };

export interface Page {
  path: string;
  kind: 'home' | 'list' | 'item' | 'info';
  section: string | null;
  /** What the browser shows as the name of the page. */
  title: string;
  heading: string;
  /** Null where nobody is named. */
  author: string | null;
  published: number;
  blocks: Block[];
}

export interface State {
  name: string;
  menu: Item[];
  /** The address of the people who run it, at the foot of every page. */
  imprint: string;
  pages: Map<string, Page>;
}

/** What a teaser shows of a page: these parts of the page are parts of its listings too. */
export interface Teaser {
  readonly path: string;
  readonly text: string;
  readonly lead: string;
  readonly price: string;
  readonly published: number;
}

export function teasersOf(state: State, block: Block & { kind: 'teasers' }): readonly Teaser[] {
  return [...state.pages.values()]
    .filter(({ kind, section }) => kind === 'item' && (block.section === null || section === block.section))
    .sort((a, b) => b.published - a.published || (a.path < b.path ? -1 : 1))
    .slice(block.from, block.from + block.count)
    .map(({ path, heading, published, blocks }) => {
      const lead = blocks.find((part) => part.kind === 'para');
      const facts = blocks.find((part) => part.kind === 'facts');
      return {
        path,
        text: heading,
        lead: lead?.kind === 'para' ? (lead.text.split('. ')[0] ?? '') : '',
        price: facts?.kind === 'facts' ? (facts.rows[0]?.[1] ?? '') : '',
        published,
      };
    });
}

/** All that a reader of the page finds on it that somebody wrote: two visits with the same essence show the same page. */
export function essenceOf(state: State, page: Page): string {
  const { path: _, section: __, ...own } = page;
  const listed = page.blocks.map((block) => (block.kind === 'teasers' ? teasersOf(state, block) : null));
  return JSON.stringify([state.name, state.menu, state.imprint, own, listed]);
}

/** Dice for a place and a time: the same for the same parts. */
export function diceFor(...parts: readonly (string | number)[]): Dice {
  let hash = 0x811c9dc5;
  for (const char of parts.join('\u0000')) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return new Dice(hash >>> 0);
}

/** Writes texts in one language. */
export class Writer {
  readonly dice: Dice;
  readonly language: Language;

  constructor(dice: Dice, language: Language) {
    this.dice = dice;
    this.language = language;
  }

  sentence(): string {
    const [first, second, third] = this.language.sentences;
    return `${this.dice.pick(first)} ${this.dice.pick(second)} ${this.dice.pick(third)}`;
  }

  paragraph(): string {
    const sentences = Array.from({ length: 1 + this.dice.below(4) }, () => this.sentence());
    if (this.dice.below(3) === 0)
      sentences.push(`${this.dice.pick(this.language.people)}, ${10 + this.dice.below(900)}.`);
    return sentences.join(' ');
  }

  name(): string {
    const [first, second] = this.language.names;
    const number = this.dice.below(4) === 0 ? ` ${2 + this.dice.below(90)}` : '';
    return `${this.dice.pick(first)} ${this.dice.pick(second)}${number}`;
  }

  person(): string {
    return this.dice.pick(this.language.people);
  }

  price(): string {
    const amount = 3 + this.dice.below(900) + this.dice.pick([0, 0.49, 0.5, 0.9, 0.99]);
    return this.money(amount);
  }

  money(amount: number): string {
    const currency = { en: 'GBP', pl: 'PLN' }[this.language.code] ?? 'EUR';
    return new Intl.NumberFormat(this.language.locale, { style: 'currency', currency }).format(amount);
  }

  phone(): string {
    return `0${20 + this.dice.below(70)} ${100 + this.dice.below(900)} ${10 + this.dice.below(90)} ${10 + this.dice.below(90)}`;
  }

  /** Some day around the time that is given: dates of notices and deadlines do not move. */
  day(around: number): string {
    const at = around + (this.dice.below(200) - 60) * 86_400_000;
    return new Intl.DateTimeFormat(this.language.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
  }

  hours(): string {
    return `${7 + this.dice.below(4)}:${this.dice.pick(['00', '30'])}–${15 + this.dice.below(6)}:${this.dice.pick(['00', '30'])}`;
  }

  time(): string {
    return `${String(5 + this.dice.below(18)).padStart(2, '0')}:${String(this.dice.below(60)).padStart(2, '0')}`;
  }

  list(length: number): Item[] {
    return Array.from({ length }, () => ({ text: this.name(), href: null }));
  }
}
