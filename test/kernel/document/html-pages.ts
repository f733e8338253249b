/** Pages on which readers of HTML are compared. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadDocument } from '../../../src/document/index.ts';
import { projectRoot } from '../../guards/planted-tree.ts';

const testData = (name: string): string =>
  readFileSync(join(projectRoot, 'src/document/html/testdata', name), 'utf8');

/** One case per line, with the escapes of JSON strings; a line with `#` describes the ones below it. */
export function htmlCases(): readonly string[] {
  return testData('html-cases.txt')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) =>
      line.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (whole, hex, letter) => unescaped(whole, hex, letter)),
    );
}

function unescaped(whole: string, hex: string | undefined, letter: string | undefined): string {
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  return { n: '\n', r: '\r', t: '\t', f: '\f', '0': '\0', '\\': '\\' }[letter ?? ''] ?? whole;
}

/** The table of the standard, because parse5 and the scanner use versions of the same library. */
export function namedReferences(): readonly { name: string; text: string; isLegacy: boolean }[] {
  return [...testData('character-references.txt').matchAll(/(\w+)(\*?)=([0-9a-f+]+)/g)].map((match) => {
    const [, name = '', star, codes = ''] = match;
    const points = codes.split('+').map((hex) => Number.parseInt(hex, 16));
    return { name, text: String.fromCodePoint(...points), isLegacy: star === '*' };
  });
}

/** Joined at random, these occur in orders that a person would not think of. */
export const fragments =
  `< > / = " ' & ; - ! <!-- --> --!> <!--> <!---> <!-- <! <? </ </> <!doctype> <![CDATA[ ]]> x y
  <a <a> </a> <a~href=u> <a~href="u'>" <a~href='u"&amp;'> href=v href href= src=w /> <p> </p> <div> </div> <b> </b>
  <p <br> <br/> <li> <table> <tr> <td> </td> </table> <caption> <col> <select> <option> </select> <form~action=f> </form>
  <img~src=i> <img~data-src=/i/~srcset=h> <IMG~SRC=I> <image~src=j> <input~type=image~src=k> <link~rel=stylesheet~href=l>
  <script> </script> <script </script <SCRIPT> </sCript~> <style> </style> <title> </title> </title <textarea> </textarea>
  <xmp> </xmp> <iframe~src=m> </iframe> <noembed> </noembed> <noframes> </noframes> <noscript> </noscript>
  <template> </template> <frameset> <frame~src=n> <body> <body~background=o> <head> </head> <html> </html> </body>
  <base~href=p> <base> &amp; &amp &lt &copy= &copy; &notit; &notin; &#65; &#x41 &#128; &#0; &#xd800; &#x110000; &nGt; &nbsp; &Tab;
  \u00e9 \u4e2d \u{1f600} style="a:url(q)" style='x' <span <x-y> </x-y> <blockquote~cite=r> <button>`
    .split(/[\n ]+/)
    .map((fragment) => fragment.replaceAll('~', ' '))
    .concat([' ', '  ', '\u0000', '\r', '\n', '\t', '\f', '\r\n'])
    .filter((fragment) => fragment !== '');

/** The same with svg and math. */
export const foreignFragments =
  `<svg> </svg> <svg/> <math> </math> <g> </g> <g/> <style> </style> <script> </script> <title> </title>
  <desc> </desc> <foreignObject> </foreignObject> <a~href=u> <a~xlink:href=v> </a> <image~href=w> <use~href=x/>
  <![CDATA[ ]]> <p> </p> <br> <font> <font~color=c> </font> <mi> </mi> <mtext> </mtext> <mglyph> <annotation-xml>
  <annotation-xml~encoding=text/html> </annotation-xml> <script~href=y> <textarea> </textarea> <!-- --> x y & ; \u0000
  <img~src=z> <template> </template> <text> </text> <custom> </custom> <CUSTOM/>`
    .split(/[\n ]+/)
    .map((fragment) => fragment.replaceAll('~', ' '))
    .filter((fragment) => fragment !== '');

/** Some HTML files under a folder of the project; none when there is no such folder. */
export function htmlFiles(folder: string, most: number): readonly string[] {
  let entries: string[];
  try {
    entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
  return entries
    .filter((name) => name.endsWith('.html'))
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .sort()
    .slice(0, most);
}

type HtmlDocument = Extract<ReadDocument, { readonly type: 'html' }>['html'];

/** What a reader says about a page, whether it read it at once or when it was asked. */
export function contentsOf(page: HtmlDocument): HtmlDocument {
  const { title, bodyText, links, moreLinks = 0, base, canonical, robots, language } = page;
  return { title, bodyText, links, moreLinks, base, canonical, robots, language };
}
