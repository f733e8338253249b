import { Dice } from '../../base/index.ts';
import { agoText, clockText, todayText } from './clock-texts.example.ts';
import { type EditKind, edit, firstTruth, type PageTruth } from './page-truth.example.ts';

export const noiseKinds = [
  'clock',
  'today',
  'relative date',
  'advert',
  'advert in the article',
  'optional advert',
  'shuffled list',
  'session id',
  'link token',
  'visit counter',
  'labelled counter',
  'csrf field',
  'nonce',
  'build hash',
  'attribute order',
  'white space',
  'comment',
] as const;
export type NoiseKind = (typeof noiseKinds)[number];

/** A generated page: edits change its content, and its noise differs in every response. */
export class NoisyPage {
  truth: PageTruth;
  readonly noise: ReadonlySet<NoiseKind>;
  readonly #dice: Dice;
  readonly #style: number;
  readonly #zone: number;
  #requests = 1000;

  constructor(seed: number, noise: Iterable<NoiseKind>, now: number) {
    this.#dice = new Dice(seed);
    this.noise = new Set(noise);
    this.truth = firstTruth(this.#dice, now);
    this.#style = this.#dice.below(100);
    this.#zone = this.#dice.below(24) - 11;
  }

  edit(kind: EditKind): void {
    this.truth = edit(this.truth, kind, this.#dice);
  }

  #random(length: number): string {
    return Array.from({ length }, () => this.#dice.below(16).toString(16)).join('');
  }

  #advert(): string {
    return Array.from({ length: 3 + this.#dice.below(6) }, () => `ad${this.#random(6)}`).join(' ');
  }

  /** The response at that moment. */
  respond(at: number): string {
    const { truth, noise } = this;
    const dice = this.#dice;
    this.#requests += 1 + dice.below(3);
    const session = this.#random(24);
    const has = (kind: NoiseKind): boolean => noise.has(kind);
    const url = (target: string): string => {
      const parts = [];
      if (has('session id')) parts.push(`sid=${session}`);
      if (has('link token')) parts.push(`tok=${this.#random(10)}`);
      return parts.length === 0 ? target : `${target}?${parts.join('&amp;')}`;
    };
    const attributes = (list: readonly string[]): string =>
      (has('attribute order') ? dice.shuffled(list) : list).join(' ');
    const space = has('white space') ? dice.pick([' ', '\n', '\n  ', '\t']) : '\n';
    const only = (kind: NoiseKind, html: string): string => (has(kind) ? html : '');
    const articleAdvert = only('advert in the article', `<div><p>${this.#advert()}</p></div>`);
    const optionalAdvert = has('optional advert') && dice.next() < 0.5 ? `<div>${this.#advert()}</div>` : '';
    const recommended = has('shuffled list') ? dice.shuffled(truth.recommended) : truth.recommended;
    const image = (source: string): string =>
      `<img ${attributes([`src="${source}"`, 'alt="picture"', 'width="10"'])}>`;
    const item = (text: string): string => {
      const target = url(`/r/${text.replaceAll(' ', '-')}`);
      const written = truth.writtenAt - text.length * 3_600_000;
      return `<li><a href="${target}">${text}</a>${only('relative date', ` ${agoText(at - written)}`)}</li>`;
    };
    return [
      `<!DOCTYPE html><html><head><title>${truth.title}</title>`,
      `<link rel="stylesheet" href="/main${only('build hash', `.${this.#random(8)}`)}.css">`,
      only('nonce', `<script nonce="${this.#random(16)}">var a = '${this.#random(8)}';</script>`),
      '</head><body>',
      only('clock', `<div class="clock">${clockText(at, this.#style, this.#zone)}</div>`),
      only('today', `<header><p>${todayText(at, this.#style)}</p></header>`),
      only('comment', `<!-- served by ${this.#random(6)} -->`),
      `<nav><ul>${truth.links
        .map(
          ({ text, target }) =>
            `<li><a ${attributes([`href="${url(target)}"`, 'class="nav"'])}>${text}</a></li>`,
        )
        .join(space)}</ul></nav>`,
      only(
        'advert',
        `<aside><div><a href="/click?id=${this.#random(8)}">${this.#advert()}</a></div></aside>`,
      ),
      `<main><article><h1>${truth.title}</h1>`,
      only('relative date', `<p>Posted ${agoText(at - truth.writtenAt)} by staff</p>`),
      truth.paragraphs.map((text, i) => `<p>${text}</p>${i === 1 ? articleAdvert : ''}`).join(space),
      truth.images.map(image).join(space),
      '</article>',
      optionalAdvert,
      `<table>${truth.rows.map(({ name, price }) => `<tr><td>${name}</td><td>${price} EUR</td></tr>`).join(space)}</table>`,
      `<section><h2>Recommended</h2><ul>${recommended.map(item).join(space)}</ul></section>`,
      '</main><footer>',
      only('visit counter', `<div>${this.#requests}</div>`),
      only('labelled counter', `<p>This page was shown ${this.#requests} times since 2019.</p>`),
      only(
        'csrf field',
        `<form action="/subscribe"><input type="hidden" name="csrf" value="${this.#random(20)}"></form>`,
      ),
      `<p>All rights reserved${space}by the harbour paper</p></footer></body></html>`,
    ].join(space);
  }
}
