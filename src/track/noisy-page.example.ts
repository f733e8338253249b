/**
 * A page of a generated site with its truth: what stands on it, and the noise that every response adds. It shares
 * nothing with the code it tests.
 */
export interface PageTruth {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly rows: readonly { readonly name: string; readonly price: string }[];
  readonly links: readonly { readonly text: string; readonly target: string }[];
  readonly images: readonly string[];
  readonly recommended: readonly string[];
  /** When the article was written, in milliseconds. */
  readonly writtenAt: number;
}

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

export const editKinds = [
  'word',
  'price digit',
  'price anagram',
  'title',
  'added paragraph',
  'removed paragraph',
  'moved paragraph',
  'new row',
  'image swapped',
  'link target',
  'link text',
  'recommended item',
  'number in text',
] as const;
export type EditKind = (typeof editKinds)[number];

/** A small generator of numbers that depends on its seed only (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  shuffled<T>(values: readonly T[]): readonly T[] {
    const copy = [...values];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
    }
    return copy;
  }
}

const vocabulary =
  'harbour council votes bridge repairs water rises after storm people walk along river market opens early fish bread stalls festival music lights children school bus route changes museum shows paintings old town gardens bloom library reads stories night trains run late winter'.split(
    ' ',
  );

export function sentence(dice: Dice, length: number): string {
  return Array.from({ length }, () => dice.pick(vocabulary)).join(' ');
}

export function firstTruth(dice: Dice, now: number): PageTruth {
  return {
    title: sentence(dice, 4),
    paragraphs: Array.from(
      { length: 3 + dice.below(6) },
      (_, i) => `${sentence(dice, 6 + dice.below(30))} number ${100 + i * 37 + dice.below(30)}.`,
    ),
    rows: Array.from({ length: 2 + dice.below(5) }, (_, i) => ({
      name: `${sentence(dice, 2)} ${i}`,
      price: `${10 + dice.below(89)}.${10 + dice.below(89)}`,
    })),
    links: Array.from({ length: 4 + dice.below(5) }, (_, i) => ({
      text: sentence(dice, 2),
      target: `/page/${i}-${dice.below(1000)}`,
    })),
    images: Array.from({ length: 1 + dice.below(3) }, (_, i) => `/img/${i}-${dice.below(1000)}.jpg`),
    recommended: Array.from({ length: 6 + dice.below(4) }, (_, i) => `${sentence(dice, 4)} part ${i}`),
    writtenAt: now - (5 + dice.below(5000)) * 60_000,
  };
}

/** A word that no page had before. */
const freshWord = (dice: Dice): string =>
  `${dice.pick(['new', 're', 'un', 'over'])}${String.fromCharCode(97 + dice.below(26), 97 + dice.below(26), 97 + dice.below(26))}${dice.pick(vocabulary)}`;

function replaceAt<T>(values: readonly T[], place: number, value: T): readonly T[] {
  return values.map((old, i) => (i === place ? value : old));
}

export function edit(truth: PageTruth, kind: EditKind, dice: Dice): PageTruth {
  const place = dice.below(truth.paragraphs.length);
  const row = dice.below(truth.rows.length);
  const paragraph = truth.paragraphs[place] ?? '';
  const { name = '', price = '' } = truth.rows[row] ?? {};
  switch (kind) {
    case 'word': {
      const words = paragraph.split(' ');
      const edited = replaceAt(words, dice.below(words.length - 2), freshWord(dice)).join(' ');
      return { ...truth, paragraphs: replaceAt(truth.paragraphs, place, edited) };
    }
    case 'number in text': {
      const edited = paragraph.replace(/\d+/, (digits) => String(Number(digits) + 1 + dice.below(8)));
      return { ...truth, paragraphs: replaceAt(truth.paragraphs, place, edited) };
    }
    case 'price digit': {
      const edited = `${price.slice(0, -1)}${(Number(price.at(-1)) + 1 + dice.below(8)) % 10}`;
      return { ...truth, rows: replaceAt(truth.rows, row, { name, price: edited }) };
    }
    case 'price anagram': {
      const edited = price.startsWith(price[1] ?? '')
        ? `${price}9`
        : `${price[1]}${price[0]}${price.slice(2)}`;
      return { ...truth, rows: replaceAt(truth.rows, row, { name, price: edited }) };
    }
    case 'title':
      return { ...truth, title: `${truth.title} ${freshWord(dice)}` };
    case 'added paragraph': {
      const added = `${sentence(dice, 12)} ${freshWord(dice)}`;
      return { ...truth, paragraphs: truth.paragraphs.toSpliced(place, 0, added) };
    }
    case 'removed paragraph':
      return { ...truth, paragraphs: truth.paragraphs.toSpliced(place, 1) };
    case 'moved paragraph': {
      const rest = truth.paragraphs.toSpliced(place, 1);
      const to = (place + 1 + dice.below(rest.length)) % (rest.length + 1);
      return { ...truth, paragraphs: rest.toSpliced(to === place ? rest.length - place : to, 0, paragraph) };
    }
    case 'new row':
      return { ...truth, rows: [...truth.rows, { name: freshWord(dice), price: '12.34' }] };
    case 'image swapped':
      return { ...truth, images: replaceAt(truth.images, 0, `/img/other-${dice.below(1e6)}.jpg`) };
    case 'link target': {
      const at = dice.below(truth.links.length);
      const target = `/page/other-${dice.below(1e6)}`;
      return { ...truth, links: replaceAt(truth.links, at, { text: truth.links[at]?.text ?? '', target }) };
    }
    case 'link text': {
      const at = dice.below(truth.links.length);
      const target = truth.links[at]?.target ?? '';
      return { ...truth, links: replaceAt(truth.links, at, { text: freshWord(dice), target }) };
    }
    case 'recommended item':
      return {
        ...truth,
        recommended: replaceAt(truth.recommended, 0, `${sentence(dice, 3)} ${freshWord(dice)}`),
      };
  }
}

const pad = (value: number): string => String(value).padStart(2, '0');
const monthNames =
  'January February March April May June July August September October November December'.split(' ');
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** The server's clock in one of many styles; the style is the page's own. */
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

/** One page of one site: its truth changes by edits, its noise with every response. */
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

  /** What the server answers at that moment. */
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
