import type { Dice } from '../../../../src/base/index.ts';
import { type Block, diceFor, type Item, type Page, type Post, teasersOf } from './content.ts';
import { ageInWords, type Moment, type Noise, type Place } from './noise.ts';

/** How a site writes its pages. All pages of a site share it. */
export interface Skin {
  readonly seed: number;
  readonly frame: 'semantic' | 'divs' | 'table' | 'bare';
  readonly list: 'ul' | 'ol' | 'divs' | 'lines';
  readonly teasers: 'articles' | 'list' | 'table' | 'lines';
  readonly facts: 'dl' | 'table' | 'divs' | 'lines';
  readonly posts: 'list' | 'divs' | 'table' | 'quotes';
  readonly classes: 'plain' | 'build' | 'none';
  readonly ids: 'none' | 'random';
  readonly images: 'plain' | 'lazy' | 'stamped by build' | 'stamped by request';
  readonly dates: 'absolute' | 'relative' | 'none';
  readonly newestPostFirst: 'yes' | 'no' | 'shuffled';
  readonly isIndented: boolean;
}

export function drawSkin(dice: Dice): Skin {
  return {
    seed: dice.below(1e9),
    frame: dice.pick(['semantic', 'semantic', 'divs', 'table', 'bare']),
    list: dice.pick(['ul', 'ul', 'ol', 'divs', 'lines']),
    teasers: dice.pick(['articles', 'list', 'table', 'lines']),
    facts: dice.pick(['dl', 'table', 'divs', 'lines']),
    posts: dice.pick(['list', 'divs', 'table', 'quotes']),
    classes: dice.pick(['plain', 'plain', 'build', 'none']),
    ids: dice.pick(['none', 'none', 'random']),
    images: dice.pick(['plain', 'plain', 'plain', 'lazy', 'stamped by build', 'stamped by request']),
    dates: dice.pick(['absolute', 'absolute', 'relative', 'none']),
    newestPostFirst: dice.pick(['no', 'no', 'yes', 'shuffled']),
    isIndented: dice.below(2) === 0,
  };
}

export interface PlacedNoise {
  readonly noise: Noise;
  readonly place: Place;
}

/** A page as one request gets it. */
export function renderPage(skin: Skin, placed: readonly PlacedNoise[], moment: Moment): string {
  return new Rendering(skin, placed, moment).html();
}

class Rendering {
  readonly #skin: Skin;
  readonly #placed: readonly PlacedNoise[];
  readonly #moment: Moment;
  readonly #page: Page;

  constructor(skin: Skin, placed: readonly PlacedNoise[], moment: Moment) {
    this.#skin = skin;
    this.#placed = placed;
    this.#moment = moment;
    this.#page = moment.page;
  }

