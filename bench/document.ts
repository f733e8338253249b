import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Parser, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { type HtmlSink, readDocument, scanHtml, scanTags, segmentHtml } from '../src/document/index.ts';

/** Reads the minimum of what `scanHtml` reads, with htmlparser2: title, text, links. */
function readWithHtmlparser2(page: Buffer): { title: string; text: string; links: readonly string[] } {
  const links: string[] = [];
  let title = '';
  let text = '';
  let hidden = 0;
  let isTitle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      const url = attributes['href'] ?? attributes['src'];
      if (url !== undefined) links.push(url);
      if (name === 'script' || name === 'style') hidden++;
      isTitle = name === 'title';
    },
    ontext(data) {
      if (isTitle) title += data;
      else if (hidden === 0) text += data;
    },
    onclosetag(name) {
      if (name === 'script' || name === 'style') hidden--;
      isTitle = false;
    },
  });
  parser.end(page.toString('utf8'));
  return { title, text: text.replace(/\s+/g, ' '), links };
}

const ignore = (): void => undefined;

/** Receives every tag, attribute and text, and does nothing with them. */
const noSink: HtmlSink = { startTag: ignore, endTag: ignore, text: ignore, rawText: ignore };
const noCallbacks: TokenizerCallbacks = {
  onattribdata: ignore,
  onattribentity: ignore,
  onattribend: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
};

function tokenizeWithHtmlparser2(page: Buffer): void {
  const tokenizer = new Tokenizer({ decodeEntities: true }, noCallbacks);
  tokenizer.write(page.toString('utf8'));
  tokenizer.end();
}

/** What a crawl asks of a page: title, text as bytes, and the links that it has not met on other pages. */
function readByPageReader(page: Buffer): unknown {
  const document = readDocument(page, 'text/html; charset=utf-8');
  if (document.type !== 'html') return null;
  const { html } = document;
  return [html.title, html.bodyBytes ?? html.bodyText, html.distinctLinks ?? html.links];
}

/** A page like those of shops and newspapers: head, navigation, teasers, footer; about 23 kB and 89 links. */
export function examplePage(seed: number): Buffer {
  const words =
    'the tide marks what changed and nothing else on every page of a site that we visit again'.split(' ');
  let state = seed * 2_654_435_761;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const sentence = (count: number): string =>
    Array.from({ length: count }, () => words[next(words.length)]).join(' ');
  const navigation = Array.from(
    { length: 18 },
    (_, i) =>
      `      <li class="menu-item menu-item-${i}"><a class="menu-link" href="/section/${next(999)}/">${sentence(2)}</a></li>`,
  );
  const teasers = Array.from({ length: 20 }, (_, i) => {
    const id = next(99_999);
    return `    <article class="teaser teaser--wide" id="teaser-${id}" data-position="${i}">
      <a class="teaser__image" href="/news/2024/06/${id}.html?ref=home&amp;pos=${i}"><img loading="lazy" width="320" height="180" src="/media/img/${id}_320.jpg" alt="${sentence(4)}"></a>
      <h2 class="teaser__title"><a href="/news/2024/06/${id}.html">${sentence(7)}</a></h2>
      <!-- teaser ${i} -->
      <p class="teaser__text">${sentence(62)} &mdash; ${sentence(12)} <strong>${sentence(3)}</strong>.</p>
      <span class="teaser__meta">By <em>${sentence(2)}</em>, ${next(24)} hours ago</span>
    </article>`;
  });
  const footer = Array.from(
    { length: 8 },
    (_, i) => `<a rel="nofollow" href="https://example.org/about/${i}">${sentence(1)}</a>`,
  );
  return Buffer.from(`<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>${sentence(6)} – Example</title>
  <link rel="canonical" href="https://example.org/${seed}">
  <link rel="stylesheet" href="/css/main.css?v=12">
  <style>body { margin: 0 } .teaser { background: #fff url(/img/bg.png) }</style>
  <script>window.dataLayer = window.dataLayer || []; for (var i = 0; i < 10; i++) { dataLayer.push({ 'a': "</p>" }); }</script>
</head>
<body class="home page">
  <nav class="menu">
    <ul>
${navigation.join('\n')}
    </ul>
  </nav>
  <main>
${teasers.join('\n')}
  </main>
  <footer>${footer.join(' | ')} © 2024</footer>
</body>
</html>
`);
}

/** Reads the pages again and again for `milliseconds` of processor time, and returns the MB/s. */
function speed(pages: readonly Buffer[], read: (page: Buffer) => unknown, milliseconds: number): number {
  const start = process.cpuUsage();
  let bytes = 0;
  let spent = 0;
  while (spent < milliseconds) {
    for (const page of pages) {
      read(page);
      bytes += page.length;
    }
    const { user, system } = process.cpuUsage(start);
    spent = (user + system) / 1000;
  }
  return bytes / 1000 / spent;
}

/** Up to 200 HTML files under a folder, spread evenly over it, none above 400 kB. */
function pagesIn(folder: string): readonly Buffer[] {
  const files = globSync(join(folder, '**/*.html'))
    .filter((file) => statSync(file).isFile())
    .toSorted();
  const step = Math.max(1, Math.floor(files.length / 200));
  return files
    .filter((_, i) => i % step === 0)
    .slice(0, 200)
    .map((file) => readFileSync(file))
    .filter(({ length }) => length > 2000 && length < 400_000);
}

/** All readers in turn, in many short rounds. The best round counts, since other programs may use the machine. */
export function benchDocument(folder: string | undefined, milliseconds = 100): void {
  const pages =
    folder === undefined ? Array.from({ length: 50 }, (_, i) => examplePage(i + 1)) : pagesIn(folder);
  const bytes = pages.reduce((sum, { length }) => sum + length, 0);
  if (bytes === 0) throw new Error(`There are no HTML files under ${folder}.`);
  const links = pages.reduce((sum, page) => sum + scanHtml(page).links.length, 0);
  console.log(
    `document: ${pages.length} pages, on average ${(bytes / pages.length).toFixed(0)} bytes and ${(links / pages.length).toFixed(0)} links`,
  );
  const readers = {
    scanTags: (page: Buffer) => scanTags(page, noSink),
    'htmlparser2 Tokenizer': tokenizeWithHtmlparser2,
    scanHtml: (page: Buffer) => scanHtml(page),
    'readDocument (WASM)': readByPageReader,
    'htmlparser2 Parser': readWithHtmlparser2,
    segmentHtml: (page: Buffer) => segmentHtml(page),
  };
  const best: Record<string, number> = {};
  for (let round = 0; round < 25; round++) {
    for (const [name, read] of Object.entries(readers)) {
      best[name] = Math.max(best[name] ?? 0, speed(pages, read, milliseconds));
    }
  }
  for (const [name, value] of Object.entries(best)) {
    console.log(`  ${name.padEnd(22)} ${value.toFixed(0).padStart(5)} MB/s`);
  }
  const ratio = (ours: string, theirs: string) => ((best[ours] ?? 0) / (best[theirs] ?? 1)).toFixed(1);
  console.log(
    `  tags and texts only: ${ratio('scanTags', 'htmlparser2 Tokenizer')} times htmlparser2; title, text and links: ${ratio('scanHtml', 'htmlparser2 Parser')} times, by the page reader ${ratio('readDocument (WASM)', 'htmlparser2 Parser')} times`,
  );
}

if (import.meta.main) benchDocument(process.argv[2]);
