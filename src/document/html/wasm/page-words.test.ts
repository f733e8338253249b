import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortOrLong } from '../../../../test/fixtures/short-or-long.ts';
import { fragments, htmlCases, htmlFiles } from '../../../../test/kernel/document/html-pages.ts';
import { classOfByte, classOfCodePoint, invisibleCharacters, SPACE } from '../../segments/character-class.ts';
import { segmentHtml } from '../../segments/segment-html.ts';
import { asUtf8 } from '../../text/charset.ts';
import { PageReader } from './page-reader.ts';
import type { PageWords } from './page-words.ts';

/** Ends a unit that may have several leaves. */
const LEAVES_END = 2;

/** One for all tests: it remembers the words of earlier pages. */
const reader = new PageReader();

/** Compares the words of a page with its leaves, and returns whether there were any words to compare. */
function hasCertainWords(source: string | Buffer): boolean {
  const bytes = asUtf8(Buffer.from(source), 'utf-8');
  const words = reader.read(bytes, true)?.words ?? null;
  if (words === null) return false;
  const units = unitsOf(words);
  const leaves = segmentHtml(bytes).leaves.map(({ text }) => text);
  if (!words.text.includes(LEAVES_END)) {
    const isShown = (text: string) => text !== '';
    expect(units.map((unit) => unit.trim()).filter(isShown)).toEqual(leaves.filter(isShown));
    return true;
  }
  let place = 0;
  for (const leaf of leaves) {
    while (place < units.length && !units[place]?.includes(leaf)) place++;
    expect(units[place] ?? 'no unit', `${JSON.stringify(leaf)} of ${JSON.stringify(source)}`).toContain(leaf);
  }
  return true;
}

/** The texts of the units as leaves have them, checked against the numbers of their words. */
function unitsOf({ rows, text, numbers }: PageWords): readonly string[] {
  const expected = text
    .toString()
    .split(/[\u0001\u0002]/)
    .filter((unit) => /[\w\u0080-\u{10ffff}]/u.test(unit));
  const found: string[][] = [[]];
  for (let row = 0; row < rows.length; row += 2) {
    const [number = 0, end = 0] = [rows[row], rows[row + 1]];
    if (number === 0) found.push([]);
    else {
      const word = numbers.text(number) ?? '';
      found.at(-1)?.push(word);
      const before = text
        .toString('utf8', 0, end)
        .replace(invisibleCharacters(), '')
        .replace(/[A-Z]/g, lower);
      expect(before.endsWith(word)).toBe(true);
    }
  }
  const words = (unit: string) =>
    [...unit.replace(/[A-Z]/g, lower).matchAll(/[\w\u0080-\u{10ffff}]+/gu)].map(([word]) =>
      word.replace(invisibleCharacters(), ''),
    );
  expect(found.filter((unit) => unit.length > 0)).toEqual(expected.map(words));
  return text
    .toString()
    .split(/[\u0001\u0002]/)
    .map(asInLeaf);
}

const lower = (letters: string): string => letters.toLowerCase();

const asInLeaf = (unit: string): string =>
  [...unit.replace(invisibleCharacters(), '')]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      const kind = code < 0x80 ? classOfByte[code] : classOfCodePoint(code);
      return kind === SPACE ? ' ' : character;
    })
    .join('')
    .replace(/ +/g, ' ');

