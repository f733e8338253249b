import { Dice } from '../../base/index.ts';
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

const pad = (value: number): string => String(value).padStart(2, '0');
const monthNames =
  'January February March April May June July August September October November December'.split(' ');
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** The server's clock in one of several styles. */
function clockText(at: number, style: number, zoneHours: number): string {
  const there = new Date(at + zoneHours * 3_600_000);
  const [h, m, s] = [there.getUTCHours(), there.getUTCMinutes(), there.getUTCSeconds()];
  const day = `${there.getUTCFullYear()}-${pad(there.getUTCMonth() + 1)}-${pad(there.getUTCDate())}`;
  const time = `${pad(h)}:${pad(m)}:${pad(s)}`;
  const twelve = `${h % 12 === 0 ? 12 : h % 12}:${pad(m)} ${h < 12 ? 'AM' : 'PM'}`;
  const styles = [
    `It is ${time}`,
    `Server time ${day} ${time}`,
    `${pad(h)}:${pad(m)}`,
    `Generated ${twelve}`,
    `Stand: ${pad(there.getUTCDate())}.${pad(there.getUTCMonth() + 1)}.${there.getUTCFullYear()}, ${pad(h)}:${pad(m)} Uhr`,
    `Last build ${new Date(at).toISOString()}`,
    `ts ${Math.floor(at / 1000)}`,
    `Date: ${new Date(at).toUTCString()}`,
  ];
  return styles[style % styles.length] as string;
}

function todayText(at: number, style: number): string {
  const there = new Date(at);
  const [day, month, year] = [there.getUTCDate(), there.getUTCMonth(), there.getUTCFullYear()];
  const styles = [
    `${weekdays[there.getUTCDay()]}, ${day} ${monthNames[month]} ${year}`,
    `${monthNames[month]} ${day}, ${year}`,
    `${pad(day)}.${pad(month + 1)}.${year}`,
    `${pad(month + 1)}/${pad(day)}/${year}`,
    `${day} ${monthNames[month]?.slice(0, 3)} ${year}`,
  ];
  return styles[style % styles.length] as string;
}

function agoText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const of = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  if (minutes < 1) return 'just now';
  if (minutes < 60) return of(minutes, 'minute');
  if (minutes < 1440) return of(Math.floor(minutes / 60), 'hour');
  return of(Math.floor(minutes / 1440), 'day');
}
