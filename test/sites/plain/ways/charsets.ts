import type { SiteParts } from '../site-parts.ts';
import type { Way } from './way.ts';

interface Writing {
  readonly name: string;
  readonly type: string;
  /** A word that only this encoding gets right, and its UTF-8 escapes, which browsers send in paths. */
  readonly word: string;
  readonly escapes: string;
  encode(html: string): Buffer;
}

/** Bytes above 127 stand for themselves, as Latin-1 has them. */
const latin1 = (html: string): Buffer => Buffer.from(html, 'latin1');

const shiftJis = (html: string): Buffer =>
  Buffer.concat(
    html.split(/(日本)/).map((part) => (part === '日本' ? Buffer.from('93fa967b', 'hex') : latin1(part))),
  );

const utf16be = (html: string): Buffer => Buffer.from(`\ufeff${html}`, 'utf16le').swap16();

const writings: readonly Writing[] = [
  {
    name: 'UTF-8 by header',
    type: 'text/html; charset=UTF-8',
    word: 'größe',
    escapes: 'gr%C3%B6%C3%9Fe',
    encode: (html) => Buffer.from(html),
  },
  {
    name: 'UTF-8 by mark',
    type: 'text/html; charset=windows-1252',
    word: 'größe',
    escapes: 'gr%C3%B6%C3%9Fe',
    encode: (html) => Buffer.from(`\ufeff${html}`),
  },
  {
    name: 'UTF-8 unsaid',
    type: 'text/html',
    word: '日本',
    escapes: '%E6%97%A5%E6%9C%AC',
    encode: (html) => Buffer.from(html),
  },
  {
    name: 'windows-1252 by header',
    type: 'text/html;charset=Windows-1252',
    word: 'größe',
    escapes: 'gr%C3%B6%C3%9Fe',
    encode: latin1,
  },
  {
    name: 'Latin-1 by meta',
    type: 'text/html',
    word: 'größe',
    escapes: 'gr%C3%B6%C3%9Fe',
    encode: (html) => latin1(`<meta charset="iso-8859-1">${html}`),
  },
  {
    name: 'UTF-16 little',
    type: 'text/html',
    word: '日本',
    escapes: '%E6%97%A5%E6%9C%AC',
    encode: (html) => Buffer.from(`\ufeff${html}`, 'utf16le'),
  },
  {
    name: 'UTF-16 big',
    type: 'text/html; charset=utf-8',
    word: '日本',
    escapes: '%E6%97%A5%E6%9C%AC',
    encode: utf16be,
  },
  {
    name: 'Shift_JIS by header',
    type: 'text/html; charset="Shift_JIS"',
    word: '日本',
    escapes: '%E6%97%A5%E6%9C%AC',
    encode: shiftJis,
  },
  {
    name: 'Shift_JIS by meta',
    type: 'text/html',
    word: '日本',
    escapes: '%E6%97%A5%E6%9C%AC',
    encode: (html) => shiftJis(`<meta http-equiv="content-type" content="text/html; charset=sjis">${html}`),
  },
];

/** Pages in all kinds of encodings, whose links hold letters beyond ASCII. */
export const charsetWays: readonly Way[] = writings.map((writing) => ({
  name: writing.name,
  pagesOnTheWay: 2,
  lead: (site: SiteParts, from, target) => {
    const number = site.next();
    const between = `/written/${number}`;
    from.add(`<a href="${between}">on</a>`);
    site.document(between, writing.type, () =>
      writing.encode(
        `<title>${writing.word}</title><a href="/named/${writing.word}/${number}">${writing.word}</a>`,
      ),
    );
    const named = site.page(`/named/${writing.escapes}/${number}`);
    named.add(`<a href="${target.replaceAll('&', '&amp;')}">on</a>`);
  },
}));