  html(): string {
    const { state, language } = this.#moment;
    const page = this.#page;
    const menu = `<ul>${state.menu.map((item) => `<li>${this.#anchor(item)}</li>`).join('')}</ul>`;
    const head = `<meta charset="utf-8"><title>${page.title} – ${state.name}</title><link rel="stylesheet" href="/style.css${this.#stamp()}">${this.#noise('head')}`;
    const bar = `<p${this.#class('brand')}>${state.name}</p>${this.#noise('bar')}`;
    const foot = `<p>${state.imprint}</p>${this.#noise('foot')}`;
    const [nav, main, aside] = [menu + this.#noise('nav'), this.#main(), this.#noise('aside')];
    const body = {
      semantic: `<header>${bar}</header>\n<nav>${nav}</nav>\n<main>${main}</main>\n<aside>${aside}</aside>\n<footer>${foot}</footer>`,
      divs: `<div id="header">${bar}<div${this.#class('menu')}>${nav}</div></div>\n<div id="wrap"><div${this.#class('content')}>${main}</div>\n<div${this.#class('side')}>${aside}</div></div>\n<div id="footer">${foot}</div>`,
      table: `<table width="100%"><tr><td colspan="3">${bar}</td></tr>\n<tr><td valign="top">${nav}</td><td>${main}</td><td>${aside}</td></tr>\n<tr><td colspan="3">${foot}</td></tr></table>`,
      bare: `${bar}${nav}\n<hr>${main}\n${aside}\n<hr>${foot}`,
    }[this.#skin.frame];
    const html = `<!doctype html>\n<html lang="${language.code}"><head>${head}</head>\n<body>${body}\n${this.#noise('end')}<script src="/app.js${this.#stamp()}"></script></body></html>`;
    return this.#skin.isIndented ? html.replaceAll(/(<\/(?:p|li|div|tr|ul|h\d)>)/g, '$1\n  ') : html;
  }

  #main(): string {
    const page = this.#page;
    const between = this.#noise('between');
    const sentence = this.#noise('sentence');
    const place = diceFor(this.#skin.seed, 'between', page.kind).below(2);
    const blocks: string[] = [];
    let isFirst = true;
    for (const block of page.blocks) {
      // A noise that stands in the middle of a text: at the end of the first paragraph.
      blocks.push(this.#block(block, isFirst && block.kind === 'para' ? sentence : ''));
      if (block.kind === 'para') isFirst = false;
      if (blocks.length === 1 + place) blocks.push(between);
    }
    return `${this.#noise('top')}<h1>${page.heading}</h1>${this.#byline()}\n${blocks.join('\n')}${this.#noise('bottom')}`;
  }

  #byline(): string {
    const { author, published } = this.#page;
    const parts = [
      author === null ? '' : `<span${this.#class('author')}>${author}</span>`,
      this.#page.kind === 'item' ? this.#date(published) : '',
      this.#noise('byline'),
    ].filter((part) => part !== '');
    return parts.length === 0 ? '' : `<p${this.#class('meta')}>${parts.join(' · ')}</p>`;
  }

  #block(block: Block, noise: string): string {
    switch (block.kind) {
      case 'heading':
        return `<h2${this.#id('h')}>${block.text}</h2>`;
      case 'para':
        return `<p>${block.text}${block.link === null ? '' : ` ${this.#anchor(block.link)}`}${noise === '' ? '' : ` ${noise}`}</p>`;
      case 'list':
        return this.#list(block.items.map(({ text }) => text));
      case 'table':
        return `<table${this.#class('data')}><thead><tr>${block.head.map((cell) => `<th>${cell}</th>`).join('')}</tr></thead><tbody>${block.rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</tbody></table>`;
      case 'image':
        return this.#image(block.src, block.alt);
      case 'facts':
        return this.#facts(block.rows);
      case 'file':
        return `<p${this.#class('file')}><a href="${block.href}" rel="nofollow">${block.text}</a></p>`;
      case 'posts':
        return this.#posts(block.posts);
      case 'teasers':
        return this.#teasers(block);
    }
  }

  #list(items: readonly string[]): string {
    if (this.#skin.list === 'divs')
      return `<div${this.#class('rows')}>${items.map((item) => `<div>${item}</div>`).join('')}</div>`;
    if (this.#skin.list === 'lines') return `<p>${items.map((item) => `– ${item}`).join('<br>')}</p>`;
    return `<${this.#skin.list}>${items.map((item) => `<li>${item}</li>`).join('')}</${this.#skin.list}>`;
  }

  #facts(rows: readonly (readonly [string, string])[]): string {
    return {
      dl: () => `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>`,
      table: () =>
        `<table>${rows.map(([name, value]) => `<tr><th>${name}</th><td>${value}</td></tr>`).join('')}</table>`,
      divs: () =>
        rows
          .map(([name, value]) => `<div${this.#class('fact')}><span>${name}</span> <b>${value}</b></div>`)
          .join(''),
      lines: () => `<p>${rows.map(([name, value]) => `<b>${name}:</b> ${value}`).join('<br>')}</p>`,
    }[this.#skin.facts]();
  }

  #posts(posts: readonly Post[]): string {
    const order = this.#skin.newestPostFirst;
    const shown =
      order === 'no' ? posts : order === 'yes' ? posts.toReversed() : this.#moment.fresh.shuffled(posts);
    const parts = shown.map(({ who, text, at }) => [who, this.#date(at), text] as const);
    const title = `<h3>${this.#moment.language.phrases.comments} (${posts.length})</h3>`;
    return {
      list: () =>
        `${title}<ol>${parts.map(([who, at, text]) => `<li${this.#id('c')}><b>${who}</b> ${at}<p>${text}</p></li>`).join('')}</ol>`,
      divs: () =>
        title +
        parts
          .map(
            ([who, at, text]) =>
              `<div${this.#class('post')}${this.#id('c')}><div>${who} ${at}</div><div>${text}</div></div>`,
          )
          .join(''),
      table: () =>
        `${title}<table>${parts.map(([who, at, text]) => `<tr><td>${who}<br>${at}</td><td>${text}</td></tr>`).join('')}</table>`,
      quotes: () =>
        title +
        parts
          .map(([who, at, text]) => `<p><strong>${who}</strong> ${at}</p><blockquote>${text}</blockquote>`)
          .join(''),
    }[this.#skin.posts]();
  }

  #teasers(block: Block & { kind: 'teasers' }): string {
    const { language, state, link } = this.#moment;
    const parts = teasersOf(state, block).map(
      ({ path, text, lead, price, published }) =>
        [`<a href="${link(path)}">${text}</a>`, lead, price, this.#date(published)] as const,
    );
    const older =
      block.older === null ? '' : `<p><a href="${link(block.older)}">${language.phrases.older}</a></p>`;
    const shown = {
      articles: () =>
        parts
          .map(
            ([a, lead, price, at]) => `<article><h3>${a}</h3><p>${lead}</p><p>${price} ${at}</p></article>`,
          )
          .join('\n'),
      list: () =>
        `<ul>${parts.map(([a, lead, price, at]) => `<li>${a} ${at} <span>${lead}</span> ${price}</li>`).join('\n')}</ul>`,
      table: () =>
        `<table>${parts.map(([a, lead, price, at]) => `<tr><td>${a}</td><td>${lead}</td><td>${price}</td><td>${at}</td></tr>`).join('\n')}</table>`,
      lines: () => parts.map(([a, lead, price, at]) => `<p>${at} ${a}: ${lead} ${price}</p>`).join('\n'),
    }[this.#skin.teasers]();
    return shown + older;
  }

  #date(at: number): string {
    const { language, now } = this.#moment;
    if (this.#skin.dates === 'none') return '';
    const date = new Date(at);
    if (this.#skin.dates === 'relative') return `<time>${ageInWords(at, now, language)}</time>`;
    return `<time datetime="${date.toISOString()}">${date.toLocaleDateString(language.locale, { dateStyle: 'medium', timeZone: 'UTC' })}</time>`;
  }

  #image(src: string, alt: string): string {
    const stamped = `${src}${this.#skin.images.startsWith('stamped') ? this.#stamp() : ''}`;
    if (this.#skin.images !== 'lazy') return `<figure><img src="${stamped}" alt="${alt}"></figure>`;
    const blank = this.#moment.fresh.below(1e9).toString(36);
    return `<figure><img class="lazy" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP${blank}" data-src="${src}" alt="${alt}"></figure>`;
  }

  /** What makes browsers load a file again: by the build, or by the request. */
  #stamp(): string {
    const { build, now } = this.#moment;
    return this.#skin.images === 'stamped by request' ? `?_=${now}` : `?v=${build}`;
  }

  #anchor({ text, href }: Item): string {
    if (href === null) return text;
    return `<a href="${href.startsWith('/') ? this.#moment.link(href) : href}">${text}</a>`;
  }

  #class(name: string): string {
    if (this.#skin.classes === 'none') return '';
    if (this.#skin.classes === 'plain') return ` class="${name}"`;
    return ` class="${name}_${diceFor(name, this.#moment.build).below(1e9).toString(36)}"`;
  }

  #id(prefix: string): string {
    return this.#skin.ids === 'none' ? '' : ` id="${prefix}-${this.#moment.fresh.below(1e9).toString(36)}"`;
  }

  #noise(place: Place): string {
    return this.#placed
      .filter((it) => it.place === place && (it.noise.only?.includes(this.#page.kind) ?? true))
      .map(({ noise }) => noise.html(this.#moment))
      .join('\n');
  }
}
