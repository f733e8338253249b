import { Parser } from 'htmlparser2';
import { scanHtml } from '../src/document/index.ts';

/** Reads a page with htmlparser2 as far as `scanHtml` does at least: title, text, links. */
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

/** A page as shops and newspapers have them: head, navigation, teasers, footer; about 23 kB and 89 links. */
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

/** Reads the pages over and over for `milliseconds` of processor time and gives the MB/s. */
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

/** Both readers in turn, in many short rounds of which the best counts: others may use the machine meanwhile. */
export function benchDocument(milliseconds = 100): void {
  const pages = Array.from({ length: 50 }, (_, i) => examplePage(i + 1));
  const [first = Buffer.alloc(0)] = pages;
  const { links } = scanHtml(first);
  console.log(`document: ${pages.length} pages, the first ${first.length} bytes with ${links.length} links`);
  const readers = { scanHtml: (page: Buffer) => scanHtml(page), 'htmlparser2 Parser': readWithHtmlparser2 };
  const best: Record<string, number> = {};
  for (let round = 0; round < 25; round++) {
    for (const [name, read] of Object.entries(readers)) {
      best[name] = Math.max(best[name] ?? 0, speed(pages, read, milliseconds));
    }
  }
  for (const [name, value] of Object.entries(best)) {
    const micros = first.length / value;
    console.log(
      `  ${name.padEnd(20)} ${value.toFixed(0).padStart(5)} MB/s  ${micros.toFixed(0).padStart(5)} us a page`,
    );
  }
  const ratio = (best['scanHtml'] ?? 0) / (best['htmlparser2 Parser'] ?? 1);
  console.log(`  ratio ${ratio.toFixed(1)}`);
}

if (import.meta.main) benchDocument();
