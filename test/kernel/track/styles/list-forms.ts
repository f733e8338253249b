import type { Item } from './styled-page.ts';
import { escapeHtml } from './vocabulary.ts';

/** A way to write a list in HTML. `attributes` are those of the list's outer element. */
export interface ListForm {
  readonly name: string;
  write(items: readonly Item[], attributes: string): string;
}

const words = ({ text, to }: Item): string =>
  to === null ? escapeHtml(text) : `<a href="${escapeHtml(to)}">${escapeHtml(text)}</a>`;

const detailed = (item: Item, separator = ' '): string =>
  item.detail === '' ? words(item) : `${words(item)}${separator}${escapeHtml(item.detail)}`;

const form = (name: string, write: ListForm['write']): ListForm => ({ name, write });

/** One element around all, and the items inside it, one after the other. */
const wrapped = (name: string, tag: string, item: (item: Item) => string, separator = ''): ListForm =>
  form(name, (items, attributes) => `<${tag}${attributes}>${items.map(item).join(separator)}</${tag}>`);

const spanned = ({ detail }: Item): string => (detail === '' ? '' : `<span>${escapeHtml(detail)}</span>`);

const aboutIt = ({ text, detail }: Item): string =>
  detail === '' ? `About ${escapeHtml(text)}.` : escapeHtml(detail);

export const listForms: readonly ListForm[] = [
  wrapped('ul', 'ul', (item) => `<li>${detailed(item)}</li>`),
  wrapped('ol', 'ol', (item) => `<li>${detailed(item)}</li>`),
  wrapped('ul-spans', 'ul', (item) => `<li>${words(item)} ${spanned(item)}</li>`, '\n'),
  wrapped('ul-unclosed', 'UL', (item) => `<LI>${detailed(item)}`, '\n'),
  wrapped(
    'ul-paragraphs',
    'ul',
    (item) => `<li><p>${words(item)}</p>${item.detail && `<p>${item.detail}</p>`}</li>`,
  ),
  wrapped(
    'ul-pictures',
    'ul',
    (item) => `<li><img src="/i/${item.text.length}.png" alt="">${detailed(item)}</li>`,
  ),
  form('paragraphs', (items) => items.map((item) => `<p>${detailed(item)}</p>`).join('\n')),
  wrapped('paragraphs-in-div', 'div', (item) => `<p>${detailed(item)}</p>`),
  wrapped('spaces', 'p', (item) => detailed(item), ' '),
  wrapped('bars', 'p', (item) => detailed(item), ' | '),
  wrapped('bars-in-div', 'div', (item) => detailed(item), ' | '),
  wrapped('commas', 'p', (item) => detailed(item, ' – '), ', '),
  wrapped('breaks', 'p', (item) => detailed(item, ': '), '<br>\n'),
  form('breaks-bare', (items) => items.map((item) => `${detailed(item)}<br>`).join('\n')),
  wrapped('table', 'table', (item) => `<tr><td>${words(item)}</td><td>${escapeHtml(item.detail)}</td></tr>`),
  form(
    'table-head',
    (items, attributes) =>
      `<table${attributes}><thead><tr><th>Name</th><th>More</th></tr></thead><tbody>${items
        .map((item) => `<tr><td>${words(item)}</td><td>${escapeHtml(item.detail)}</td></tr>`)
        .join('')}</tbody></table>`,
  ),
  form(
    'table-one-row',
    (items, attributes) =>
      `<table${attributes}><tr>${items.map((item) => `<td>${detailed(item)}</td>`).join('')}</tr></table>`,
  ),
  wrapped('definitions', 'dl', (item) => `<dt>${words(item)}</dt><dd>${aboutIt(item)}</dd>`),
  wrapped(
    'definitions-in-divs',
    'dl',
    (item) => `<div><dt>${words(item)}</dt><dd>${aboutIt(item)}</dd></div>`,
  ),
  wrapped('cards', 'div', (item) => `<div><h3>${words(item)}</h3><p>${aboutIt(item)}</p></div>`, '\n'),
  wrapped(
    'cards-titles-only',
    'div',
    (item) => `<div class="card"><h3>${words(item)}</h3>${spanned(item)}</div>`,
  ),
  wrapped(
    'articles',
    'div',
    (item) => `<article><h2>${words(item)}</h2><p>${aboutIt(item)}</p><span>Read more</span></article>`,
    '\n',
  ),
  wrapped('nested-divs', 'div', (item) => `<div><div>${words(item)}</div><div>${spanned(item)}</div></div>`),
  wrapped('divs', 'div', (item) => `<div>${detailed(item)}</div>`),
  wrapped('spans', 'div', (item) => `<span>${detailed(item)}</span>`, ' '),
  form('headings', (items) => items.map((item) => `<h4>${words(item)}</h4>${spanned(item)}`).join('\n')),
  wrapped('inline-list', 'ul', (item) => `<li style="display:inline">${detailed(item)}</li>`, ' · '),
  wrapped(
    'block-links',
    'div',
    (item) =>
      `<a href="${escapeHtml(item.to ?? '/')}"><div>${escapeHtml(item.text)}</div>${spanned(item)}</a>`,
  ),
  wrapped('quotes', 'div', (item) => `<blockquote>${words(item)}</blockquote>${spanned(item)}`),
  wrapped('preformatted', 'pre', (item) => detailed(item, '\t'), '\n'),
  wrapped('nested-lists', 'ul', (item) => `<li>${words(item)}<ul><li>${aboutIt(item)}</li></ul></li>`),
  wrapped('figures', 'div', (item) => `<figure><figcaption>${detailed(item)}</figcaption></figure>`),
];
