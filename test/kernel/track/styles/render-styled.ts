import type { ListForm } from './list-forms.ts';
import type { Live } from './live.ts';
import type { Stock, StyledPlace } from './places/place.ts';
import { boxes, type SiteStyle } from './style.ts';
import { type Content, emptyContent, type Part, type StyledPage, type StyledState } from './styled-page.ts';
import { escapeHtml } from './vocabulary.ts';

/** A place of a site: where it is written, and how. */
export interface Placed {
  readonly id: string;
  readonly place: StyledPlace;
  readonly form: ListForm;
  /** The words of its class or id, when the style gives one. */
  readonly name: string;
}

export interface Drawing {
  readonly style: SiteStyle;
  readonly stock: Stock;
  readonly placed: readonly Placed[];
}

/** The HTML of a page in one answer; what editors wrote, and nothing else, when `live` is null. */
export function drawPage(
  { style, stock, placed }: Drawing,
  state: StyledState,
  page: StyledPage,
  live: Live | null,
): string {
  const rotating = placed.flatMap((one) => {
    const content = page.contents[one.id] ?? emptyContent;
    const parts = one.place.draw(content, live, stock);
    return parts === null ? [] : [{ ...one, html: drawBox(style, one, content, parts) }];
  });
  const shown = (steady: boolean): readonly string[] =>
    rotating.filter(({ place }) => place.isSteady === steady).map(({ html }) => html);
  const all = rotating.map(({ html }) => html);
  const arranged = {
    flow: () => all.join('\n'),
    columns: () => `<div>${all.map((html) => `<div>${html}</div>`).join('')}</div>`,
    table: () => `<table>${all.map((html) => `<tr><td>${html}</td></tr>`).join('\n')}</table>`,
    cells: () => `<table><tr>${all.map((html) => `<td>${html}</td>`).join('')}</tr></table>`,
    sidebar: () => `<div>${shown(false).join('')}</div>\n<div>${shown(true).join('')}</div>`,
  }[style.arrangement]();
  const title = escapeHtml(page.title);
  return `<!doctype html>\n<html><head><title>${title}</title></head><body>\n${drawMenu(style, stock, state, page)}\n<h1>${title}</h1>\n${arranged}\n<p>Printed by hand.</p></body></html>`;
}

function drawMenu(
  style: SiteStyle,
  { addresses, titleOf }: Stock,
  state: StyledState,
  page: StyledPage,
): string {
  const entries = state.menu.map((text) => `<a href="/">${escapeHtml(text)}</a>`);
  const pages =
    page.key === '/'
      ? state.pages.filter(({ isGone, key }) => !isGone && key !== '/')
      : style.menu === 'everywhere'
        ? addresses.map((key) => ({ key, title: titleOf(key) }))
        : [];
  const links = pages.map(({ key, title }) => `<a href="${escapeHtml(key)}">${escapeHtml(title)}</a>`);
  return `<div>${[...entries, ...links].join(' ')}</div>`;
}

function drawBox(style: SiteStyle, one: Placed, content: Content, parts: readonly Part[]): string {
  const inner = parts.map((part) => drawPart(part, one.form)).join('\n');
  const named = {
    none: '',
    classes: ` class="${one.name}"`,
    ids: ` id="${one.name}"`,
    hashes: ` class="css-${one.name}"`,
  }[style.naming];
  const box = boxes[one.place.isSteady ? style.box : style.noisyBox];
  if (box === undefined) throw new Error('no such box');
  return box(style.hasHeadings ? escapeHtml(content.heading) : '', inner, named);
}

function drawPart(part: Part, form: ListForm): string {
  switch (part.is) {
    case 'line':
      return `<p>${part.html}</p>`;
    case 'list':
      return form.write(part.items, '');
    case 'table':
      return `<table>${part.rows
        .map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`)
        .join('')}</table>`;
    case 'raw':
      return part.html;
  }
}