describe('every leaf is part of one unit', () => {
  test('on the cases of the standard', () => {
    const certain = htmlCases().filter(hasCertainWords);
    expect(certain.length / htmlCases().length).toBeGreaterThan(0.5);
  });

  test('on pages that npm packages ship', () => {
    for (const file of htmlFiles('node_modules', 40)) hasCertainWords(readFileSync(file));
  });

  const texts =
    `x xY 2h Remove a1 \u00e9 \u4e2d\u6587 \u0416\u043b wor\u00adds e\u0301 \u201cq\u201d &nbsp; &shy; &#x2014; &eacute;a &#49;2 &amp &lt; &amp;b _ a_b`
      .split(' ')
      .concat([' ', '\n', ' \u00b7 ', ', ', 'y'.repeat(15), 'Z'.repeat(16), 'w'.repeat(17), 'V'.repeat(40)]);
  const tags =
    `<p> </p> <div> </div> <b> </b> <span> </span> <br> </br> <hr> <a~href=u> </a> <a> <li> <td> <tr> <tbody> <table> </table>
    <img~src=i~alt="bird~flu"> <img~alt=x&amp;y> <input~type=submit~value=Go> <input~type=IMAGE~alt=a~value=b> <input~value=v> <input~type=text~value=t>
    <input~type="&#115;ubmit"~value=s> <button> </button> <textarea>t~&amp;u</textarea> <title>T1</title> <title>T2~&eacute;</title> <pre> </pre>
    <meta~name=description~content="All~about~birds"> <meta~name=Description~content="a&copy=b"> <meta~name=x~content=y> <meta~charset=u>
    <svg><a><text>s</text></a></svg> <svg/> <svg><title>st</title><g>u</g></svg> <!--c--> <script>q</script> <style>r</style> <iframe>i</iframe>
    <noscript> </noscript> <select><option>o</select> <object> </object> <video> <x-y> </x-y> <i> </i> <h1> </h1> <form> <code> </code>`
      .split(/[\n ]+/)
      .map((tag) => tag.replaceAll('~', ' '))
      .filter((tag) => tag !== '');

  test.each([
    ['texts and tags', [...texts, ...texts, ...tags], 0.6],
    [
      'links side by side',
      ['<a href=u>', '</a>', 'x', '1', '12', ' ', '·', 'é', '<p>', '<b>', '</b>', '\n', '2nd'],
      0.4,
    ],
    ['anything', fragments, 0.1],
  ])('on garbage of %s', (_, parts, leastCertain) => {
    let [certain, all] = [0, 0];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 25 }), (chosen) => {
        all++;
        if (hasCertainWords(chosen.join(''))) certain++;
      }),
      { seed: 20_261_120, numRuns: shortOrLong(8_000, 100_000) },
    );
    expect(certain / all).toBeGreaterThan(leastCertain);
  });
});

describe('words', () => {
  const wordsOf = (page: string, own = reader): readonly (string | null)[] => {
    const words = own.read(Buffer.from(page), true)?.words;
    const numbers = [...(words?.rows ?? [])].filter((_, place) => place % 2 === 0);
    return numbers.map((number) => (number === 0 ? null : (words?.numbers.text(number) ?? 'forgotten')));
  };

  test('have capitals of ASCII as small letters, and no invisible characters', () => {
    expect(wordsOf('<p>The Fl&#117; vi\u00adrus</p>\u00c9t\u00e9 <b>A</b>b')).toEqual([
      'the',
      'flu',
      'virus',
      null,
      '\u00c9t\u00e9',
      'ab',
      null,
    ]);
  });

  test('are not known where nobody asks for them, nor where a link may be joined with the next one', () => {
    expect(reader.read(Buffer.from('<p>x'))?.words).toBeNull();
    expect(wordsOf('<a href=u>x</a>\u00b7<a href=u>y</a>')).toEqual([]);
    expect(wordsOf('<a href=u>x</a> \u00b7 <a href=u>y</a>')).toEqual(['x', '\u00b7', 'y', null]);
  });

  test('of other pages are forgotten when the memory for them is full', () => {
    const own = new PageReader();
    const page = (from: number) =>
      Array.from({ length: 5_000 }, (_, n) => `word${from + n} ${'long'.repeat(5)}${from + n}`).join(' ');
    const first = own.read(Buffer.from(page(0)), true)?.words;
    expect(first?.numbers.text(1)).toBe('word0');
    let full = 0;
    for (let from = 5_000; from < 50_000; from += 5_000) if (wordsOf(page(from), own).length === 0) full++;
    expect(full).toBe(1);
    expect(first?.numbers.text(1)).toBeNull();
    expect(wordsOf('word0 word0', own)).toEqual(['word0', 'word0', null]);
  });

  test('are not known where one has hundreds of letters', () => {
    expect(wordsOf(`<p>${'x'.repeat(512)}`)).toHaveLength(2);
    expect(wordsOf(`<p>${'x'.repeat(513)}`)).toEqual([]);
  });
});
